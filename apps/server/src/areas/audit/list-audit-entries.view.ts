import type { listAuditEntries } from '@depotwerk/api/audit/audit';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { guidText } from '@depotwerk/domain/guid';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { betweenDays } from '../../platform/lists/between-days.ts';
import { boundedCount } from '../../platform/lists/total-count.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

export type AuditItem = CallAnswer<typeof listAuditEntries>[number];
export type AuditFilter = Omit<CallInput<typeof listAuditEntries>['query'], 'page' | 'pageSize' | 'format'>;

interface AuditRow {
  id: number;
  occurred_at: string;
  actor_kind: AuditItem['actorKind'];
  actor_user_id: string | null;
  actor_name: string | null;
  action: string;
  object_type: string | null;
  object_id: string | null;
  object_name: string | null;
  group_name: string | null;
  details: AuditItem['details'];
  result: AuditItem['result'];
  entry_hash: string;
}

/** Days of the filter are days of `timeZone`. */
function conditionsOf(filter: AuditFilter, timeZone: string, parameters: Parameters): string {
  const conditions = [
    'a.tenant_id = app_tenant_id()',
    ...betweenDays('a.occurred_at', filter, timeZone, parameters),
  ];
  if (filter.actorUserId !== undefined)
    conditions.push(`a.actor_user_id = ${parameters.add(filter.actorUserId)}`);
  if (filter.action !== undefined) {
    // The pattern admits letters, dots and hyphens only: nothing to escape.
    conditions.push(
      `(a.action = ${parameters.add(filter.action)} or a.action like ${parameters.add(`${filter.action}.%`)})`,
    );
  }
  if (filter.objectType !== undefined)
    conditions.push(`a.object_type = ${parameters.add(filter.objectType)}`);
  if (filter.objectId !== undefined) conditions.push(`a.object_id = ${parameters.add(filter.objectId)}`);
  if (filter.result !== undefined) conditions.push(`a.result = ${parameters.add(filter.result)}`);
  return conditions.join(' and ');
}

/** What reads as an id; a check before the cast, which would end the whole list. */
const uuidPattern = `^${guidText}$`;

const nameOf = (table: string, name: string, condition = '') =>
  `(select o.${name} from ${table} o where o.tenant_id = a.tenant_id
     and o.id = case when a.object_id ~ '${uuidPattern}' then a.object_id::uuid end ${condition})`;

/**
 * Only of the rows that are shown: the log names things by id, and keeps those of what is gone. The name of a customer stands
 * nowhere in it, not as that of her account either; a contract has its number.
 */
const objectName = `case a.object_type when 'user' then ${nameOf('users', 'full_name', 'and o.customer_id is null')}
  when 'role' then ${nameOf('roles', 'role_name')} when 'group' then ${nameOf('groups', 'group_name')}
  when 'contract' then ${nameOf('contracts', 'external_key')} when 'tariff' then ${nameOf('tariffs', 'name')} end`;

/** Entries of the caller's tenant, newest first, and how many there are (counted as `boundedCount` does). */
export async function readAuditEntries(
  services: ReadServices,
  scope: Scope,
  filter: AuditFilter,
  timeZone: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ items: AuditItem[]; hits: number }> {
  const parameters = new Parameters();
  const conditions = conditionsOf(filter, timeZone, parameters);
  const counted = new Parameters();
  const [rows, counts] = await services.database.readMany<[AuditRow, { count: number }]>(scope, [
    {
      sql: `select a.id, a.occurred_at, a.actor_kind, a.actor_user_id, ${distinctName('u')} as actor_name, a.action,
          a.object_type, a.object_id, ${objectName} as object_name, g.group_name, a.details, a.result, encode(a.entry_hash, 'hex') as entry_hash
        from audit_entries a
        left join users u on u.tenant_id = a.tenant_id and u.id = a.actor_user_id
        left join groups g on g.tenant_id = a.tenant_id and g.id = a.group_id
       where ${conditions} order by a.occurred_at desc, a.id desc
       limit ${parameters.add(window.limit)}::int offset ${parameters.add(window.offset)}::int`,
      parameters: parameters.values,
    },
    {
      sql: boundedCount('audit_entries a', conditionsOf(filter, timeZone, counted)),
      parameters: counted.values,
    },
  ]);
  return {
    items: rows.map((row) => ({
      id: row.id,
      occurredAt: row.occurred_at,
      actorKind: row.actor_kind,
      actorUserId: row.actor_user_id,
      actorName: row.actor_name,
      action: row.action,
      objectType: row.object_type,
      objectId: row.object_id,
      objectName: row.object_name,
      groupName: row.group_name,
      details: row.details,
      result: row.result,
      entryHash: row.entry_hash,
    })),
    hits: counts[0]?.count ?? 0,
  };
}
