import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { reachableSteps } from './step-states.ts';
import type { WizardFinding } from './wizard-context.ts';
import type { WizardDefinition, WizardStep } from './wizard-definition.ts';
import { addressOf } from './wizard-link.tsx';

interface Options<Draft extends object> {
  readonly definition: WizardDefinition<Draft>;
  readonly steps: readonly WizardStep<Draft>[];
  /** Step in the address. */
  readonly askedStep: string;
  readonly entityId: string | null;
  readonly findings: readonly WizardFinding[];
  /** A stored draft waits for a decision: it may open steps that seem locked. */
  readonly isWaiting: boolean;
  /** Search parameters that stay with the wizard, as text with their question mark. */
  readonly search: string;
}

export interface Visits<Draft> {
  /** The step on screen: the one asked for, else the last one that may be visited. */
  readonly step: WizardStep<Draft>;
  readonly previousStep: WizardStep<Draft> | undefined;
  readonly nextStep: WizardStep<Draft> | undefined;
  readonly visited: ReadonlySet<string>;
  readonly titleOf: (path: string) => string;
  readonly hrefOf: (path: string) => string;
  readonly openStep: (path: string) => void;
}

/** Which step is on screen, which ones were, and the way to the others. */
export function useVisits<Draft extends object>(options: Options<Draft>): Visits<Draft> {
  const { definition, steps, askedStep, entityId, findings, isWaiting, search } = options;
  const navigate = useNavigate();
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const paths = steps.map(({ path }) => path);
  const reachable = reachableSteps({
    steps: paths,
    current: askedStep,
    findings,
    isNew: entityId === null,
    visited,
  });
  const isAllowed = paths.includes(askedStep) && (isWaiting || reachable.includes(askedStep));
  const shownPath = isAllowed ? askedStep : paths.includes(askedStep) ? reachable.at(-1) : paths[0];
  const index = Math.max(
    0,
    steps.findIndex(({ path }) => path === shownPath),
  );
  const step = steps[index];
  if (step === undefined) throw new Error('A wizard needs steps');

  const hrefOf = (path: string) => definition.stepHref(entityId, path) + search;
  const openStep = (path: string) => {
    if (path !== step.path) void navigate(addressOf(hrefOf(path)));
  };
  const correction = step.path === askedStep ? null : hrefOf(step.path);
  useEffect(() => {
    if (correction !== null) void navigate({ ...addressOf(correction), replace: true });
  }, [correction, navigate]);
  if (!visited.has(step.path)) setVisited(new Set([...visited, step.path]));

  return {
    step,
    previousStep: steps[index - 1],
    nextStep: steps[index + 1],
    visited,
    titleOf: (path) => {
      const known = steps.find((candidate) => candidate.path === path);
      return known === undefined ? path : t(known.title);
    },
    hrefOf,
    openStep,
  };
}
