import type { ContractListItem, contractStats } from '@depotwerk/api/contracts/contracts';
import { formatNumber } from '@depotwerk/domain/number-text';
import type * as z from 'zod/mini';
import { t } from '../../texts/texts.ts';
import { knownSumText } from '../../ui/known-value.ts';

type Stats = Pick<z.output<typeof contractStats>, 'byTariff' | 'byInsurer'>;

/** A part of the list as the figures count it. */
interface Part {
  readonly count: number;
  readonly value: number;
  readonly unvaluedCount?: number | undefined;
}

/** How many contracts a group has and what they are worth, where the figures of the list say so: by tariff and by insurer. */
export function contractGroupNotes(
  groupBy: string | undefined,
  stats: Stats | undefined,
): ((contract: ContractListItem) => string | undefined) | undefined {
  if (stats === undefined) return undefined;
  if (groupBy === 'tariff.name') {
    const notes = notesByName(stats.byTariff.map((part) => [part.tariffName, part]));
    return ({ tariff }) => notes.get(tariff.name);
  }
  if (groupBy === 'insurer.insurerName') {
    const notes = notesByName(stats.byInsurer.map((part) => [part.insurerName, part]));
    return ({ insurer }) => notes.get(insurer?.insurerName ?? null);
  }
  return undefined;
}

/** By name, as the list groups: two of one name are one group. */
function notesByName(parts: readonly (readonly [string | null, Part])[]): Map<string | null, string> {
  const sums = new Map<string | null, Part>();
  for (const [name, { count, value, unvaluedCount = 0 }] of parts) {
    const sum = sums.get(name) ?? { count: 0, value: 0, unvaluedCount: 0 };
    sums.set(name, {
      count: sum.count + count,
      value: sum.value + value,
      unvaluedCount: (sum.unvaluedCount ?? 0) + unvaluedCount,
    });
  }
  return new Map(
    [...sums].map(([name, { count, value, unvaluedCount }]) => [
      name,
      t('contracts.groupNote', {
        count,
        number: formatNumber(count),
        value: knownSumText(value, unvaluedCount),
      }),
    ]),
  );
}
