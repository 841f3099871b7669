import type { WizardFinding } from './wizard-context.ts';

/**
 * `current` is on screen; `done` was seen and is right; `invalid` is shown as wrong; `open` may be visited; `locked`
 * waits for an earlier one.
 */
export type StepState = 'current' | 'done' | 'invalid' | 'open' | 'locked';

export interface StepProgress {
  readonly steps: readonly string[];
  readonly current: string;
  readonly findings: readonly WizardFinding[];
  /** On an existing object every step is open and shows its errors. */
  readonly isNew: boolean;
  /** Steps the user has seen. */
  readonly visited: ReadonlySet<string>;
}

/** Steps that may be visited: all of an existing object; of a new one those whose earlier steps are right. */
export function reachableSteps({ steps, findings, isNew }: StepProgress): readonly string[] {
  if (!isNew) return steps;
  const firstWrong = steps.findIndex((step) => findings.some((finding) => finding.step === step));
  return firstWrong === -1 ? steps : steps.slice(0, firstWrong + 1);
}

/** State of each step in the list. */
export function stepStates(progress: StepProgress): ReadonlyMap<string, StepState> {
  const { steps, current, findings, isNew, visited } = progress;
  const reachable = new Set(reachableSteps(progress));
  // Who comes back to a draft at its fifth step was at the four before it.
  const furthest = Math.max(...steps.map((step, at) => (step === current || visited.has(step) ? at : -1)));
  return new Map(
    steps.map((step, at): [string, StepState] => {
      if (step === current) return [step, 'current'];
      const isWrong = findings.some((finding) => finding.step === step);
      const isSeen = !isNew || at <= furthest;
      if (isWrong && isSeen) return [step, 'invalid'];
      if (!reachable.has(step)) return [step, 'locked'];
      return [step, isSeen ? 'done' : 'open'];
    }),
  );
}
