import type { CallInput } from '@depotwerk/api/call';
import type { linkDepotToContract } from '@depotwerk/api/traders/trader-depots';
import { contractMatchKey } from '@depotwerk/domain/book/book-fields';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { startingTokenOf } from '../../../platform/sessions/starter-scope.ts';
import { lockContract } from '../../contracts/public.ts';
import { remoteRefreshType } from '../refresh/remote-refresh-job.ts';
import { createDepotContract, readTariffForDepot } from './create-depot-contract.ts';
import { lockUnlinkedDepots, type UnlinkedDepot } from './lock-depots.ts';
import { type LinkedCustomer, readLinkedCustomer, requireHolder } from './require-holder.ts';

type Input = CallInput<typeof linkDepotToContract>;
/** The contract a depot is linked to. */
interface Target {
  readonly contractId: string;
  readonly groupId: string | null;
  readonly customer: LinkedCustomer;
  readonly isNew: boolean;
}

/**
 * Links a depot to a contract of the same institution, or to a new one, and lets its data be read from the bank. The
 * contract takes the depot's number: from here on both are known by it.
 * @throws 404 for a depot or contract that is missing or foreign, 409 when either is linked or holder and customer differ
 * and nobody confirmed it, 400 when they belong to different institutions or the bank rejected the depot
 */
export const linkDepot: Verb<
  typeof linkDepotToContract,
  Services & { readonly wakeJobs: () => void }
> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'traderDepots.link');
  if ((body.contractId === null) === (body.newContract == null)) {
    const issue = { path: 'body.contractId', code: 'contractOrNewContract' };
    throw new AppError('common.validationFailed', { validation: [issue] });
  }
  const today = todayIn(context.zone, new Date(services.clock()));
  const answer = await runOnce(
    services.database,
    context,
    'linkDepotToContract',
    body,
    async (transaction) => {
      const issuerId = await issuerOf(transaction, scope, body);
      const key = { externalKey: body.externalKey, issuerId };
      const [depot] = await lockUnlinkedDepots(transaction, scope, [key]);
      if (!depot || !isSameConsumer(depot, body.externalConsumerKey)) throw notFound();
      if (depot.state === 'rejected') throw new AppError('traderDepots.rejected');
      const target = await attach(transaction, scope, depot, body, today);
      const difference = requireHolder(depot, target.customer, body.confirmHolderDiffers === true);
      await sql`update trader_depots set contract_id = ${target.contractId}, state = 'linked', revision = null,
        dealt_with = null, customer_id = ${depot.customerId ?? target.customer.id},
        external_consumer_key = coalesce(external_consumer_key, ${body.externalConsumerKey ?? null})
       where tenant_id = app_tenant_id() and id = ${depot.id}`.execute(transaction);
      await enqueueJob(transaction, {
        jobType: remoteRefreshType,
        payload: { issuerId, contractIds: [target.contractId], ...startingTokenOf(context) },
        createdBy: scope.userId,
      });
      await writeAudit(transaction, {
        actor,
        action: 'traderDepots.link',
        objectType: 'traderDepot',
        objectId: depot.id,
        groupId: target.groupId,
        details: {
          contractId: target.contractId,
          issuerId,
          externalKey: depot.externalKey,
          isNew: target.isNew,
          ...(difference && { holderDiffers: true, ...difference }),
        },
      });
      return {
        contractId: target.contractId,
        traderDepotId: depot.id,
        rowVersion: await versionOf(transaction, depot.id),
      };
    },
  );
  services.wakeJobs();
  return answer;
};

/** The contract's institution decides, or the tariff's; a number alone says nothing. */
async function issuerOf(
  transaction: Transaction<Schema>,
  scope: Scope,
  body: Input['body'],
): Promise<number> {
  const own =
    body.contractId === null
      ? (await readTariffForDepot(transaction, body.newContract?.tariffId ?? '')).issuerId
      : (await lockContract(transaction, scope, body.contractId)).issuerId;
  if (body.issuerId != null && body.issuerId !== own) throw new AppError('traderDepots.otherIssuer');
  return own;
}

/** A customer number that is given must be the depot's, however it is spelled; where the bank told none, the given one is kept. */
function isSameConsumer({ externalConsumerKey: own }: UnlinkedDepot, given: string | null | undefined) {
  if (given == null || given === '' || own === null) return true;
  return contractMatchKey(given) === contractMatchKey(own);
}

async function attach(
  transaction: Transaction<Schema>,
  scope: Scope,
  depot: UnlinkedDepot,
  body: Input['body'],
  today: string,
): Promise<Target> {
  const consumerKey = depot.externalConsumerKey ?? body.externalConsumerKey ?? null;
  if (body.newContract) {
    return createDepotContract(
      transaction,
      scope,
      { ...depot, externalConsumerKey: consumerKey },
      body.newContract,
      today,
    );
  }
  const contract = await lockContract(transaction, scope, body.contractId ?? '');
  await refuseTaken(transaction, contract.id, depot);
  await sql`update contracts set is_linked = true, external_key = ${depot.externalKey},
      external_consumer_key = coalesce(${consumerKey}, external_consumer_key)
     where tenant_id = app_tenant_id() and id = ${contract.id}`.execute(transaction);
  const customer = await readLinkedCustomer(transaction, contract.customerId);
  return { contractId: contract.id, groupId: contract.groupId, customer, isNew: false };
}

/** The contract has a depot, or another contract of the institution has the depot's number. */
async function refuseTaken(
  transaction: Transaction<Schema>,
  contractId: string,
  depot: UnlinkedDepot,
): Promise<void> {
  const { rows } = await sql`
    select 1 from trader_depots where tenant_id = app_tenant_id() and contract_id = ${contractId}
    union all
    select 1 from contracts where tenant_id = app_tenant_id() and issuer_id = ${depot.issuerId}
       and match_key = contract_match_key(${depot.externalKey}) and deleted_at is null and id <> ${contractId}`.execute(
    transaction,
  );
  if (rows.length > 0) throw new AppError('traderDepots.alreadyLinked');
}

async function versionOf(transaction: Transaction<Schema>, depotId: string): Promise<number> {
  const { rows } = await sql<{ row_version: number }>`select row_version from trader_depots
     where tenant_id = app_tenant_id() and id = ${depotId}`.execute(transaction);
  return rows[0]?.row_version ?? 1;
}
