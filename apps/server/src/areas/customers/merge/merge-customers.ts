import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  markDistinct as distinctCall,
  mergeCustomers as mergeCall,
  undoMerge as undoCall,
} from '@depotwerk/api/customers/customer-merges';
import { checkCustomer } from '@depotwerk/domain/customers/check-customer';
import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { keepProfileDay } from '../../../platform/depot-content/keep-profile-day.ts';
import { refuseIssues, refusing, taken, unknownReference } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayOfHouse } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce, runOnce } from '../../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { readCustomer } from '../get-customer.view.ts';
import { type LockedCustomer, lockCustomer } from '../locked-customer.view.ts';
import { readDraft, updateCustomer } from '../save-customer.ts';
import { comesSince, ownedTables } from './owned-tables.ts';

type CustomerDetail = CallAnswer<typeof mergeCall>;

const refusals = {
  customers_external_key: () => taken('masterData.keyExists', 'externalKey', 'keyExists'),
};

/**
 * Makes two customers one. What was chosen stays with the survivor, everything of the other one moves to him; the other one
 * stays as a hidden row with its values, so that its address leads on and the merge can be taken back.
 * @throws 404 and 403 for either of them, 412 when one changed since they were compared, 409 when both have an active sign-in, the
 *   same contract, or one of them is blocked or under a hold
 */
export async function mergeCustomers(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof mergeCall>,
  today: string,
): Promise<CustomerDetail> {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.merge');
  const request = { ...body, id: params.id };
  const merge = (transaction: Transaction<Schema>) =>
    refusing(refusals, async () => {
      const { survivor, merged } = await lockBoth(transaction, scope, params.id, body.mergedId);
      if (survivor.id === merged.id) throw unknownReference('mergedId');
      // What the other one holds is his from now on: it may run.
      if (survivor.is_inactive && !merged.is_inactive) throw new AppError('customers.inactive');
      if (survivor.row_version !== body.rowVersion || merged.row_version !== body.mergedRowVersion) {
        throw new AppError('common.versionConflict');
      }
      if (![survivor.group_id, merged.group_id].includes(body.draft.groupId)) {
        throw unknownReference('groupId');
      }
      const before = [
        await readDraft(transaction, scope, survivor.id, today),
        await readDraft(transaction, scope, merged.id, today),
      ];
      refuseIssues(checkCustomer(body.draft, today, before));
      await refuseConflicts(transaction, survivor.id, merged.id);
      const mergeId = await beginMerge(transaction, scope, survivor.id, merged.id);
      const moved: Record<string, string[]> = {};
      for (const table of ownedTables) {
        const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set customer_id = ${survivor.id}
          where tenant_id = app_tenant_id() and customer_id = ${merged.id} returning id`.execute(transaction);
        if (rows.length > 0) moved[table] = rows.map(({ id }) => id);
      }
      // Both may carry the same tag, so the survivor is given what he lacks; the hidden row keeps its own.
      const { rows: tags } = await sql<{
        id: string;
      }>`insert into customer_tags (tenant_id, customer_id, tag_id, given_at)
        select tenant_id, ${survivor.id}, tag_id, given_at from customer_tags
         where tenant_id = app_tenant_id() and customer_id = ${merged.id}
        on conflict do nothing returning tag_id::text as id`.execute(transaction);
      if (tags.length > 0) moved['customer_tags'] = tags.map(({ id }) => id);
      // The number is free for the survivor only after the other one has given it up.
      await sql`update customers set deleted_at = now(), external_key = null
        where tenant_id = app_tenant_id() and id = ${merged.id}`.execute(transaction);
      await updateCustomer(transaction, survivor, body.draft, merged);
      await keepProfileDay(transaction, [survivor.id], todayOfHouse(services));
      await sql`update customer_merges set moved = ${JSON.stringify(moved)}::jsonb,
          version_after = (select row_version from customers where tenant_id = app_tenant_id() and id = ${survivor.id})
        where tenant_id = app_tenant_id() and id = ${mergeId}`.execute(transaction);
      const rowCount = Object.values(moved).reduce((sum, ids) => sum + ids.length, 0);
      for (const { id, group_id } of [survivor, merged]) {
        await writeAudit(transaction, {
          actor,
          action: 'customers.merge',
          objectType: 'customer',
          objectId: id,
          groupId: group_id,
          before: { survivor, merged },
          after: body.draft,
          details: { mergeId, survivorId: survivor.id, mergedId: merged.id, rowCount },
        });
      }
    });
  return answerOnce(services.database, context, 'mergeCustomers', request, merge, (reading) =>
    readCustomer(reading, scope, params.id, today),
  );
}

/**
 * Takes the newest merge into a customer back: what moved goes back, both get the values they had.
 * @throws 404, 403, 409 when there is none or the customer was changed since
 */
export async function undoMerge(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof undoCall>,
  today: string,
): Promise<CustomerDetail> {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.merge');
  const undo = (transaction: Transaction<Schema>) =>
    refusing(refusals, async () => {
      const survivor = await lockCustomer(transaction, scope, params.id);
      if (survivor.is_blocked) throw new AppError('customers.blocked');
      const { rows } =
        await sql<MergeRow>`select id, merged_id, before, moved, version_after from customer_merges
      where tenant_id = app_tenant_id() and survivor_id = ${survivor.id} and undone_at is null
      order by merged_at desc, id limit 1 for update`.execute(transaction);
      const merge = rows[0];
      if (!merge) throw new AppError('customers.mergeBuiltOn');
      if (merge.version_after !== survivor.row_version)
        throw new AppError('customers.mergeBuiltOn', {
          reason:
            'Der Kunde wurde seit der Zusammenführung geändert. Deshalb lässt sie sich nicht mehr zurücknehmen.',
        });
      // What was filed, said or ordered since is about all that was merged: nobody can tell for which part it was meant.
      const { rows: since } = await sql<{ name: string }>`
      select came.name from customer_merges m
        cross join lateral (values ${sql.join(comesSince.map(isLater))}) came (name, is_later)
       where m.tenant_id = app_tenant_id() and m.id = ${merge.id} and came.is_later`.execute(transaction);
      if (since.length > 0)
        throw new AppError('customers.mergeBuiltOn', {
          reason: `Seit der Zusammenführung kam beim Kunden hinzu: ${since.map(({ name }) => name).join(', ')}. Deshalb lässt sie sich nicht mehr zurücknehmen.`,
        });
      await restore(transaction, survivor.id, merge.before.survivor);
      await restore(transaction, merge.merged_id, merge.before.merged);
      for (const table of ownedTables) {
        const ids = merge.moved[table] ?? [];
        await sql`update ${sql.table(table)} set customer_id = ${merge.merged_id}
        where tenant_id = app_tenant_id() and customer_id = ${survivor.id} and id = any (${ids}::uuid[])`.execute(
          transaction,
        );
      }
      await sql`delete from customer_tags where tenant_id = app_tenant_id() and customer_id = ${survivor.id}
        and tag_id = any (${merge.moved['customer_tags'] ?? []}::int[])`.execute(transaction);
      await keepProfileDay(transaction, [survivor.id, merge.merged_id], todayOfHouse(services));
      // Two people after all: neither keeps the values of the other.
      await sql`update customer_merges set undone_at = now(), undone_by = ${scope.userId}, before = '{}', moved = '{}'
      where tenant_id = app_tenant_id() and id = ${merge.id}`.execute(transaction);
      for (const id of [survivor.id, merge.merged_id]) {
        await writeAudit(transaction, {
          actor,
          action: 'customers.undoMerge',
          objectType: 'customer',
          objectId: id,
          groupId: survivor.group_id,
          details: { mergeId: merge.id },
        });
      }
    });
  return answerOnce(services.database, context, 'undoMerge', { id: params.id }, undo, (reading) =>
    readCustomer(reading, scope, params.id, today),
  );
}

/** Notes that two customers are two people. @throws 404 and 403 for either of them */
export const markDistinct: Verb<typeof distinctCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.merge');
  const request = { ...body, id: params.id };
  await runOnce(services.database, context, 'markDistinct', request, async (transaction) => {
    const first = await lockCustomer(transaction, scope, params.id);
    const second = await lockCustomer(transaction, scope, body.otherId);
    if (first.id === second.id) throw unknownReference('otherId');
    await sql`insert into customer_distinctions (tenant_id, first_id, second_id, marked_by)
      values (${scope.tenantId}, least(${first.id}::uuid, ${second.id}::uuid), greatest(${first.id}::uuid, ${second.id}::uuid),
        ${scope.userId}) on conflict do nothing`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'customers.markDistinct',
      objectType: 'customer',
      objectId: first.id,
      groupId: first.group_id,
      details: { otherId: second.id },
    });
    return {};
  });
};

/** What such a row is called, and whether the survivor `m` names was given one after the merge. */
const isLater = ([table, column, name]: (typeof comesSince)[number]) =>
  sql`(${name}, exists (select from ${sql.table(table)} x where x.tenant_id = m.tenant_id and x.customer_id = m.survivor_id
    and x.${sql.ref(column)} > m.merged_at))`;

interface MergeRow {
  id: string;
  merged_id: string;
  before: { survivor: Record<string, unknown>; merged: Record<string, unknown> };
  moved: Partial<Record<string, string[]>>;
  version_after: number;
}

/** Locks both in the order of their ids, so that two merges of one pair never wait for each other in a circle. */
async function lockBoth(
  transaction: Transaction<Schema>,
  scope: Scope,
  survivorId: string,
  mergedId: string,
): Promise<{ survivor: LockedCustomer; merged: LockedCustomer }> {
  const locked = new Map<string, LockedCustomer>();
  for (const id of [survivorId, mergedId].toSorted()) {
    locked.set(id, await lockCustomer(transaction, scope, id));
  }
  const [survivor, merged] = [locked.get(survivorId), locked.get(mergedId)];
  if (!survivor || !merged) throw new Error('Both were locked above.');
  if (survivor.is_blocked || merged.is_blocked) throw new AppError('customers.blocked');
  return { survivor, merged };
}

async function refuseConflicts(
  transaction: Transaction<Schema>,
  survivorId: string,
  mergedId: string,
): Promise<void> {
  const both = sql`(${survivorId}::uuid, ${mergedId}::uuid)`;
  const { rows } = await sql<{
    bothHaveUser: boolean;
    sameContract: boolean;
    isHeld: boolean;
    isOpening: boolean;
  }>`select
      (select count(distinct customer_id) = 2 from users where tenant_id = app_tenant_id() and customer_id in ${both}
        and not is_inactive)
        as "bothHaveUser",
      exists (select from contracts a join contracts b on b.tenant_id = a.tenant_id and b.issuer_id = a.issuer_id
          and contract_match_key(b.external_key) = contract_match_key(a.external_key) and b.deleted_at is null
        where a.tenant_id = app_tenant_id() and a.deleted_at is null and a.customer_id = ${survivorId}
          and b.customer_id = ${mergedId})
        or exists (select from contract_holders h where h.tenant_id = app_tenant_id() and h.customer_id in ${both}
          and exists (select from contracts c where c.tenant_id = h.tenant_id and c.id = h.contract_id and c.customer_id in ${both}
            union all select from contract_holders o where o.tenant_id = h.tenant_id and o.contract_id = h.contract_id
              and o.customer_id in ${both} and o.customer_id <> h.customer_id))
        or exists (select from document_signers s where s.tenant_id = app_tenant_id() and s.customer_id in ${both}
          and exists (select from documents d where d.tenant_id = s.tenant_id and d.id = s.document_id and d.customer_id in ${both}
            union all select from document_signers o where o.tenant_id = s.tenant_id and o.document_id = s.document_id
              and o.customer_id in ${both} and o.customer_id <> s.customer_id)) as "sameContract",
      exists (select from customer_legal_holds where tenant_id = app_tenant_id() and lifted_at is null
        and customer_id in ${both}) as "isHeld",
      exists (select from depot_openings where tenant_id = app_tenant_id() and state = 'sent'
        and customer_id in ${both}) as "isOpening"`.execute(transaction);
  const found = rows[0];
  if (found?.bothHaveUser) throw new AppError('customers.bothHaveUser');
  if (found?.sameContract) throw new AppError('customers.sameContract');
  if (found?.isHeld) throw new AppError('customers.legalHold');
  if (found?.isOpening) throw new AppError('traderDepots.openingRunning');
}

/** Columns of a customer that are values of his own; a test compares them with the table. */
export const ownColumns: readonly string[] = [...customerFields.map(({ column }) => column), 'deleted_at'];
const ownColumnList = sql.join(ownColumns.map((name) => sql.ref(`u.${name}`)));

async function beginMerge(
  transaction: Transaction<Schema>,
  scope: Scope,
  survivorId: string,
  mergedId: string,
): Promise<string> {
  const rowOf = (id: string) =>
    sql`(select to_jsonb(own) from (select ${ownColumnList} from customers u
      where u.tenant_id = app_tenant_id() and u.id = ${id}) own)`;
  const { rows } = await sql<{ id: string }>`
    insert into customer_merges (tenant_id, survivor_id, merged_id, before, moved, merged_by)
    values (${scope.tenantId}, ${survivorId}, ${mergedId},
      jsonb_build_object('survivor', ${rowOf(survivorId)}, 'merged', ${rowOf(mergedId)}), '{}', ${scope.userId})
    returning id`.execute(transaction);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('An insert answers the row it wrote.');
  return id;
}

/** Puts the values of a customer back as they were. */
async function restore(
  transaction: Transaction<Schema>,
  id: string,
  before: Record<string, unknown>,
): Promise<void> {
  const names = sql.join(ownColumns.map((name) => sql.ref(name)));
  await sql`update customers u set (${names}) = (select ${sql.join(ownColumns.map((name) => sql.ref(`was.${name}`)))}
      from jsonb_populate_record(null::customers, ${JSON.stringify(before)}::jsonb) was)
    where u.tenant_id = app_tenant_id() and u.id = ${id}`.execute(transaction);
}
