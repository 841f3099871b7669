import { addMonths } from '@depotwerk/domain/add-months';
import { dueDay, optimizationDaysUntil } from '@depotwerk/domain/continuous-optimization/optimization-days';
import { planObstacleOf } from '@depotwerk/domain/contracts/plan-obstacles';
import { isInterval } from '@depotwerk/domain/interval';
import { hintAnswer } from '@depotwerk/domain/tariff/hint-choices';
import type { AssembledTariff } from '../assemble-tariff.ts';
import type { StoredTariffContent } from '../tariff-content-rows.view.ts';
import { dayNumberOf, type EffectRow } from '../version-effect.view.ts';
import { type PlannedYear, plannedYear } from './planned-year.ts';

export type { PlannedYear };

/** When a version has contracts planned within a year from today on. */
export interface VersionYear {
  /** ISO days, oldest first. */
  readonly days: readonly string[];
  /** Hints it answers with "Ja, automatisch einplanen". */
  readonly automaticHints: ReadonlySet<number>;
  readonly today: string;
}

/**
 * The days of a version's calendar in the twelve months after today; today as well where it comes into force today and
 * adjusts portfolios at once, or its calendar has today.
 */
export function versionYear(
  { tariff }: Pick<StoredTariffContent, 'tariff'>,
  today: string,
  comesIntoForce: boolean,
): VersionYear {
  const { continuousOptimization: isOn, optimizationInterval, optimizationStart: start } = tariff;
  const interval =
    optimizationInterval !== null && isInterval(optimizationInterval) ? optimizationInterval : null;
  const days = isOn ? optimizationDaysUntil({ interval, start }, today, addMonths(today, 12)) : [];
  const calendar = { interval, start, adjustsNow: tariff.makePortfolioAdjustmentsNow, inForceSince: today };
  const isNow =
    isOn && comesIntoForce && dueDay(calendar, { startDate: today, hintDay: null }, today) !== null;
  const answers = Object.entries({ ...tariff.optimizationHints, ...tariff.optimizationHintsExpert });
  return {
    days: isNow ? [today, ...days] : days,
    automaticHints: new Set(
      answers.flatMap(([hint, answer]) => (answer === hintAnswer.automatic ? [Number(hint)] : [])),
    ),
    today,
  };
}

/** What of a version decides when it plans, for comparing two contents. */
export const calendarOf = ({ tariff }: Pick<StoredTariffContent, 'tariff'>) => [
  tariff.continuousOptimization,
  tariff.optimizationInterval,
  tariff.optimizationStart,
  tariff.makePortfolioAdjustmentsNow,
  tariff.optimizationHints,
  tariff.optimizationHintsExpert,
];

/** The days of a contract: of the calendar while it runs, and today for a hint that is planned by itself. */
export function daysOfContract(
  { days, automaticHints, today }: VersionYear,
  { start_date: start, end_date: end }: Pick<EffectRow, 'start_date' | 'end_date'>,
  hintIds: Iterable<number>,
): string[] {
  const isRunning = (day: string) => day >= start && (end === null || day < end);
  const isHinted = isRunning(today) && [...hintIds].some((id) => automaticHints.has(id));
  const own = days.filter(isRunning);
  return isHinted && own[0] !== today ? [today, ...own] : own;
}

/**
 * What the version would plan on these days. A contract of a blocked customer is skipped on all of them; what else keeps it
 * from being planned today (reported changes, an open plan, orders at the bank) is dealt with until the next one.
 */
export function yearOfContract(
  row: EffectRow,
  assembled: AssembledTariff,
  days: readonly string[],
  today: string,
): PlannedYear {
  const obstacle = planObstacleOf(row);
  const [open, hindered] =
    obstacle === null
      ? [days, []]
      : obstacle === 'customerBlocked'
        ? [[], days]
        : [days.filter((day) => day !== today), days.filter((day) => day === today)];
  const year = plannedYear(row, assembled, open, dayNumberOf(today));
  return { ...year, looks: days.length, skipped: year.skipped + hindered.length };
}
