import { createHash } from 'node:crypto';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { previewCustomerChange } from '@depotwerk/api/customers/customer-bulk';
import type { BulkReason } from '@depotwerk/domain/contracts/bulk-reasons';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import { judgeMove } from '../../../platform/customers/move-customers.ts';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { unknownReference } from '../../../platform/editing.ts';
import { hasGroupRight, requireTargetGroup } from '../../../platform/group-right.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { selectedCustomers } from '../customer-selection.view.ts';

/** Most customers one transaction changes: its log entries hold up other writers of the house only for a moment. */
const mostCustomers = 1000;

export type CustomerBulkRequest = CallInput<typeof previewCustomerChange>['body'];
export type CustomerBulkOutcome = CallAnswer<typeof previewCustomerChange>;

/** A customer of the selection, with what decides whether he can be changed. */
export interface SelectedCustomer {
  readonly id: string;
  readonly customerName: string;
  readonly groupId: string | null;
  readonly isBlocked: boolean;
  readonly contractCount: number;
  /** He carries the tag the change is about. */
  readonly isTagged: boolean;
}

export interface WorkedOut {
  readonly outcome: CustomerBulkOutcome;
  readonly changing: readonly SelectedCustomer[];
}

/**
 * Works out a change of up to 1,000 customers; `isLocking` keeps them locked, inside a transaction.
 * @throws 400 for a group or tag that cannot be chosen or more customers than go at once, 403
 */
export async function workOut(
  reading: ReadServices,
  scope: Scope,
  { selection, change }: CustomerBulkRequest,
  isLocking: boolean,
): Promise<WorkedOut> {
  await requireChoosable(reading, scope, change);
  const customers = await readSelected(reading, scope, { selection, change }, isLocking);
  const judge = judgeOf(scope, change);
  const judged = customers.map((customer) => [customer, judge(customer)] as const);
  const changing = judged.flatMap(([customer, reason]) => (reason === null ? [customer] : []));
  const contractCount =
    change.kind === 'group' ? changing.reduce((sum, customer) => sum + customer.contractCount, 0) : 0;
  const fates = judged.map(([{ id, groupId }, reason]) => ({ id, groupId, reason }));
  return {
    changing,
    outcome: {
      customerCount: changing.length,
      contractCount,
      skipped: judged.flatMap(([{ id, customerName }, reason]) =>
        reason === null ? [] : [{ customerId: id, customerName, reason }],
      ),
      fingerprint: createHash('sha256').update(canonicalJson({ change, contractCount, fates })).digest('hex'),
    },
  };
}

/** @throws 400, 403 for a group or tag the caller cannot choose */
export async function requireChoosable(
  reading: ReadServices,
  scope: Scope,
  change: CustomerBulkRequest['change'],
): Promise<void> {
  if (change.kind === 'group') requireTargetGroup(scope, change.groupId);
  else await requireTag(reading, scope, change);
}

/** The rules of a tag are those of changing one customer, where there is something to change. */
function judgeOf(
  scope: Scope,
  change: CustomerBulkRequest['change'],
): (customer: SelectedCustomer) => BulkReason | null {
  if (change.kind === 'group') return judgeMove(scope, change.groupId);
  return ({ groupId, isBlocked, isTagged }) => {
    if (!hasGroupRight(scope, 'groupCustomers.edit', groupId)) return 'noRight';
    if (isTagged === (change.kind === 'addTag')) return 'unchanged';
    return isBlocked ? 'customerBlocked' : null;
  };
}

async function requireTag(
  { database }: ReadServices,
  scope: Scope,
  { kind, tagId }: { readonly kind: 'addTag' | 'removeTag'; readonly tagId: number },
): Promise<void> {
  const [tag] = await database.read<{ isInactive: boolean }>(scope, {
    sql: 'select is_inactive as "isInactive" from tags where id = $1',
    parameters: [tagId],
  });
  if (tag === undefined || (kind === 'addTag' && tag.isInactive)) throw unknownReference('tagId');
}

/** The customers of a selection the caller sees; whom he does not see is not there. */
async function readSelected(
  { database }: ReadServices,
  scope: Scope,
  { selection, change }: CustomerBulkRequest,
  isLocking: boolean,
): Promise<readonly SelectedCustomer[]> {
  const parameters = new Parameters();
  const conditions = selectedCustomers(selection, visibilityOf(scope, 'groupCustomers.view'), parameters);
  const tagId = parameters.add(change.kind === 'group' ? null : change.tagId);
  // One order for all, so that two changes at once never wait for each other in a circle.
  const rows = await database.read<SelectedCustomer>(scope, {
    sql: `select u.id, ${personNameOf('u')} as "customerName", u.group_id as "groupId",
        u.is_blocked as "isBlocked", u.contract_count as "contractCount",
        exists (select from customer_tags l
          where l.tenant_id = u.tenant_id and l.customer_id = u.id and l.tag_id = ${tagId}::int) as "isTagged"
       from customers u where ${conditions} order by u.id limit ${mostCustomers + 1}${isLocking ? ' for update of u' : ''}`,
    parameters: parameters.values,
  });
  if (rows.length > mostCustomers) {
    throw new AppError('customers.selectionTooLarge', { params: { limit: mostCustomers } });
  }
  return rows;
}
