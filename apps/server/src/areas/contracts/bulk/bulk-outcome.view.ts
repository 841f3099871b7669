import { createHash } from 'node:crypto';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { previewContractChange } from '@depotwerk/api/contracts/contract-bulk';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import { isContractBlocked } from '../../../platform/customers/blocked-contract.ts';
import { judgeMove } from '../../../platform/customers/move-customers.ts';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { unknownReference } from '../../../platform/editing.ts';
import { requireTargetGroup } from '../../../platform/group-right.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { readTariff, type Tariff } from '../choosable-tariff.view.ts';
import { contractsOfSelection } from '../contract-selection.view.ts';
import {
  type Judge,
  judgeCheck,
  judgeTag,
  judgeTariff,
  type SelectedContract,
  type SkipReason,
} from './judge-contracts.ts';

/** Most contracts one transaction changes: its log entries hold up other writers of the house only for a moment. */
const mostContracts = 1000;

export type BulkRequest = CallInput<typeof previewContractChange>['body'];
export type BulkOutcome = CallAnswer<typeof previewContractChange>;

/** A change worked out: what it comes to, which contracts it changes, and to what. */
export interface WorkedOut {
  readonly outcome: BulkOutcome;
  readonly changing: readonly SelectedContract[];
  readonly target:
    | { readonly kind: 'group'; readonly groupId: string | null }
    | { readonly kind: 'tariff'; readonly tariff: Tariff }
    | { readonly kind: 'checked' }
    | { readonly kind: 'addTag' | 'removeTag'; readonly tagId: number };
}

/**
 * Works out a change of up to `limit` contracts; `isLocking` keeps what it changes locked, inside a transaction.
 * @throws 400 for a group or tariff that cannot be chosen or more contracts than go at once, 403
 */
export async function workOut(
  reading: ReadServices,
  scope: Scope,
  { selection, change }: BulkRequest,
  isLocking: boolean,
  limit = mostContracts,
): Promise<WorkedOut> {
  const target = await readTarget(reading, scope, change);
  const judged = await judgeSelected(reading, scope, selection, target, isLocking, limit);
  const { changing } = judged;
  const contractCount =
    target.kind === 'group' ? await countOfCustomers(reading, scope, changing) : changing.length;
  return { target, changing, outcome: outcomeOf(judged, change, contractCount) };
}

/**
 * Which of up to `limit` contracts would change to what was read before, and why the others would not.
 * @throws 400 for more contracts than go at once
 */
export async function judgeSelected(
  reading: ReadServices,
  scope: Scope,
  selection: BulkRequest['selection'],
  target: WorkedOut['target'],
  isLocking: boolean,
  limit: number,
): Promise<Judged> {
  const lock = target.kind === 'group' ? 'for update of u' : 'for update of c';
  const contracts = await readSelected(reading, scope, selection, isLocking ? lock : '', limit);
  return judgeAll(contracts, await judgeOf(reading, scope, target, contracts));
}

/** What contracts shall change to, if the caller may choose it. @throws 400, 403 */
export async function readTarget(
  reading: ReadServices,
  scope: Scope,
  change: BulkRequest['change'],
): Promise<WorkedOut['target']> {
  if (change.kind === 'group') requireTargetGroup(scope, change.groupId);
  if (change.kind === 'tariff') {
    const tariff = await readTariff(reading, scope, { tariffId: change.tariffId, riskClassId: null }, null);
    return { kind: 'tariff', tariff };
  }
  if (change.kind === 'addTag' || change.kind === 'removeTag') {
    const [tag] = await reading.database.read<{ isInactive: boolean }>(scope, {
      sql: 'select is_inactive as "isInactive" from tags where id = $1',
      parameters: [change.tagId],
    });
    if (tag === undefined || (change.kind === 'addTag' && tag.isInactive)) throw unknownReference('tagId');
  }
  return change;
}

async function judgeOf(
  reading: ReadServices,
  scope: Scope,
  target: WorkedOut['target'],
  contracts: readonly SelectedContract[],
): Promise<Judge> {
  switch (target.kind) {
    case 'group': {
      const judge = judgeMove(scope, target.groupId);
      return ({ groupId, isCustomerBlocked }) => judge({ groupId, isBlocked: isCustomerBlocked });
    }
    case 'tariff': {
      const { tariff } = target;
      return judgeTariff(scope, tariff, await readTakenKeys(reading, scope, tariff.issuerId, contracts));
    }
    case 'checked':
      return judgeCheck(scope);
    default: {
      const tagged = await readTagged(reading, scope, target.tagId, contracts);
      return judgeTag(scope, target.kind === 'addTag', tagged);
    }
  }
}

/** The contracts of a selection the caller sees; what he does not see is not there. */
async function readSelected(
  { database }: ReadServices,
  scope: Scope,
  selection: BulkRequest['selection'],
  lock: '' | 'for update of u' | 'for update of c',
  limit: number,
): Promise<readonly SelectedContract[]> {
  const parameters = new Parameters();
  const conditions = contractsOfSelection(
    selection,
    visibilityOf(scope, 'groupContracts.view'),
    visibilityOf(scope, 'groupCustomers.view'),
    parameters,
  );
  const from = `from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
      where ${conditions} order by c.customer_id, c.id limit ${limit + 1}`;
  // One order for all, so that two changes at once never wait for each other in a circle; by a statement of its own, because one that
  // had to wait joins what was there before.
  if (lock !== '')
    await database.read(scope, { sql: `select 1 ${from} ${lock}`, parameters: parameters.values });
  const rows = await database.read<SelectedContract>(scope, {
    sql: `select c.id, c.external_key as "externalKey", c.customer_id as "customerId",
        ${personNameOf('u')} as "customerName", c.group_id as "groupId",
        c.tariff_id as "tariffId", c.tariff_version_id as "tariffVersionId", c.issuer_id as "issuerId", c.is_linked as "isLinked",
        c.risk_class_id as "riskClassId", c.non_funds_value as "nonFundsValue", u.is_blocked as "isCustomerBlocked", ${isContractBlocked} as "isBlocked"
       ${from}`,
    parameters: parameters.values,
  });
  if (rows.length > limit) {
    throw new AppError('contracts.selectionTooLarge', { params: { limit } });
  }
  return rows;
}

/** Customers move with everything they have. */
async function countOfCustomers(
  { database }: ReadServices,
  scope: Scope,
  contracts: readonly SelectedContract[],
): Promise<number> {
  const [row] = await database.read<{ count: number }>(scope, {
    sql: `select count(*) as count from contracts
      where tenant_id = app_tenant_id() and deleted_at is null and customer_id = any ($1::uuid[])`,
    parameters: [[...new Set(contracts.map(({ customerId }) => customerId))]],
  });
  return row?.count ?? 0;
}

/** Numbers of the selection that contracts have at an institute. */
async function readTakenKeys(
  { database }: ReadServices,
  scope: Scope,
  issuerId: number,
  contracts: readonly SelectedContract[],
): Promise<Set<string>> {
  const rows = await database.read<{ externalKey: string }>(scope, {
    sql: `select external_key as "externalKey" from contracts where tenant_id = app_tenant_id() and issuer_id = $1
      and deleted_at is null and external_key = any ($2::text[])`,
    parameters: [issuerId, contracts.map(({ externalKey }) => externalKey)],
  });
  return new Set(rows.map(({ externalKey }) => externalKey));
}

/** Contracts of the selection that carry a tag. */
async function readTagged(
  { database }: ReadServices,
  scope: Scope,
  tagId: number,
  contracts: readonly SelectedContract[],
): Promise<ReadonlySet<string>> {
  const rows = await database.read<{ id: string }>(scope, {
    sql: `select contract_id as id from contract_tags
      where tenant_id = app_tenant_id() and tag_id = $1 and contract_id = any ($2::uuid[])`,
    parameters: [tagId, contracts.map(({ id }) => id)],
  });
  return new Set(rows.map(({ id }) => id));
}

/** What is decided about each contract of a selection. */
export interface Judged {
  readonly all: readonly (readonly [contract: SelectedContract, reason: SkipReason | null])[];
  readonly changing: readonly SelectedContract[];
}

function judgeAll(contracts: readonly SelectedContract[], judge: Judge): Judged {
  const all = contracts.map((contract) => [contract, judge(contract)] as const);
  return { all, changing: all.flatMap(([contract, reason]) => (reason === null ? [contract] : [])) };
}

function outcomeOf(
  { all, changing }: Judged,
  change: BulkRequest['change'],
  contractCount: number,
): BulkOutcome {
  const fates = all.map(([{ id, groupId, tariffId }, reason]) => ({ id, groupId, tariffId, reason }));
  return {
    contractCount,
    customerCount: new Set(changing.map(({ customerId }) => customerId)).size,
    skipped: all.flatMap(([{ id, externalKey, customerName }, reason]) =>
      reason === null ? [] : [{ contractId: id, externalKey, customerName, reason }],
    ),
    fingerprint: createHash('sha256').update(canonicalJson({ change, contractCount, fates })).digest('hex'),
  };
}
