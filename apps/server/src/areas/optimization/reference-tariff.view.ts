import type { Reader } from '../../platform/database/database.ts';
import type { AssembledTariff } from './assemble-tariff.ts';
import type { TariffData } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

/** What holdings of somebody without a contract are compared with; null where the house has nothing published. */
export type ReferenceTariff = (tenantId: string) => Promise<AssembledTariff | null>;

/**
 * Reads the tariff holdings are compared with before there is a contract: a published default tariff of the house, one of
 * depots first, then by key.
 */
export function createReferenceTariff(reader: Reader, tariffs: TariffData): ReferenceTariff {
  return async (tenantId) => {
    const context = { tenantId, userId: null };
    const [stamps, rows] = await reader.readMany<[{ stamp: string }, { id: string }]>(context, [
      stampQuery,
      {
        sql: `select t.id from tariffs t where t.tenant_id = $1 and not t.is_inactive
               and t.published_version_number is not null
               order by t.is_default desc, t.tariff_type_id = 1 desc, t.key, t.id limit 5`,
        parameters: [tenantId],
      },
    ]);
    for (const { id } of rows) {
      const assembled = await tariffs.tariff(context, stamps[0]?.stamp ?? '', id);
      if (assembled && assembled.tariff.classes.length > 0) return assembled;
    }
    return null;
  };
}
