import { sql, type Transaction } from 'kysely';
import { writeAudits } from '../../../platform/audit/write-audit.ts';
import { formerGroups, moveCustomers } from '../../../platform/customers/move-customers.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { KeptPart } from '../../../platform/deletions/keep-deletion.ts';
import { formerTariffs, giveTariff } from '../../../platform/depot-content/give-tariff.ts';
import type { ActingFor } from '../../../platform/jobs/job-starter.ts';
import { changeTags } from '../../../platform/tags/change-tags.ts';
import type { WorkedOut } from './bulk-outcome.view.ts';
import type { SelectedContract } from './judge-contracts.ts';

/** What somebody can take back for a moment. */
interface Undoable {
  readonly kind: 'contractTags' | 'contractTagsGiven' | 'contractTariffs' | 'customerGroups';
  readonly objectId: string | number;
  readonly parts: readonly KeptPart[];
}

/** Makes a change that was worked out; `now` as an instant. Answers what it was, where it is taken back as a whole. */
export async function applyChange(
  transaction: Transaction<Schema>,
  acting: ActingFor,
  { changing, target }: Pick<WorkedOut, 'changing' | 'target'>,
  now: string,
): Promise<Undoable | null> {
  if (changing.length === 0) return null;
  if (target.kind === 'group') {
    const customers = new Map(changing.map((contract) => [contract.customerId, contract.groupId]));
    await moveCustomers(transaction, acting.actor, customers, target.groupId);
    return formerGroups(customers, target.groupId);
  }
  if (target.kind === 'tariff') {
    await giveTariff(transaction, acting, changing, target.tariff);
    return formerTariffs(changing, target.tariff.id);
  }
  if (target.kind !== 'checked') return changeTag(transaction, acting, changing, target);
  // That somebody has looked contracts over cannot be unseen.
  await markChecked(transaction, acting, changing, now);
  return null;
}

/** Records that the caller has looked contracts over now. */
async function markChecked(
  transaction: Transaction<Schema>,
  { actor, scope }: ActingFor,
  contracts: readonly SelectedContract[],
  lastCheck: string,
): Promise<void> {
  const ids = contracts.map(({ id }) => id);
  await sql`update contracts set last_check = ${lastCheck}, last_checked_by = ${scope.userId},
      last_checked_by_name = ${actor.fullName}
     where tenant_id = app_tenant_id() and id = any (${ids}::uuid[])`.execute(transaction);
  await writeAudits(
    transaction,
    contracts.map(({ id, groupId }) => ({
      actor,
      action: 'contracts.check',
      objectType: 'contract',
      objectId: id,
      groupId,
      after: { lastCheck, lastCheckedBy: scope.userId },
      details: { isBulk: true },
    })),
  );
}

/** Gives contracts a tag or takes it away. */
async function changeTag(
  transaction: Transaction<Schema>,
  { actor }: ActingFor,
  contracts: readonly SelectedContract[],
  { kind, tagId }: { readonly kind: 'addTag' | 'removeTag'; readonly tagId: number },
): Promise<Undoable> {
  const { given, gone } = await changeTags(transaction, actor, 'contract', contracts, {
    addedIds: kind === 'addTag' ? [tagId] : [],
    removedIds: kind === 'removeTag' ? [tagId] : [],
  });
  return kind === 'addTag'
    ? { kind: 'contractTagsGiven', objectId: tagId, parts: given }
    : { kind: 'contractTags', objectId: tagId, parts: gone };
}
