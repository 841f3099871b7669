import { overlaps, type Validity } from '@depotwerk/domain/master-data/check-cost-model';
import type { CostModelDraft } from '@depotwerk/domain/master-data/cost-model-fields';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { refuseIssues, unknownReference } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * Makes sure that of one tariff only one cost model is in force on any day, and that it is the tariff's insurer's.
 * The tariff's row is locked, so that of two callers at once the second one sees the first one's model.
 * @throws 400 for a tariff that is not there or belongs to another insurer, 409 with the model that is in force
 */
export async function claimPeriod(
  transaction: Transaction<Schema>,
  draft: Pick<CostModelDraft, 'tariffId' | 'insurerId' | 'validFrom' | 'validTo'>,
  ownId: number | null,
): Promise<void> {
  if (draft.tariffId === null || draft.validFrom === null) return;
  const { rows: tariffs } = await sql<{ insurer_id: number | null }>`
    select insurer_id from tariffs where id = ${draft.tariffId} for no key update`.execute(transaction);
  const tariff = tariffs[0];
  if (!tariff) throw unknownReference('tariffId');
  if (draft.insurerId !== null && draft.insurerId !== tariff.insurer_id) {
    refuseIssues([{ path: 'insurerId', code: 'insurerOfTariff' }]);
  }
  const { rows } = await sql<Validity & { name: string }>`
    select cost_model_name as name, valid_from as "validFrom", valid_to as "validTo" from cost_models
     where tariff_id = ${draft.tariffId} and id is distinct from ${ownId} order by valid_from`.execute(
    transaction,
  );
  const period = { validFrom: draft.validFrom, validTo: draft.validTo };
  const other = rows.find((row) => overlaps(row, period));
  if (other) {
    throw new AppError('costModels.overlap', {
      params: { name: other.name },
      validation: [{ path: 'validFrom', code: 'overlap', params: { name: other.name } }],
    });
  }
}
