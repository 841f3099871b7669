import type { Challenge } from '@depotwerk/api/challenge';
import type { ExecutionFailure } from '../execution-failure.ts';

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
  const kept = isOffered(state.tokenProviderId) ? state.tokenProviderId : onlyProvider(tokenProviders);
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
  return [
    'expired',
    'rejected',
    'transactionChanged',
    'outdated',
    'notExecutable',
    'unclear',
    'orderRunning',
  ].includes(failure.kind);
}

/** What a bank offers to confirm with, in a challenge or while it is linked. */
type Offer = Pick<Challenge, 'tokenProviders' | 'selectedTokenProviderId'>;

/** The provider that needs no choosing: there is no other. */
export const onlyProvider = ([first, ...others]: Offer['tokenProviders']): string | null =>
  first !== undefined && others.length === 0 ? first.tokenProviderId : null;

/** The provider of this id among those offered. */
export const offeredProvider = (
  { tokenProviders }: Pick<Offer, 'tokenProviders'>,
  tokenProviderId: string | null,
): Provider | null => tokenProviders.find((offered) => offered.tokenProviderId === tokenProviderId) ?? null;

/** The provider the user chose or the only one there is. */
export const chosenProvider = ({ challenge, tokenProviderId }: SecondFactorState): Provider | null =>
  challenge && offeredProvider(challenge, tokenProviderId);

/** What an offer asks for once a provider is chosen: asking the bank for it, its code, or an approval elsewhere. */
export function offerStep(offer: Offer, tokenProviderId: string | null): 'choose' | 'code' | 'approve' {
  const chosen = offeredProvider(offer, tokenProviderId);
  if (chosen === null || offer.selectedTokenProviderId !== tokenProviderId) return 'choose';
  return chosen.tokenProviderType === 'bankDecoupled' ? 'approve' : 'code';
}

/** What the dialog asks for now. */
export type SecondFactorStep = 'loading' | 'choose' | 'code' | 'approve' | 'over' | 'done';

/** Step of the dialog: choose a provider, type a code, approve elsewhere, or start anew after a failure. */
export function secondFactorStep(state: SecondFactorState): SecondFactorStep {
  if (state.status === 'validationSuccess') return 'done';
  if (!state.challenge) return state.error ? 'over' : 'loading';
  return offerStep(state.challenge, state.tokenProviderId);
}

/** Seconds until what waits for a confirmation expires, never below 0. */
export const secondsLeft = ({ expiresAt }: Pick<Challenge, 'expiresAt'>, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));

const resendPause = 30;

/** Seconds until a code may be asked for again, after one was asked for; 0 = now. */
export const resendIn = (requestedAt: number, now: number): number =>
  Math.min(resendPause, Math.max(0, Math.ceil(resendPause - (now - requestedAt) / 1000)));

/** "4:07" */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
