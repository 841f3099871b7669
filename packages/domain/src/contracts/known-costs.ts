import { unknownText } from '../unknown-text.ts';

/** What is missing in a sum of ongoing costs: names of funds, and what the contract takes. */
export type UnknownCosts = readonly string[];

/** What the costs of a side of a plan are without; nothing in plans stored before it was told. */
export const unknownCostsOf = (costs: {
  readonly unknownFunds?: readonly string[] | undefined;
  readonly isContractUnknown?: boolean | undefined;
}): UnknownCosts => [
  ...(costs.unknownFunds ?? []),
  ...(costs.isContractUnknown === true ? [contractCostsName] : []),
];

/** How funds of unknown costs count in the score of a contract: neither as free of costs nor as dear. */
export const unknownCostsInScore =
  'Fonds ohne bekannte Kosten zählen in der Bewertung wie der Durchschnitt ihrer Peergroup.';

/** The same where funds of unknown costs are held; null where the costs of all are known. */
export const scoreCostsText = (unknownFunds: readonly string[] = []): string | null =>
  unknownFunds.length === 0 ? null : unknownCostsInScore;

/** What the contract takes, as it is named among what is unknown. */
export const contractCostsName = 'Kosten des Vertrags';

/** A sum as it is written: what is known only in part is at least that much. */
export const leastSum = (sum: string, isWhole: boolean): string => (isWhole ? sum : `mindestens ${sum}`);

/** Whether a sum says anything: one that is without some and comes to nothing does not. */
export const isSumKnown = (sum: number, isWhole: boolean): boolean => isWhole || sum !== 0;

/** A sum of ongoing costs that is without some; unknown where nothing of it is known. */
export function leastCosts(sum: number, write: (sum: number) => string, unknown: UnknownCosts): string {
  const isWhole = unknown.length === 0;
  return isSumKnown(sum, isWhole) ? leastSum(write(sum), isWhole) : unknownText;
}

/** Says what sums of ongoing costs are without; null where they are whole. */
export const unknownCostsText = (unknown: UnknownCosts): string | null =>
  unknown.length === 0
    ? null
    : `Nicht bekannt und in den Summen nicht enthalten sind laufende Kosten: ${unknown.join(', ')}.`;
