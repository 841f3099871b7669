import type { Challenge } from '@depotwerk/api/challenge';
import type { ExecutionFailure } from './execution-failure.ts';

type Provider = Challenge['tokenProviders'][number];

/** State of a second factor with the provider that was chosen; a failure keeps the choice. */
export interface SecondFactorState {
  readonly status: 'initial' | 'tokenRequested' | 'validationSuccess' | 'validationFailed';
  readonly token: string;
  /** Masked target the code was sent to; null while none was sent. */
  readonly phone: string | null;
  readonly challenge: Challenge | null;
  readonly error: ExecutionFailure | null;
  readonly tokenProviderId: string | null;
}

export const initialSecondFactor: SecondFactorState = {
  status: 'initial',
  token: '',
  phone: null,
  challenge: null,
  error: null,
  tokenProviderId: null,
};

export type SecondFactorEvent =
  | { readonly kind: 'challenged'; readonly challenge: Challenge }
  | { readonly kind: 'providerChosen'; readonly tokenProviderId: string }
  | { readonly kind: 'tokenTyped'; readonly token: string }
  | { readonly kind: 'failed'; readonly failure: ExecutionFailure }
  | { readonly kind: 'expired' }
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'restarted' };

/** Next state of the second factor. */
export function secondFactorAfter(state: SecondFactorState, event: SecondFactorEvent): SecondFactorState {
  switch (event.kind) {
    case 'challenged':
      return challenged(state, event.challenge);
    case 'providerChosen':
      return { ...state, tokenProviderId: event.tokenProviderId, token: '', error: null };
    case 'tokenTyped':
      return { ...state, token: event.token };
    case 'expired':
      return failed(state, { kind: 'expired' });
    case 'failed':
      return failed(state, event.failure);
    case 'succeeded':
      return { ...state, status: 'validationSuccess', token: '', error: null };
    case 'restarted':
      return { ...initialSecondFactor, tokenProviderId: state.tokenProviderId };
  }
}

function challenged(state: SecondFactorState, challenge: Challenge): SecondFactorState {
  const { tokenProviders, selectedTokenProviderId } = challenge;
  const isOffered = (id: string | null) => tokenProviders.some((offered) => offered.tokenProviderId === id);
  const only = tokenProviders.length === 1 ? (tokenProviders[0]?.tokenProviderId ?? null) : null;
  const kept = isOffered(state.tokenProviderId) ? state.tokenProviderId : only;
  const sentTo = tokenProviders.find((offered) => offered.tokenProviderId === selectedTokenProviderId);
  return {
    ...state,
    status: sentTo ? 'tokenRequested' : 'initial',
    token: '',
    phone: sentTo?.maskedTarget ?? null,
    challenge,
    error: null,
    tokenProviderId: sentTo?.tokenProviderId ?? kept,
  };
}

/** A failure empties token and phone; a challenge that is used up goes as well, the choice of provider stays. */
function failed(state: SecondFactorState, failure: ExecutionFailure): SecondFactorState {
  const left = failure.kind === 'invalidToken' ? failure.attemptsLeft : null;
  const isOver = endsChallenge(failure) || left === 0;
  return {
    ...state,
    status: 'validationFailed',
    token: '',
    phone: null,
    error: failure,
    challenge:
      isOver || !state.challenge
        ? null
        : left === null
          ? state.challenge
          : { ...state.challenge, attemptsLeft: left },
  };
}

/** After these the orders must be signed anew. */
function endsChallenge(failure: ExecutionFailure): boolean {
  return ['expired', 'rejected', 'transactionChanged', 'outdated', 'notExecutable'].includes(failure.kind);
}

/** The provider the user chose or the only one there is. */
export function chosenProvider(state: SecondFactorState): Provider | null {
  return (
    state.challenge?.tokenProviders.find((offered) => offered.tokenProviderId === state.tokenProviderId) ??
    null
  );
}

/** What the dialog asks for now. */
export type SecondFactorStep = 'loading' | 'choose' | 'code' | 'approve' | 'over' | 'done';

/** Step of the dialog: choose a provider, type a code, approve elsewhere, or start anew after a failure. */
export function secondFactorStep(state: SecondFactorState): SecondFactorStep {
  if (state.status === 'validationSuccess') return 'done';
  if (!state.challenge) return state.error ? 'over' : 'loading';
  const { selectedTokenProviderId } = state.challenge;
  if (selectedTokenProviderId === null || selectedTokenProviderId !== state.tokenProviderId) return 'choose';
  return chosenProvider(state)?.tokenProviderType === 'bankDecoupled' ? 'approve' : 'code';
}

/** Seconds until the challenge expires, never below 0; null without one. */
export function secondsLeft(challenge: Challenge | null, now: number): number | null {
  if (!challenge) return null;
  return Math.max(0, Math.ceil((Date.parse(challenge.expiresAt) - now) / 1000));
}

/** "4:07" */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
