import { classOf } from '@depotwerk/engine/advice/advice-check';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { type AdviceContractRow, classOn, toDayNumber } from './advice-contract.ts';
import type { TariffData } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

/** What of a contract decides which mix its tariff aims at. */
export type TargetedContract = Pick<AdviceContractRow, 'tariff_id' | 'risk_class_id' | 'end_date'>;

/** Weights by peer group a contract's tariff aims at today, summing to 1; null without class or tariff. */
export type TargetMix = (
  context: DbContext & { readonly tenantId: string },
  contract: TargetedContract,
  today: string,
) => Promise<ReadonlyMap<number, number> | null>;

/** Reads target mixes from the tariffs in memory. */
export function createTargetMix(reader: Reader, tariffs: TariffData): TargetMix {
  return async (context, contract, today) => {
    const [stamp] = await reader.read<{ stamp: string }>(context, stampQuery);
    const assembled = await tariffs.tariff(context, stamp?.stamp ?? '', contract.tariff_id);
    if (!assembled) return null;
    const riskClass = classOf(assembled.tariff, classOn(contract, assembled, toDayNumber(today)));
    if (!riskClass) return null;
    const weights = new Map<number, number>();
    assembled.tariff.peerGroups.forEach(({ peergroupId }, index) => {
      const weight = riskClass.targetWeights[index] ?? 0;
      if (weight > 0) weights.set(peergroupId, weight);
    });
    return weights.size === 0 ? null : weights;
  };
}
