import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { checkAsShown, ofContract } from '../contracts/public.ts';
import {
  type AdviceContractRow,
  adviceContractSelection,
  adviceContractTables,
  toDayNumber,
} from './advice-contract.ts';
import { checkRow } from './check-row.ts';
import type { TariffData } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

/** What a check would store of a contract now, as the overview shows it. */
export type CheckedNow = ReturnType<typeof checkAsShown>;

/**
 * Checks a contract that was checked before against the fund data of this moment, and stores nothing: after new key figures it
 * takes a while until the check of the whole house comes to it. Null where it was never checked, or cannot be any more.
 */
export async function readCheckedNow(
  services: ReadServices,
  tariffs: TariffData,
  scope: Scope,
  contractId: string,
  today: string,
  now: number,
): Promise<CheckedNow | null> {
  const [stamps, rows] = await services.database.readMany<[{ stamp: string }, AdviceContractRow]>(scope, [
    stampQuery,
    ofContract<AdviceContractRow>(scope, contractId, (parameters) => ({
      selection: adviceContractSelection,
      tables: adviceContractTables(parameters.add(today)),
      tail: 'and c.check_fingerprint is not null',
    })),
  ]);
  const [row] = rows;
  if (!row?.portfolio_id) return null;
  const assembled = await tariffs.tariff(scope, stamps[0]?.stamp ?? '', row.tariff_id);
  const stored = assembled && checkRow(row, assembled, toDayNumber(today))?.stored;
  if (!stored) return null;
  return checkAsShown({ ...stored, score_calculated_at: new Date(now).toISOString() });
}
