import { hasEnded } from '../contracts/has-ended.ts';
import { planStateNames } from '../contracts/plan-states.ts';
import type { Due } from './optimization-days.ts';

/**
 * What became of a contract on the day it was due. `waiting`: a plan waits for an adviser; `released`: she has agreed,
 * it can be carried out; `executed`: the bank has carried it out, wholly or in part; `replaced`: another plan or a later day took its place, it was given up at
 * the contract, or the contract ended or left the tariff.
 */
export const continuousPlanStates = [
  'waiting',
  'released',
  'executed',
  'nothingToDo',
  'refused',
  'replaced',
  'skipped',
] as const;
export type ContinuousPlanState = (typeof continuousPlanStates)[number];

/** German words of the states. */
export const continuousPlanStateNames: Readonly<Record<ContinuousPlanState, string>> = {
  waiting: 'Wartet auf Freigabe',
  released: 'Freigegeben',
  executed: 'Ausgeführt',
  nothingToDo: 'Kein Handlungsbedarf',
  refused: 'Abgelehnt',
  replaced: 'Hinfällig',
  skipped: 'Übersprungen',
};

/**
 * What the state of a look is called: where the bank carried out a part only, the plan's own word.
 * @param isPartlyExecuted absent = nobody says so
 */
export const continuousPlanStateName = ({
  state,
  isPartlyExecuted = false,
}: {
  readonly state: ContinuousPlanState;
  readonly isPartlyExecuted?: boolean | undefined;
}): string =>
  state === 'executed' && isPartlyExecuted ? planStateNames.partlyConfirmed : continuousPlanStateNames[state];

/** States of a look whose plan is there to be decided about or carried out. */
export const openLookStates = ['waiting', 'released'] as const satisfies readonly ContinuousPlanState[];
type OpenLookState = (typeof openLookStates)[number];

const isOpenState = (state: ContinuousPlanState): state is OpenLookState =>
  openLookStates.some((open) => open === state);

/** Whether a plan of a look is there to be decided about or carried out. */
export const isPlanOpen = ({ state }: { readonly state: ContinuousPlanState }): boolean => isOpenState(state);

const overTexts: Readonly<Record<Exclude<ContinuousPlanState, OpenLookState>, string>> = {
  executed: 'Die Bank hat diesen Vorschlag schon ausgeführt, ganz oder zum Teil.',
  nothingToDo: 'Der Vertrag wurde inzwischen neu geplant: Es besteht kein Handlungsbedarf mehr.',
  refused: 'Diesen Vorschlag hat inzwischen schon jemand abgelehnt.',
  replaced: 'Der Vorschlag ist inzwischen hinfällig.',
  skipped: 'Der Vertrag wurde inzwischen neu geplant und dabei übersprungen.',
};

/** Why nothing is done any more with a plan somebody still saw waiting: what became of it since, in German; null = it is open. */
export const overText = (state: ContinuousPlanState): string | null =>
  isOpenState(state) ? null : overTexts[state];

/** Why an open plan of a look is void although no run took its place, in German: the bank refused its orders, or it was given up at the contract. */
export const voidTexts = {
  bank: 'Die Bank hat die Aufträge abgelehnt.',
  contract: 'Der Vorschlag wurde im Vertrag verworfen oder durch einen anderen ersetzt.',
} as const;
type VoidCause = keyof typeof voidTexts;
export const voidCauses = ['bank', 'contract'] as const satisfies readonly VoidCause[];

/** The newest look at a contract, as it is stored. */
export interface LastLook {
  readonly dueDate: string;
  readonly state: ContinuousPlanState;
  /** Its plan does not fit any more what it was made from, or its prices are too old to act on: it cannot be carried out. */
  readonly isPlanOutdated: boolean;
  /** A run gave it up for a reason of `lapseTexts`, and nothing of it stands open. */
  readonly isLapsed?: boolean;
  /** Since then a version of its tariff came into force that adjusts portfolios at once. */
  readonly isOfFormerVersion?: boolean;
}

/**
 * The day to look at a contract for, null where nothing is to be done: a day that was not looked at yet, one that was
 * skipped, or one whose waiting plan cannot be carried out any more. What was done, refused or replaced stays so until the next day due;
 * what a run gave up is looked at again while its day still counts: its end was corrected, or its tariff is back. So is what needed
 * nothing by a version that was put right on its very day: the later one adjusts at once as well.
 */
export function dayToLookAt(due: Due | null, last: LastLook | null): string | null {
  if (due !== null && (last === null || last.dueDate < due.day)) return due.day;
  if (last === null) return null;
  if (last.state === 'skipped') return last.dueDate;
  const isOfFormerVersion = last.state === 'nothingToDo' && last.isOfFormerVersion === true;
  if (last.isLapsed === true || isOfFormerVersion) return due?.day === last.dueDate ? due.day : null;
  return isPlanOpen(last) && last.isPlanOutdated ? last.dueDate : null;
}

/** Why what waited is given up without anybody's decision, in German. */
export const lapseTexts = {
  ended: 'Der Vertrag ist beendet.',
  notOptimized: 'Der Tarif des Vertrags optimiert nicht mehr laufend.',
} as const;
export type Lapse = keyof typeof lapseTexts;

/** What says whether a contract is planned at all; its end as `YYYY-MM-DD`. */
export interface PlannedContract {
  readonly endDate: string | null;
  readonly tariffId: string | null;
}

/**
 * Why no run would plan a contract any more; null = one would.
 * @param dueTariffIds tariffs whose contracts can become due
 */
export function lapseOf(
  { endDate, tariffId }: PlannedContract,
  dueTariffIds: readonly string[],
  today: string,
): Lapse | null {
  if (hasEnded(endDate, today)) return 'ended';
  return tariffId === null || !dueTariffIds.includes(tariffId) ? 'notOptimized' : null;
}
