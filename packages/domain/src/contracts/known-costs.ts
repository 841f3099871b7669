import { unknownText } from '../unknown-text.ts';

/** Names of funds held whose ongoing costs nobody knows; absent in what was stored before it was told. */
export type UnknownCosts = readonly string[] | undefined;

/** A sum as it is written: what is known only in part is at least that much. */
export const leastSum = (sum: string, isWhole: boolean): string => (isWhole ? sum : `mindestens ${sum}`);

/** A sum of ongoing costs that is without those of some funds; unknown where nothing of it is known. */
export function leastCosts(sum: number, write: (sum: number) => string, unknown: UnknownCosts): string {
  const isWhole = unknown === undefined || unknown.length === 0;
  return isWhole || sum !== 0 ? leastSum(write(sum), isWhole) : unknownText;
}

/** Says which funds a sum of ongoing costs is without; null where it is whole. */
export const unknownCostsText = (unknown: UnknownCosts): string | null =>
  unknown === undefined || unknown.length === 0
    ? null
    : `Für folgende Fonds liegen keine laufenden Kosten vor; in den Summen fehlen sie: ${unknown.join(', ')}.`;
