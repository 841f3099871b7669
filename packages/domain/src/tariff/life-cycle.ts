import { addMonths } from '../add-months.ts';
import { checkNumber, issueIf, type NumberLimits } from './rule-issues.ts';
import type { LifeCycleStepDraft, RuleIssue } from './tariff-drafts.ts';

/** From so many years before the end of a contract, its risk class is at most this one. */
export interface LifeCycleStep {
  readonly yearsBeforeEnd: number;
  readonly highestRiskClassId: number;
}

/** A step of one contract: the day it begins (`YYYY-MM-DD`) and the highest class from then on. */
export interface LifeCycleDay {
  readonly from: string;
  readonly highestRiskClassId: number;
}

export const mostLifeCycleSteps = 6;
const yearLimits: NumberLimits = { min: 1, max: 40, precision: 0 };
/** The highest of seven classes bounds nothing. */
const classLimits: NumberLimits = { min: 1, max: 6, precision: 0 };

type Steps = readonly LifeCycleStepDraft[] | null | undefined;

/** The steps that are filled in, the first to begin first. */
export const lifeCycleSteps = (drafts: Steps): LifeCycleStep[] =>
  (drafts ?? [])
    .flatMap(({ yearsBeforeEnd, highestRiskClassId }) =>
      yearsBeforeEnd === null || highestRiskClassId === null ? [] : [{ yearsBeforeEnd, highestRiskClassId }],
    )
    .toSorted((a, b) => b.yearsBeforeEnd - a.yearsBeforeEnd);

/** When the steps begin for a contract that ends on `endDate` (`YYYY-MM-DD`), the first one first. */
export const lifeCycleDays = (steps: readonly LifeCycleStep[], endDate: string): LifeCycleDay[] =>
  steps.map(({ yearsBeforeEnd, highestRiskClassId }) => ({
    from: addMonths(endDate, -12 * yearsBeforeEnd),
    highestRiskClassId,
  }));

/** The step a contract is in on a day, and the one that comes next; null without one. */
export function lifeCycleOn(
  days: readonly LifeCycleDay[],
  today: string,
): { readonly current: LifeCycleDay | null; readonly next: LifeCycleDay | null } {
  return {
    current: days.findLast(({ from }) => from <= today) ?? null,
    next: days.find(({ from }) => from > today) ?? null,
  };
}

/** The lower of a contract's own class and a step's; null without a class of its own. */
export const boundedClass = (riskClassId: number | null, highest: number | undefined): number | null =>
  riskClassId === null || highest === undefined ? riskClassId : Math.min(riskClassId, highest);

/**
 * The classes a contract is held to from today on, each with its first day: today's, then whenever a step brings it down;
 * empty without a class.
 */
export function classesAhead(
  riskClassId: number | null,
  days: readonly LifeCycleDay[],
  today: string,
): { readonly from: string; readonly riskClassId: number }[] {
  const first = boundedClass(riskClassId, lifeCycleOn(days, today).current?.highestRiskClassId);
  if (first === null) return [];
  let now = first;
  return [
    { from: today, riskClassId: first },
    ...days.flatMap(({ from, highestRiskClassId }) => {
      if (from <= today || highestRiskClassId >= now) return [];
      now = highestRiskClassId;
      return [{ from, riskClassId: now }];
    }),
  ];
}

/** Steps have to follow each other towards the end, each with a lower class than the one before. */
export function checkLifeCycle(drafts: Steps): RuleIssue[] {
  const steps = drafts ?? [];
  return [
    ...issueIf(steps.length > mostLifeCycleSteps, 'lifeCycle', 'tooManySteps', { max: mostLifeCycleSteps }),
    ...steps.flatMap(({ yearsBeforeEnd, highestRiskClassId }, index) => {
      const path = `lifeCycle[${index}]`;
      const before = steps[index - 1];
      const years = checkNumber(`${path}.yearsBeforeEnd`, yearsBeforeEnd, yearLimits);
      const classes = checkNumber(`${path}.highestRiskClassId`, highestRiskClassId, classLimits);
      return [
        ...years,
        ...issueIf(
          years.length === 0 && (yearsBeforeEnd ?? 0) >= (before?.yearsBeforeEnd ?? Number.POSITIVE_INFINITY),
          `${path}.yearsBeforeEnd`,
          'stepNotLater',
        ),
        ...classes,
        ...issueIf(
          classes.length === 0 &&
            (highestRiskClassId ?? 0) >= (before?.highestRiskClassId ?? Number.POSITIVE_INFINITY),
          `${path}.highestRiskClassId`,
          'stepNotLower',
        ),
      ];
    }),
  ];
}

/** "ab 5 Jahren vor dem Ende höchstens Risikoklasse 3". */
export const lifeCycleStepText = ({ yearsBeforeEnd, highestRiskClassId }: LifeCycleStep): string =>
  `ab ${yearsBeforeEnd === 1 ? '1 Jahr' : `${yearsBeforeEnd} Jahren`} vor dem Ende höchstens Risikoklasse ${highestRiskClassId}`;

/** All steps in one line; null without one. */
export function lifeCycleText(drafts: Steps): string | null {
  const steps = lifeCycleSteps(drafts);
  return steps.length === 0 ? null : steps.map(lifeCycleStepText).join('; ');
}
