import type { CallInput } from '@depotwerk/api/call';
import {
  type createContract as createCall,
  draftOfContract,
  type patchContract as patchCall,
  type putContract as putCall,
} from '@depotwerk/api/contracts/contract-form';
import { type ContractDraft, checkContract, checkNonFunds } from '@depotwerk/domain/contracts/check-contract';
import { contractFields, loggedContractFields } from '@depotwerk/domain/contracts/contract-fields';
import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import { storedColumns } from '@depotwerk/domain/master-data/field-table';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { keepProfileDayOfContract } from '../../platform/depot-content/keep-profile-day.ts';
import {
  newRow,
  newValues,
  refuseIssues,
  refusing,
  storedText,
  unknownReference,
  withNamed,
} from '../../platform/editing.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { customerVisibility } from '../customers/public.ts';
import { readTariff } from './choosable-tariff.view.ts';
import { type ContractForm, readContractForm } from './contract-form.view.ts';
import { type LockedContract, lockContract } from './locked-contract.view.ts';
import { refuseInactiveHolders, runsOn } from './refuse-inactive-holders.ts';
import { writeContractContent } from './write-contract-content.ts';

/** What the database refuses of a contract, in the words of its form. */
export const contractRefusals = {
  contracts_external_key: () =>
    new AppError('contracts.externalKeyExists', {
      validation: [{ path: 'externalKey', code: 'keyExists' }],
    }),
};

/**
 * Adds a contract with holdings and savings plan and answers it as the form holds it; a repetition gets the same.
 * @throws 404 for a foreign customer, 400 with the fields that are wrong, 403, 409 for a number that exists
 */
export async function createContract(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
  today: string,
): Promise<ContractForm> {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.create');
  const create = (transaction: Transaction<Schema>) =>
    refusing(contractRefusals, async () => {
      refuseIssues(checkContract(body, today));
      const customer = await lockOwner(transaction, scope, body.customerId);
      const tariff = await readTariff({ database: readerIn(transaction) }, scope, body, null);
      refuseIssues([...chosenLevel(body, null, tariff), ...checkNonFunds(body, null, tariff.isDepot)]);
      const columns = { customer_id: customer.id, ...columnsOf(body, tariff) };
      const { rows } = await sql<{ id: string }>`
        insert into contracts ${newRow(scope.tenantId, columns)} returning id`.execute(transaction);
      const contractId = rows[0]?.id ?? '';
      await writeContractContent(transaction, context, contractId, body, today);
      await keepProfileDayOfContract(transaction, contractId, todayOfHouse(services));
      await writeAudit(transaction, {
        actor,
        action: 'contracts.create',
        objectType: 'contract',
        objectId: contractId,
        groupId: customer.groupId,
        after: body,
      });
      return contractId;
    });
  return answerOnce(services.database, context, 'createContract', body, create, (reading, id) =>
    readContractForm(reading, scope, id, today),
  );
}

/**
 * Changes a contract. What a bank delivers for a linked one is not changed by hand.
 * @throws 404, 403, 412 when it changed since it was read, 400 and 409 as for a new one
 */
export function putContract(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
  today: string,
): Promise<void> {
  return changeContract(services, context, params.id, today, () => body);
}

/** Changes the named fields of a contract; the rest is as its form shows it. @throws as putContract */
export function patchContract(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof patchCall>,
  today: string,
): Promise<void> {
  return changeContract(services, context, params.id, today, (stored) => withNamed(stored, body));
}

/** `draftOf` says what the contract is to be, once it is locked in the version the caller has read. */
async function changeContract(
  services: Services,
  context: SignedInContext,
  contractId: string,
  today: string,
  draftOf: (stored: ReturnType<typeof draftOfContract>) => CallInput<typeof putCall>['body'],
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.edit');
  await services.database.transaction(scope, (transaction) =>
    refusing(contractRefusals, async () => {
      const before = await lockContract(transaction, scope, contractId);
      if (before.rowVersion !== context.ifMatch) throw new AppError('common.versionConflict');
      const reading = { database: readerIn(transaction) };
      const stored = draftOfContract(await readContractForm(reading, scope, before.id, today));
      const body = draftOf(stored);
      refuseIssues(checkContract(body, today, stored));
      const tariff = await readTariff(reading, scope, body, before.id);
      refuseIssues([...chosenLevel(body, stored, tariff), ...checkNonFunds(body, stored, tariff.isDepot)]);
      if (!runsOn(stored.endDate, today) && runsOn(body.endDate, today))
        await refuseInactiveHolders(transaction, before.id);
      if (before.isLinked) refuseIssues(linkedFields(before, body, tariff.issuerId));
      // Content is not part of the row: the version is raised by hand, so that the form notices every change.
      const values = newValues({ ...columnsOf(body, tariff), row_version: before.rowVersion + 1 });
      let content: readonly string[] = [];
      const row = { table: 'contracts', id: before.id, fields: loggedContractFields } as const;
      const ofRow = await changedFields(transaction, row, async () => {
        await sql`update contracts set ${values} where id = ${before.id}`.execute(transaction);
        content = await writeContractContent(transaction, context, before.id, body, today);
        // Another end decides whether its profile still counts.
        await keepProfileDayOfContract(transaction, before.id, todayOfHouse(services));
      });
      await writeAudit(transaction, {
        actor,
        action: 'contracts.edit',
        objectType: 'contract',
        objectId: before.id,
        groupId: before.groupId,
        before,
        after: body,
        details: { fields: [ofRow, ...content].filter((part) => part !== '').join() },
      });
    }),
  );
}

/** Columns of `contracts` by name. */
const columnsOf = (draft: ContractDraft, tariff: Awaited<ReturnType<typeof readTariff>>) => ({
  tariff_id: tariff.id,
  tariff_version_id: tariff.versionId,
  insurer_id: tariff.insurerId,
  issuer_id: tariff.issuerId,
  ...storedColumns(contractFields, draft),
  ...(draft.guaranteedLevel === undefined ? {} : { guaranteed_level: draft.guaranteedLevel }),
});

/** A level is chosen only where the tariff leaves it to its contracts; what is agreed already stays. */
const chosenLevel = (
  { guaranteedLevel = null }: ContractDraft,
  stored: ContractDraft | null,
  { isLevelChosen }: Pick<Awaited<ReturnType<typeof readTariff>>, 'isLevelChosen'>,
): FieldIssue[] =>
  guaranteedLevel === null || isLevelChosen || guaranteedLevel === stored?.guaranteedLevel
    ? []
    : [{ path: 'guaranteedLevel', code: 'levelOfTariff' }];

/** What a linked contract and its depot are known by to the bank stays. */
function linkedFields(
  before: LockedContract,
  draft: CallInput<typeof putCall>['body'],
  issuerId: number,
): FieldIssue[] {
  const differing = {
    tariffId: issuerId !== before.issuerId,
    externalKey: draft.externalKey !== before.externalKey,
    externalConsumerKey: storedText(draft.externalConsumerKey) !== before.externalConsumerKey,
  };
  return Object.entries(differing).flatMap(([path, isDifferent]) =>
    isDifferent ? [{ path, code: 'linkedDepot' as const }] : [],
  );
}

interface Owner {
  readonly id: string;
  readonly groupId: string | null;
  readonly isBlocked: boolean;
  readonly isInactive: boolean;
}

/** The customer a new contract belongs to; a foreign one is a missing reference. */
async function lockOwner(transaction: Transaction<Schema>, scope: Scope, customerId: string): Promise<Owner> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(`u.id = ${parameters.add(customerId)}`);
  const { rows } = await transaction.executeQuery<Owner>(
    CompiledQuery.raw(
      `select u.id, u.group_id as "groupId", u.is_blocked as "isBlocked", u.is_inactive as "isInactive"
         from customers u
        where ${conditions.join(' and ')} for no key update of u`,
      parameters.values,
    ),
  );
  const customer = rows[0];
  if (!customer) throw unknownReference('customerId');
  requireGroupRight(scope, 'groupContracts.edit', customer.groupId);
  if (customer.isBlocked) throw new AppError('customers.blocked');
  if (customer.isInactive) throw new AppError('customers.inactive');
  return customer;
}
