import type { checkContract as checkContractCall } from '@depotwerk/api/optimization/optimization';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { ofContract } from '../contracts/public.ts';
import {
  type AdviceContractRow,
  adviceContractSelection,
  adviceContractTables,
  toDayNumber,
} from './advice-contract.ts';
import type { AssembledTariff } from './assemble-tariff.ts';
import { readCheckedContract } from './check-answer.view.ts';
import type { CheckResult } from './check-result.ts';
import { checkRow } from './check-row.ts';
import { lockAdvisedContract } from './lock-advised-contract.ts';
import { storeChecks } from './store-checks.ts';
import type { TariffData, TariffVerb } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

/**
 * Checks a contract now, stores score, risk and hints, and records who looked. The tariff's data is read before the
 * contract is locked; the contract itself under its lock, so that score and holdings belong together.
 * @throws 409 when there is nothing to check: no portfolio, or a tariff without classes
 */
export const checkContract: TariffVerb<typeof checkContractCall> = async (
  services,
  tariffs,
  context,
  input,
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.check');
  const contractId = input.params.id;
  const now = new Date(services.clock());
  const today = todayIn(context.zone, now);
  const prepare = () => tariffOf(services, tariffs, scope, contractId);
  const check = async (transaction: Transaction<Schema>, assembled: AssembledTariff) => {
    const contract = await lockAdvisedContract(transaction, scope, contractId, 'groupContracts.edit');
    const lastCheck = now.toISOString();
    const result = await checkLocked(transaction, contractId, assembled, today, lastCheck);
    await sql`update contracts set last_check = ${lastCheck}, last_checked_by = ${scope.userId},
        last_checked_by_name = ${actor.fullName} where id = ${contractId}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'contracts.check',
      objectType: 'contract',
      objectId: contractId,
      groupId: contract.group_id,
      before: { score: contract.contract_score, fingerprint: contract.check_fingerprint },
      after: { score: result.stored.contract_score, fingerprint: result.stored.check_fingerprint },
    });
    return readCheckedContract({ database: readerIn(transaction) }, scope, contractId, today);
  };
  return answerPrepared(services.database, context, 'checkContract', { contractId }, prepare, check);
};

/** The tariff of a contract the caller sees, or 404. */
export async function tariffOf(
  services: Services,
  tariffs: TariffData,
  scope: Scope,
  contractId: string,
): Promise<AssembledTariff> {
  const [stamps, rows] = await services.database.readMany<[{ stamp: string }, { tariff_id: string }]>(scope, [
    stampQuery,
    // A tariff that cannot be checked must not tell that a contract the caller does not see exists.
    ofContract<{ tariff_id: string }>(scope, contractId, () => ({
      selection: 'c.tariff_id',
      tables: '',
      tail: '',
    })),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('common.notFound');
  const assembled = await tariffs.tariff(scope, stamps[0]?.stamp ?? '', row.tariff_id);
  if (!assembled) throw new AppError('optimization.notCheckable');
  return assembled;
}

/** Checks a contract this transaction has locked, and stores what differs. */
export async function checkLocked(
  transaction: Transaction<Schema>,
  contractId: string,
  assembled: AssembledTariff,
  today: string,
  at: string,
): Promise<CheckResult> {
  const parameters = new Parameters();
  const day = parameters.add(today);
  const { rows } = await transaction.executeQuery<AdviceContractRow>(
    CompiledQuery.raw(
      `select ${adviceContractSelection} from contracts c ${adviceContractTables(day)}
        where c.tenant_id = app_tenant_id() and c.id = ${parameters.add(contractId)}`,
      parameters.values,
    ),
  );
  const [row] = rows;
  if (!row?.portfolio_id) throw new AppError('optimization.notCheckable');
  // The contract moved to another tariff between both reads.
  if (row.tariff_id !== assembled.tariff.tariffId) throw new AppError('common.inProgress', { retryAfter: 1 });
  const result = checkRow(row, assembled, toDayNumber(today));
  if (!result) throw new AppError('optimization.notCheckable');
  await storeChecks(
    transaction,
    [
      {
        contractId,
        portfolioId: row.portfolio_id,
        riskClassId: row.risk_class_id,
        tariffId: row.tariff_id,
        stored: result.stored,
        hints: result.hints(),
      },
    ],
    at,
  );
  return result;
}
