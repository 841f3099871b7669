import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AutomaticAnswer, AutomaticRequest } from './allocation-queries.ts';
import { computeAllocation } from './allocation-queries.ts';
import { AutomaticRun, type AutomaticState } from './automatic-run.ts';

export interface AutomaticAllocation {
  readonly state: AutomaticState;
  readonly answer: AutomaticAnswer | null;
  readonly computeNow: () => void;
}

/**
 * Computation of an automatic matrix while its page is open (`AutomaticRun`).
 *
 * @param request what it depends on; null while something is missing
 */
export function useAutomaticRun(
  request: AutomaticRequest | null,
  isMarked: boolean,
  onAnswer: (answer: AutomaticAnswer) => void,
): AutomaticAllocation {
  const [run] = useState(() => new AutomaticRun(computeAllocation));
  useSyncExternalStore(
    (listener) => run.topics.subscribe('state', listener),
    () => run.topics.version('state'),
  );
  useEffect(() => run.use(onAnswer));
  useEffect(() => run.demand(request, isMarked), [run, request, isMarked]);
  useEffect(() => () => run.stop(), [run]);
  return { state: run.state, answer: run.answer, computeNow: () => run.computeNow() };
}
