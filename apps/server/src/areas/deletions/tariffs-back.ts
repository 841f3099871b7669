import type { TakeBackReason } from '@depotwerk/domain/contracts/bulk-reasons';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { type FatesOfMany, idsOf } from '../../platform/deletions/fates-of-many.ts';
import type { KeptPart } from '../../platform/deletions/keep-deletion.ts';
import { giveTariff } from '../../platform/depot-content/give-tariff.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import { judgeSelected, readFormerTariff } from '../contracts/public.ts';

interface Former {
  id: string;
  tariffBefore: string;
  versionBefore: string | null;
  /** It still has the tariff that change gave it. */
  isAsMade: boolean;
}

/**
 * Gives contracts that got a tariff together the one each had, by the rules of giving one. Which got another one since, was deleted or
 * blocked, or fits no more stays, and so does what is out of the caller's reach, and whose former tariff is gone.
 * @throws 403 without the right to change any
 */
export async function giveTariffsBack(
  transaction: Transaction<Schema>,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  tariffId: string,
  parts: readonly KeptPart[],
): Promise<FatesOfMany> {
  requirePermission(scope, 'contracts.edit');
  const { rows } = await sql<Former>`
    select c.id, c.tariff_id = ${tariffId} as "isAsMade", r.tariff_id as "tariffBefore", r.tariff_version_id as "versionBefore"
      from jsonb_to_recordset(${JSON.stringify(parts.flatMap((part) => part.rows))}::jsonb)
        as r (id uuid, tariff_id uuid, tariff_version_id uuid)
      join contracts c on c.tenant_id = app_tenant_id() and c.id = r.id
     where c.deleted_at is null order by c.customer_id, c.id for update of c`.execute(transaction);
  const fates = new Map<string, TakeBackReason | null>(idsOf(parts, 'id').map((id) => [id, 'notSeen']));
  for (const { id } of rows) fates.set(id, 'changedSince');
  const asMade = rows.filter(({ isAsMade }) => isAsMade);
  const reading = { database: readerIn(transaction) };
  for (const same of Map.groupBy(asMade, keyOf).values()) {
    const [first] = same;
    if (!first) continue;
    const tariff = await readFormerTariff(reading, scope, first);
    for (const { id } of same) fates.set(id, tariff === null ? 'formerGone' : 'notSeen');
    if (tariff === null) continue;
    const selection = { contractIds: same.map(({ id }) => id) };
    const target = { kind: 'tariff', tariff } as const;
    const { all, changing } = await judgeSelected(reading, scope, selection, target, true, same.length);
    if (changing.length > 0) await giveTariff(transaction, { actor, scope }, changing, tariff);
    for (const [{ id }, reason] of all) fates.set(id, reason);
  }
  return fates;
}

/** Contracts that had the same go back together. */
const keyOf = ({ tariffBefore, versionBefore }: Former): string => `${tariffBefore} ${versionBefore}`;
