import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { unknownReference } from '../../../platform/editing.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readFormerTariff } from '../choosable-tariff.view.ts';
import { type BulkRequest, readTarget, type WorkedOut } from './bulk-outcome.view.ts';

type Change = BulkRequest['change'];

/** A contract a job has changed, with what it was. */
export interface FormerContract {
  readonly contractId: string;
  readonly externalKey: string;
  readonly groupBefore: string | null;
  readonly tariffBefore: string | null;
  readonly versionBefore: string | null;
  /** Names what it was: those of one key go back together. */
  readonly formerKey: string;
  /** Nobody has decided otherwise since. */
  readonly isAsMade: boolean;
  /** Somebody has taken it back before. */
  readonly isBack: boolean;
}

/** What the contracts were that a job has changed, and whether each still is as it was left; locked, so that it stays so. */
export async function readFormer(
  transaction: Transaction<Schema>,
  jobId: string,
  contractIds: readonly string[],
  change: Change,
): Promise<readonly FormerContract[]> {
  const locked = sql.raw(change.kind === 'group' ? 'r, u' : 'r, c');
  const found = sql`contract_change_rows r
      join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
      join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where r.tenant_id = app_tenant_id() and r.job_id = ${jobId} and r.contract_id = any (${contractIds}::uuid[])
      and r.result = 'changed' order by c.customer_id, c.id`;
  // Read once more when locked: what the lock waited for may have changed them. In the one order of all changes of many.
  await sql`select 1 from ${found} for update of ${locked}`.execute(transaction);
  const { rows } = await sql<FormerContract>`
    select c.id as "contractId", c.external_key as "externalKey", r.group_before as "groupBefore",
        r.tariff_before as "tariffBefore", r.version_before as "versionBefore", ${formerKey(change)} as "formerKey",
        ${asMade(change)} as "isAsMade", r.taken_back_at is not null as "isBack"
      from ${found}`.execute(transaction);
  return rows;
}

const formerKey = ({ kind }: Change) =>
  kind === 'group'
    ? sql`coalesce(r.group_before::text, '')`
    : kind === 'tariff'
      ? sql`concat(r.tariff_before, ' ', r.version_before)`
      : sql`''`;

/** Whether a contract is as the change left it. What was only looked over cannot be unseen. */
function asMade(change: Change) {
  switch (change.kind) {
    case 'group':
      return sql`c.group_id is not distinct from ${change.groupId}::uuid`;
    case 'tariff':
      return sql`c.tariff_id = ${change.tariffId}`;
    case 'addTag':
      // A tag taken off and given anew by hand has another time.
      return sql`exists (select from contract_tags t where t.tenant_id = r.tenant_id and t.contract_id = r.contract_id
        and t.tag_id = ${change.tagId} and t.given_at = r.changed_at)`;
    case 'removeTag':
      return sql`not exists (select from contract_tags t where t.tenant_id = r.tenant_id and t.contract_id = r.contract_id
        and t.tag_id = ${change.tagId})`;
    default:
      return sql`false`;
  }
}

/**
 * What contracts that were the same become again.
 * @throws 400, 403 where that is gone or cannot be chosen by the caller
 */
export async function wayBack(
  transaction: Transaction<Schema>,
  scope: Scope,
  change: Change,
  former: Pick<FormerContract, 'groupBefore' | 'tariffBefore' | 'versionBefore'>,
): Promise<WorkedOut['target']> {
  const reading = { database: readerIn(transaction) };
  switch (change.kind) {
    case 'group':
      return readTarget(reading, scope, { kind: 'group', groupId: former.groupBefore });
    case 'addTag':
      return { kind: 'removeTag', tagId: change.tagId };
    case 'removeTag':
      return readTarget(reading, scope, { kind: 'addTag', tagId: change.tagId });
    case 'tariff': {
      const tariff = await readFormerTariff(reading, scope, former);
      if (tariff === null) throw unknownReference('tariffId');
      return { kind: 'tariff', tariff };
    }
    default:
      return { kind: 'checked' };
  }
}
