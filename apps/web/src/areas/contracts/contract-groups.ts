import type { contractStats } from '@depotwerk/api/contracts';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import type * as z from 'zod/mini';
import { t } from '../../texts/texts.ts';
import type { ContractListItem } from './contract-types.ts';

type Stats = Pick<z.output<typeof contractStats>, 'byTariff' | 'byInsurer'>;

/** How many contracts a group has and what they are worth, where the figures of the list say so: by tariff and by insurer. */
export function contractGroupNotes(
  groupBy: string | undefined,
  stats: Stats | undefined,
): ((contract: ContractListItem) => string | undefined) | undefined {
  if (stats === undefined) return undefined;
  const words = ({ count, value }: { count: number; value: number }) =>
    t('contracts.groupNote', { count, number: formatNumber(count), value: formatMoney(value) });
  if (groupBy === 'tariff.name') {
    const notes = new Map(stats.byTariff.map((part) => [part.tariffId, words(part)]));
    return ({ tariff }) => notes.get(tariff.id);
  }
  if (groupBy === 'insurer.insurerName') {
    const notes = new Map(stats.byInsurer.map((part) => [part.insurerId, words(part)]));
    return ({ insurer }) => notes.get(insurer?.id ?? null);
  }
  return undefined;
}
