import type { Challenge } from '@depotwerk/api/challenge';
import { getSecondFactorState } from '@depotwerk/api/traders/trader-execution';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { AttemptKeys } from '../../../platform/attempt-keys.ts';
import type { ExecutionFailure } from '../execution-failure.ts';
import { executionFailureOf } from '../execution-failure.ts';
import type { SecondFactorState, SecondFactorStep } from './second-factor-machine.ts';
import {
  chosenProvider,
  initialSecondFactor,
  resendIn,
  secondFactorAfter,
  secondFactorStep,
  secondsLeft,
} from './second-factor-machine.ts';

/** What every step sends; all null opens the challenge. */
export interface SecondFactorPayload {
  readonly tokenProviderType: Challenge['tokenProviders'][number]['tokenProviderType'] | null;
  readonly tokenProviderId: string | null;
  readonly token: string | null;
}

export interface SecondFactorOptions {
  /** Sends one step; null = done. The key recognises a repetition. */
  send: (payload: SecondFactorPayload, idempotencyKey: string) => Promise<Challenge | null>;
  onDone: () => void;
  /** Failures the dialog does not explain itself. */
  onGiveUp: (failure: Extract<ExecutionFailure, { kind: 'generic' | 'nothing' }>) => void;
}

export interface SecondFactor {
  readonly state: SecondFactorState;
  readonly step: SecondFactorStep;
  readonly isBusy: boolean;
  /** Seconds until the challenge expires. */
  readonly left: number | null;
  /** Seconds until a code may be asked for again. */
  readonly resendIn: number;
  readonly chooseProvider: (tokenProviderId: string) => void;
  readonly typeToken: (token: string) => void;
  /** Asks for a code or an approval. */
  readonly requestToken: () => void;
  readonly submitToken: () => void;
  /** Sends the payload that was refused once more. */
  readonly retry: () => void;
  readonly restart: () => void;
}

const nothing: SecondFactorPayload = { tokenProviderType: null, tokenProviderId: null, token: null };

/** Drives a second factor: opens the challenge, requests codes, polls approvals, sends the token. */
export function useSecondFactor({ send, onDone, onGiveUp }: SecondFactorOptions): SecondFactor {
  const [state, dispatch] = useReducer(secondFactorAfter, initialSecondFactor);
  const [isBusy, setBusy] = useState(false);
  const [keys] = useState(() => new AttemptKeys());
  const [requestedAt, setRequestedAt] = useState(0);
  const last = useRef({ payload: nothing, isLast: false });
  const isStarted = useRef(false);
  const step = secondFactorStep(state);
  const now = useNow(state.challenge !== null);
  const left = state.challenge && secondsLeft(state.challenge, now);
  const provider = chosenProvider(state);

  const run = async (
    payload: SecondFactorPayload,
    { isLast, isRetry = false }: { isLast: boolean; isRetry?: boolean },
  ): Promise<void> => {
    last.current = { payload, isLast };
    setBusy(true);
    try {
      const challenge = await send(payload, keys.keyFor(payload));
      keys.settle();
      if (challenge) {
        if (payload.tokenProviderId !== null) setRequestedAt(Date.now());
        dispatch({ kind: 'challenged', challenge });
      } else {
        dispatch({ kind: 'succeeded' });
        onDone();
      }
    } catch (error) {
      const failure = executionFailureOf(error, isLast);
      // A lost answer keeps its key: the server must recognise the repetition.
      if (failure.kind !== 'nothing' && failure.kind !== 'unclear') keys.settle();
      // What the bank refused has used the signing up: trying again means signing again.
      if (isRetry && failure.kind === 'expired') {
        dispatch({ kind: 'restarted' });
        return await run(nothing, { isLast: false });
      }
      dispatch({ kind: 'failed', failure });
      if (failure.kind === 'generic' || failure.kind === 'nothing') onGiveUp(failure);
    } finally {
      setBusy(false);
    }
  };

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void run(nothing, { isLast: false });
    // Opens the challenge once, whatever is rendered later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    if (left === 0 && step !== 'done' && !isBusy) dispatch({ kind: 'expired' });
  }, [left, step, isBusy]);

  const payloadOf = (token: string | null): SecondFactorPayload | null =>
    provider && {
      tokenProviderType: provider.tokenProviderType,
      tokenProviderId: provider.tokenProviderId,
      token,
    };
  usePolling(step === 'approve' && !isBusy ? state.challenge : null, (answer) => {
    if (answer === 'rejected') dispatch({ kind: 'failed', failure: { kind: 'rejected' } });
    if (answer === 'expired') dispatch({ kind: 'expired' });
    const payload = payloadOf(null);
    if (answer === 'confirmed' && payload) void run(payload, { isLast: true });
  });

  return {
    state,
    step,
    isBusy,
    left,
    resendIn: resendIn(requestedAt, now),
    chooseProvider: (tokenProviderId) => dispatch({ kind: 'providerChosen', tokenProviderId }),
    typeToken: (token) => dispatch({ kind: 'tokenTyped', token }),
    requestToken: () => {
      const payload = payloadOf(null);
      if (payload) void run(payload, { isLast: false });
    },
    submitToken: () => {
      const payload = payloadOf(state.token.trim());
      if (payload && state.token.trim() !== '') void run(payload, { isLast: true });
    },
    retry: () => void run(last.current.payload, { isLast: last.current.isLast, isRetry: true }),
    restart: () => {
      dispatch({ kind: 'restarted' });
      void run(nothing, { isLast: false });
    },
  };
}

/** The field of a code, which is looked for as soon as a code is asked for. */
export function useCodeField(step: SecondFactorStep) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (step === 'code') field.current?.focus();
  }, [step]);
  return field;
}

/** The machine's clock, every half second while something counts down. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

const defaultPollSeconds = 3;

/** Asks for the state of a challenge as often as the server wishes, until it is decided. */
function usePolling(
  challenge: Challenge | null,
  onDecided: (state: 'confirmed' | 'rejected' | 'expired') => void,
): void {
  const challengeId = challenge?.challengeId ?? '';
  const seconds = challenge?.pollAfterSeconds ?? defaultPollSeconds;
  const { data } = useQuery({
    queryKey: ['second-factor', challengeId],
    queryFn: ({ signal }) => callApi(getSecondFactorState, { params: { challengeId } }, { signal }),
    enabled: challenge !== null,
    refetchInterval: (query) =>
      query.state.data?.state === 'pending' || !query.state.data ? seconds * 1000 : false,
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  });
  const decided = data && data.state !== 'pending' && challenge !== null ? data.state : null;
  const told = useRef('');
  useEffect(() => {
    if (decided === null || told.current === challengeId) return;
    told.current = challengeId;
    onDecided(decided);
  }, [decided, challengeId, onDecided]);
}
