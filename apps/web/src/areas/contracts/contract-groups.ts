import type { ContractListItem, contractStats } from '@depotwerk/api/contracts';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import type * as z from 'zod/mini';
import { t } from '../../texts/texts.ts';

type Stats = Pick<z.output<typeof contractStats>, 'byTariff' | 'byInsurer'>;

/** A part of the list as the figures count it. */
interface Part {
  readonly count: number;
  readonly value: number;
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
  for (const [name, { count, value }] of parts) {
    const sum = sums.get(name) ?? { count: 0, value: 0 };
    sums.set(name, { count: sum.count + count, value: sum.value + value });
  }
  return new Map(
    [...sums].map(([name, { count, value }]) => [
      name,
      t('contracts.groupNote', { count, number: formatNumber(count), value: formatMoney(value) }),
    ]),
  );
}
