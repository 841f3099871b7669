import type { TakeBackReason } from '@depotwerk/domain/contracts/bulk-reasons';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { writeAudits } from '../audit/write-audit.ts';
import { isContractBlocked } from '../customers/blocked-contract.ts';
import type { Schema } from '../database/schema.ts';
import { type FatesOfMany, idsOf } from '../deletions/fates-of-many.ts';
import type { KeptPart } from '../deletions/keep-deletion.ts';
import { hasGroupRight } from '../group-right.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { requirePermission, type Scope } from '../scope.ts';
import type { TagCarrier } from './change-tags.ts';

/**
 * Gives a tag back to those it was taken from together. Who got it again meanwhile keeps it as it is, and who has moved out
 * of the caller's reach, was blocked or deleted stays without. @throws 403 without the right to change any
 */
export async function giveTagsBack(
  transaction: Transaction<Schema>,
  context: Pick<SignedInContext, 'scope' | 'actor'>,
  carrier: TagCarrier,
  parts: readonly KeptPart[],
): Promise<FatesOfMany> {
  const write = ({ table, column, rows, ids }: Carried) => sql<Change>`
    insert into ${table} (tenant_id, ${column}, tag_id, given_at, import_id)
    select app_tenant_id(), r.${column}, r.tag_id, r.given_at, r.import_id from ${rows} r
     where r.${column} = any (${ids}::uuid[])
    on conflict do nothing returning ${column} as id, tag_id as "tagId"`;
  return (await changeCarriers(transaction, context, carrier, parts, 'addTag', write)).fates;
}

/**
 * Takes a tag off those it was given to together. Who lost it since, or got it anew by hand, stays as he is, and so does who is
 * out of the caller's reach, blocked or deleted. @throws 403 without the right to change any
 */
export async function takeTagsOff(
  transaction: Transaction<Schema>,
  context: Pick<SignedInContext, 'scope' | 'actor'>,
  carrier: TagCarrier,
  parts: readonly KeptPart[],
): Promise<FatesOfMany> {
  const write = ({ table, column, rows, ids }: Carried) => sql<Change>`
    delete from ${table} t using ${rows} r
     where t.tenant_id = app_tenant_id() and t.${column} = r.${column} and t.tag_id = r.tag_id and t.given_at = r.given_at
       and t.${column} = any (${ids}::uuid[])
    returning t.${column} as id, t.tag_id as "tagId"`;
  const { fates, ids, changed } = await changeCarriers(
    transaction,
    context,
    carrier,
    parts,
    'removeTag',
    write,
  );
  const isOff = new Set(changed.map(({ id }) => id));
  for (const id of ids) if (!isOff.has(id)) fates.set(id, 'changedSince');
  return fates;
}

interface Change {
  readonly id: string;
  readonly tagId: number;
}

/** What the statement of a change names: the rows that were kept, and those of them the caller may change. */
interface Carried {
  readonly table: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
  readonly ids: readonly string[];
}

/** Changes the tags of those the caller may change, each with an entry, and says what becomes of all. */
async function changeCarriers(
  transaction: Transaction<Schema>,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  carrier: TagCarrier,
  parts: readonly KeptPart[],
  verb: 'addTag' | 'removeTag',
  write: (carried: Carried) => RawBuilder<Change>,
) {
  const [table, column] = [sql.table(`${carrier}_tags`), sql.ref(`${carrier}_id`)];
  const kept = JSON.stringify(parts.flatMap((part) => part.rows));
  const rows = sql`jsonb_populate_recordset(null::${table}, ${kept}::jsonb)`;
  const { groups, fates } = await judgeCarriers(transaction, scope, carrier, parts);
  const ids = [...groups.keys()];
  const { rows: changed } = await write({ table, column, rows, ids }).execute(transaction);
  await writeAudits(
    transaction,
    changed.map(({ id, tagId }) => ({
      actor,
      action: `${carrier}s.${verb}`,
      objectType: carrier,
      objectId: id,
      groupId: groups.get(id) ?? null,
      details: { tagId, isTakenBack: true },
    })),
  );
  return { fates, ids, changed };
}

/**
 * Those a change of many was of, locked: why each stays as it is, or null for those the caller may change, with their groups.
 * @throws 403 without the right to change any
 */
async function judgeCarriers(
  transaction: Transaction<Schema>,
  scope: Scope,
  carrier: TagCarrier,
  parts: readonly KeptPart[],
): Promise<{
  readonly groups: ReadonlyMap<string, string | null>;
  readonly fates: Map<string, TakeBackReason | null>;
}> {
  requirePermission(scope, `${carrier}s.edit`);
  const ids = idsOf(parts, `${carrier}_id`);
  const { rows: carriers } = await (carrier === 'contract'
    ? sql<Carrier>`select c.id, c.group_id as "groupId", ${sql.raw(isContractBlocked)} as "isBlocked" from contracts c
        where c.tenant_id = app_tenant_id() and c.id = any (${ids}::uuid[])
          and c.deleted_at is null order by c.id for no key update of c`
    : sql<Carrier>`select u.id, u.group_id as "groupId", u.is_blocked as "isBlocked" from customers u
        where u.tenant_id = app_tenant_id() and u.id = any (${ids}::uuid[])
          and u.deleted_at is null order by u.id for no key update`
  ).execute(transaction);
  const right = carrier === 'contract' ? 'groupContracts.edit' : 'groupCustomers.edit';
  const fates = new Map<string, TakeBackReason | null>(ids.map((id) => [id, 'notSeen']));
  const groups = new Map<string, string | null>();
  for (const { id, groupId, isBlocked } of carriers) {
    const reason = !hasGroupRight(scope, right, groupId) ? 'noRight' : isBlocked ? 'customerBlocked' : null;
    fates.set(id, reason);
    if (reason === null) groups.set(id, groupId);
  }
  return { groups, fates };
}

interface Carrier {
  id: string;
  groupId: string | null;
  isBlocked: boolean;
}
