import { sql, type Transaction } from 'kysely';
import { writeAudits } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { KeptPart } from '../../platform/deletions/keep-deletion.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { TagCarrier } from '../../platform/tags/change-tags.ts';

/**
 * Gives a tag back to those it was taken from together. Who got it again meanwhile keeps it as it is, and who has moved out
 * of the caller's reach, was blocked or deleted stays without. @throws 403 when nobody is left
 */
export async function giveTagsBack(
  transaction: Transaction<Schema>,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  carrier: TagCarrier,
  parts: readonly KeptPart[],
): Promise<void> {
  requirePermission(scope, `${carrier}s.edit`);
  const rows = JSON.stringify(parts.flatMap((part) => part.rows));
  const [table, column] = [sql.table(`${carrier}_tags`), sql.ref(`${carrier}_id`)];
  const given = sql`jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`;
  const { rows: carriers } = await (carrier === 'contract'
    ? sql<Carrier>`select c.id, c.group_id as "groupId" from contracts c
        join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
        where c.tenant_id = app_tenant_id() and c.id in (select ${column} from ${given})
          and c.deleted_at is null and not u.is_blocked order by c.id for no key update of c`
    : sql<Carrier>`select u.id, u.group_id as "groupId" from customers u
        where u.tenant_id = app_tenant_id() and u.id in (select ${column} from ${given})
          and u.deleted_at is null and not u.is_blocked order by u.id for no key update`
  ).execute(transaction);
  const right = carrier === 'contract' ? 'groupContracts.edit' : 'groupCustomers.edit';
  const groups = new Map(
    carriers
      .filter(({ groupId }) => hasGroupRight(scope, right, groupId))
      .map((one) => [one.id, one.groupId]),
  );
  if (groups.size === 0) throw new AppError('auth.forbidden');
  const { rows: back } = await sql<{ id: string; tagId: number }>`
    insert into ${table} (tenant_id, ${column}, tag_id, given_at, import_id)
    select app_tenant_id(), r.${column}, r.tag_id, r.given_at, r.import_id from ${given} r
     where r.${column} = any (${[...groups.keys()]}::uuid[])
    on conflict do nothing returning ${column} as id, tag_id as "tagId"`.execute(transaction);
  await writeAudits(
    transaction,
    back.map(({ id, tagId }) => ({
      actor,
      action: `${carrier}s.addTag`,
      objectType: carrier,
      objectId: id,
      groupId: groups.get(id) ?? null,
      details: { tagId, isTakenBack: true },
    })),
  );
}

interface Carrier {
  id: string;
  groupId: string | null;
}
