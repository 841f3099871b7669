import type { deleteDepot as deleteDepotCall } from '@depotwerk/api/traders/trader-depots';
import { type HolderCandidate, isHolderName } from '@depotwerk/domain/holder-name';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { hasGroupRight } from '../../../platform/group-right.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { depotCondition, depotOwnerJoin, linkedContractCondition } from './visible-depots.view.ts';

/**
 * Removes the link between a depot and its contract, and nothing else: contract, history and the depot at the bank
 * stay. Differences that waited for a decision go with the link, and so does a customer who is not its holder.
 * Whoever is responsible for the contract may do so, and whoever is for the depot's holder.
 * @throws 404, 403, 412 when the depot changed since it was read, 409 while orders are open at the bank
 */
export const deleteDepot: Verb<typeof deleteDepotCall, Pick<Services, 'database'>> = async (
  services,
  context,
  input,
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'traderDepots.delete');
  await services.database.transaction(scope, async (transaction) => {
    const depot = await readLinked(transaction, scope, input.params.id);
    if (!depot.groupIds.some((groupId) => hasGroupRight(scope, 'groupContracts.edit', groupId))) {
      throw new AppError('auth.forbidden');
    }
    const contract = await lockContractOf(transaction, depot);
    const { rows } = await sql<{ row_version: number }>`select row_version from trader_depots
      where tenant_id = app_tenant_id() and id = ${depot.id} and contract_id = ${contract.id} for update`.execute(
      transaction,
    );
    const version = rows[0]?.row_version;
    if (version === undefined) throw notFound();
    if (version !== context.ifMatch) {
      throw new AppError('common.versionConflict', { current: { rowVersion: version } });
    }
    await refuseOpenOrders(transaction, contract.id);
    const keepsHolder = await isOfItsHolder(transaction, depot.id);
    await sql`update trader_depots set contract_id = null, state = 'new', revision = null, dealt_with = null,
        customer_id = case when ${keepsHolder} then customer_id end
       where tenant_id = app_tenant_id() and id = ${depot.id}`.execute(transaction);
    await sql`update contracts set is_linked = false where tenant_id = app_tenant_id() and id = ${contract.id}`.execute(
      transaction,
    );
    await sql`delete from contract_pending_changes
       where tenant_id = app_tenant_id() and contract_id = ${contract.id} and processed_at is null`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor,
      action: 'traderDepots.unlink',
      objectType: 'traderDepot',
      objectId: depot.id,
      groupId: contract.groupId,
      before: {
        contractId: depot.contractId,
        externalKey: depot.externalKey,
        issuerId: depot.issuerId,
        id: depot.id,
      },
      details: { contractId: contract.id, externalKey: depot.externalKey },
    });
  });
};

interface LinkedDepot {
  readonly id: string;
  readonly contractId: string;
  readonly externalKey: string;
  readonly issuerId: number;
  /** Groups of the contract and of the holder, as far as the caller sees them: a right in either is enough. */
  readonly groupIds: readonly (string | null)[];
}

async function readLinked(
  transaction: Transaction<Schema>,
  scope: Scope,
  depotId: string,
): Promise<LinkedDepot> {
  const parameters = new Parameters();
  const { rows } = await transaction.executeQuery<
    Omit<LinkedDepot, 'groupIds'> & {
      seesContract: boolean;
      contractGroupId: string | null;
      seesHolder: boolean;
      holderGroupId: string | null;
    }
  >(
    CompiledQuery.raw(
      `select d.id, d.contract_id as "contractId", d.external_key as "externalKey", d.issuer_id as "issuerId",
          ${linkedContractCondition(scope, parameters)} as "seesContract", k.group_id as "contractGroupId",
          coalesce(u.id is not null and ${depotCondition(scope, parameters)}, false) as "seesHolder",
          u.group_id as "holderGroupId"
         from trader_depots d join contracts k on k.tenant_id = d.tenant_id and k.id = d.contract_id ${depotOwnerJoin}
        where d.tenant_id = app_tenant_id() and d.id = ${parameters.add(depotId)}`,
      parameters.values,
    ),
  );
  const row = rows[0];
  if (!row || !(row.seesContract || row.seesHolder)) throw notFound();
  const { seesContract, contractGroupId, seesHolder, holderGroupId, ...depot } = row;
  const groupIds = [...(seesContract ? [contractGroupId] : []), ...(seesHolder ? [holderGroupId] : [])];
  return { ...depot, groupIds };
}

/**
 * Whether the customer a depot was kept for is his without the link: it was opened for him, or the bank names him. One it
 * was linked to although the names differ is forgotten with the link, or he would go on seeing a stranger's depot.
 */
async function isOfItsHolder(transaction: Transaction<Schema>, depotId: string): Promise<boolean> {
  const { rows } = await sql<HolderCandidate & { holderName: string; isOpened: boolean }>`
    select d.holder_name as "holderName", u.first_name as "firstName", u.last_name as "lastName",
        u.company_name as "companyName", exists (select from depot_openings o
          where o.tenant_id = d.tenant_id and o.trader_depot_id = d.id) as "isOpened"
      from trader_depots d join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
     where d.tenant_id = app_tenant_id() and d.id = ${depotId}`.execute(transaction);
  const [kept] = rows;
  return kept !== undefined && (kept.isOpened || isHolderName(kept.holderName, kept));
}

/** Locked before the depot, as everything that changes both does. */
async function lockContractOf(
  transaction: Transaction<Schema>,
  { contractId }: LinkedDepot,
): Promise<{ readonly id: string; readonly groupId: string | null }> {
  const { rows } = await sql<{ id: string; groupId: string | null }>`
    select id, group_id as "groupId" from contracts where tenant_id = app_tenant_id() and id = ${contractId}
       for update`.execute(transaction);
  const contract = rows[0];
  if (!contract) throw notFound();
  return contract;
}

async function refuseOpenOrders(transaction: Transaction<Schema>, contractId: string): Promise<void> {
  const { rows } = await sql`select 1 from trader_orders where tenant_id = app_tenant_id()
     and contract_id = ${contractId} and state in ('prepared', 'sent', 'unknown') limit 1`.execute(
    transaction,
  );
  if (rows.length > 0) throw new AppError('contracts.hasOpenOrders');
}
