import type {
  eraseCustomer as eraseCall,
  withdrawErasure as withdrawCall,
} from '@depotwerk/api/customers/customer-privacy';
import { customerFieldRows } from '@depotwerk/domain/customers/customer-fields';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { recordsOf } from '../../../platform/customers/records.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { type LockedCustomer, lockCustomer } from '../locked-customer.view.ts';
import { closeUserAccess, eraseCustomerRows, forgetInvitations, forgetMentions } from './erase-rows.ts';
import {
  type Erasure,
  erasureJoins,
  erasureSelection,
  type KeptRow,
  keptQuery,
  outlookOf,
} from './privacy.view.ts';

/** Shown as the reason of the block that comes with a request. */
const blockedReason = 'Löschung verlangt (Art. 17 DSGVO)';

/**
 * Takes the request to erase a customer: where nothing has to be kept he is erased at once; else what no law wants kept
 * goes now, he is blocked, and the nightly job erases the rest after its last day. Answers the request or receipt.
 * @throws 404, 403, 409 while contracts or orders run, under a legal hold, or when it was asked for before
 */
export const eraseCustomer: Verb<typeof eraseCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.erase');
  const request = { ...body, id: params.id };
  const answer = await runOnce(services.database, context, 'eraseCustomer', request, async (transaction) => {
    const customer = await lockCustomer(transaction, scope, params.id);
    await refuseUnfinished(transaction, customer.id);
    const outlook = await outlookWithin(transaction, customer.id);
    if (outlook.state === 'running') throw new AppError('customers.retentionActive');
    const { rows } = await sql<{ id: string }>`
      insert into customer_erasures (tenant_id, customer_id, group_id, basis, requested_by, kept_until)
      values (${scope.tenantId}, ${customer.id}, ${customer.group_id}, ${body.basis}, ${scope.userId}, ${outlook.until})
      on conflict (tenant_id, customer_id) where state = 'waiting' do nothing returning id`.execute(
      transaction,
    );
    const erasureId = rows[0]?.id;
    if (erasureId === undefined) throw new AppError('customers.erasureWaiting');
    if (outlook.state === 'free') {
      const { contentHash, rowCount } = await eraseNow(transaction, customer.id, erasureId, scope.userId);
      await writeAudit(transaction, {
        actor,
        action: 'customers.erase',
        objectType: 'customer',
        objectId: customer.id,
        groupId: customer.group_id,
        details: { erasureId, basis: body.basis, contentHash, rowCount },
      });
    } else {
      await eraseUnneeded(transaction, customer);
      await writeAudit(transaction, {
        actor,
        action: 'customers.requestErasure',
        objectType: 'customer',
        objectId: customer.id,
        groupId: customer.group_id,
        details: { erasureId, basis: body.basis, keptUntil: outlook.until },
      });
    }
    return readErasure(transaction, erasureId);
  });
  return answer;
};

/** Takes a waiting request back; the block stays until somebody lifts it. @throws 404, 403, 409 when none waits */
export const withdrawErasure: Verb<typeof withdrawCall> = async (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.erase');
  return runOnce(services.database, context, 'withdrawErasure', { id: params.id }, async (transaction) => {
    const customer = await lockCustomer(transaction, scope, params.id);
    const { rows } = await sql<{ id: string }>`
      update customer_erasures set state = 'withdrawn', closed_by = ${scope.userId}, closed_at = now()
       where tenant_id = ${scope.tenantId} and customer_id = ${customer.id} and state = 'waiting' returning id`.execute(
      transaction,
    );
    const erasureId = rows[0]?.id;
    if (erasureId === undefined) throw new AppError('customers.noErasureWaiting');
    await writeAudit(transaction, {
      actor,
      action: 'customers.withdrawErasure',
      objectType: 'customer',
      objectId: customer.id,
      groupId: customer.group_id,
      details: { erasureId },
    });
    return readErasure(transaction, erasureId);
  });
};

/** Erases all of a customer and makes the request its receipt. */
export async function eraseNow(
  transaction: Transaction<Schema>,
  customerId: string,
  erasureId: string,
  closedBy: string | null,
): Promise<{ contentHash: string; rowCount: number }> {
  const { contentHash, rowCounts } = await eraseCustomerRows(transaction, customerId);
  await sql`update customer_erasures set state = 'erased', closed_by = ${closedBy}, closed_at = now(),
      content_hash = ${contentHash}, row_counts = ${JSON.stringify(rowCounts)}::jsonb
    where tenant_id = app_tenant_id() and id = ${erasureId}`.execute(transaction);
  const rowCount = Object.values(rowCounts).reduce((sum, count) => sum + count, 0);
  return { contentHash: contentHash.toString('hex'), rowCount };
}

/** What would become of the customer's data, read inside the transaction that acts on it. */
export async function outlookWithin(transaction: Transaction<Schema>, customerId: string) {
  const { sql: text, parameters } = keptQuery(customerId);
  const { rows } = await transaction.executeQuery<KeptRow>(CompiledQuery.raw(text, parameters));
  return outlookOf(rows);
}

async function refuseUnfinished(transaction: Transaction<Schema>, customerId: string): Promise<void> {
  const { rows } = await sql<{ hasOrders: boolean; isHeld: boolean }>`select
      exists (select from trader_orders o join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id
               where o.tenant_id = app_tenant_id() and c.customer_id = ${customerId}
                 and o.state in ('prepared', 'sent', 'unknown'))
      or exists (select from depot_openings o where o.tenant_id = app_tenant_id() and o.customer_id = ${customerId}
                   and o.state = 'sent') as "hasOrders",
      exists (select from customer_legal_holds h where h.tenant_id = app_tenant_id() and h.lifted_at is null
                and (h.customer_id = ${customerId} or h.customer_id in (select d.customer_id from document_signers s
                  join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
                 where s.tenant_id = app_tenant_id() and s.customer_id = ${customerId} and s.signed_at is not null))) as "isHeld"`.execute(
    transaction,
  );
  if (rows[0]?.isHeld) throw new AppError('customers.legalHold');
  if (rows[0]?.hasOrders) throw new AppError('contracts.hasOpenOrders');
}

/** What no law wants kept: ways to reach the customer, his account, his bank details, his sign-in, unfinished inputs. */
async function eraseUnneeded(transaction: Transaction<Schema>, { id }: LockedCustomer): Promise<void> {
  await closeUserAccess(transaction, id);
  await forgetMentions(transaction, id);
  await forgetInvitations(transaction, id);
  await sql`delete from notes where tenant_id = app_tenant_id() and customer_id in ${recordsOf(id)}`.execute(
    transaction,
  );
  // What was deleted a moment ago of any customer does not come back to this one.
  await sql`delete from kept_deletions where tenant_id = app_tenant_id()
    and object_type in ('customerTags', 'contractTags', 'customerTagsGiven', 'contractTagsGiven', 'customerGroups', 'contractTariffs', 'plan')`.execute(
    transaction,
  );
  await sql`delete from customer_tags
    where tenant_id = app_tenant_id() and customer_id in ${recordsOf(id)}`.execute(transaction);
  await sql`delete from contract_tags where tenant_id = app_tenant_id() and contract_id in
    (select c.id from contracts c where c.tenant_id = app_tenant_id() and c.customer_id in ${recordsOf(id)})`.execute(
    transaction,
  );
  await sql`update customers set ${sql.join(unneeded.map((column) => sql`${sql.ref(column)} = null`))}, knowledge = '[]', finances = '{}', aims = '{}',
      sustainability = '{"kind": "none"}', is_blocked = true, is_inactive = true,
      blocked_reason = coalesce(blocked_reason, ${blockedReason})
    where tenant_id = app_tenant_id() and id in ${recordsOf(id)}`.execute(transaction);
  // A merge keeps both records as they were; what must go now goes there, too.
  await sql`update customer_merges m
      set before = jsonb_build_object('survivor', (m.before->'survivor') - ${unneeded}::text[],
        'merged', (m.before->'merged') - ${unneeded}::text[])
    where m.tenant_id = app_tenant_id() and m.survivor_id in ${recordsOf(id)}`.execute(transaction);
}

/** Columns of the customer that no law wants kept. */
const unneeded = customerFieldRows
  .filter(({ isErasedAtOnce = false }) => isErasedAtOnce)
  .map(({ column }) => column);

async function readErasure(transaction: Transaction<Schema>, erasureId: string): Promise<Erasure> {
  const { rows } = await transaction.executeQuery<Erasure>(
    CompiledQuery.raw(
      `select ${erasureSelection} from customer_erasures e ${erasureJoins} where e.tenant_id = app_tenant_id() and e.id = $1`,
      [erasureId],
    ),
  );
  const erasure = rows[0];
  if (!erasure) throw new Error('The request was written in this transaction.');
  return erasure;
}
