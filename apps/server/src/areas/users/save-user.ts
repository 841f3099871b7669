import type { CallInput } from '@depotwerk/api/call';
import type { createUser as createCall, putUser as putCall, User } from '@depotwerk/api/users/users';
import { draftOf, storedColumns } from '@depotwerk/domain/master-data/field-table';
import { checkUser } from '@depotwerk/domain/users/check-user';
import { userFields } from '@depotwerk/domain/users/user-fields';
import { sql, type Transaction } from 'kysely';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import {
  lockVersion,
  newRow,
  newValues,
  refuseIssues,
  refusing,
  withCurrent,
} from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import {
  keepingAnAdministrator,
  permissionsOfRole,
  requireWithinOwnRights,
} from '../../platform/own-rights.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { changedSignIn, endFormerSignIn } from './former-sign-in.ts';
import { requireGivableRole } from './givable-role.ts';
import { keepCustomersSeen } from './keep-customers-seen.ts';
import { requireManagedSignIn, requireManagedUser } from './managed-user.ts';
import { readUser } from './users.view.ts';

const refusals = {
  users_user_name: () =>
    new AppError('users.mailIsTaken', { validation: [{ path: 'userName', code: 'mailIsTaken' }] }),
};

/**
 * The role somebody is to get: it must exist, be no more than the caller has, and be no role of customers, unless there
 * is a customer it shows.
 */
async function requireRole(
  transaction: Transaction<Schema>,
  scope: Scope,
  {
    roleId,
    hasCustomer,
    isKept,
  }: { readonly roleId: string; readonly hasCustomer: boolean; readonly isKept: boolean },
): Promise<void> {
  // What somebody has is no reason to refuse another change.
  if (!isKept) await requireGivableRole(transaction, 'roleId', roleId, hasCustomer);
  requireWithinOwnRights(scope, await permissionsOfRole(transaction, roleId));
}

type Draft = CallInput<typeof createCall>['body'];

/** Who leaves, or gets another role, may be the last to administer the house or to see some of its customers. */
const keepingPeople = <Result>(
  transaction: Transaction<Schema>,
  scope: Scope,
  before: User,
  body: Draft,
  work: () => Promise<Result>,
): Promise<Result> =>
  keepingAnAdministrator(transaction, () =>
    body.isInactive || body.roleId !== before.roleId ? keepCustomersSeen(transaction, scope, work) : work(),
  );

/**
 * Adds a person in the transaction of the caller, whose permission was checked.
 * @returns the id
 * @throws as createUser
 */
export function addUser(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  body: Draft,
): Promise<string> {
  refuseIssues(checkUser(body));
  return refusing(refusals, async () => {
    await requireRole(transaction, scope, { roleId: body.roleId, hasCustomer: false, isKept: false });
    const written = crypto.randomUUID();
    const columns = { id: written, ...storedColumns(userFields, body) };
    await sql`insert into users ${newRow(scope.tenantId, columns)}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'users.create',
      objectType: 'user',
      objectId: written,
      after: body,
      details: { roleId: body.roleId },
    });
    return written;
  });
}

/** Adds a person. @throws 400 with the fields that are wrong, 409 for an address that is taken, 403 above own rights */
export const createUser: Verb<typeof createCall, SignInServices> = async (services, context, { body }) => {
  const { scope } = context;
  requirePermission(scope, 'userManagement.editUsers');
  refuseIssues(checkUser(body));
  return answerOnce(
    services.database,
    context,
    'createUser',
    body,
    async (transaction) => ({ id: await addUser(transaction, context, body) }),
    (reading, { id }) => readUser(reading, scope, id),
  );
};

/**
 * Changes a person in the transaction of the caller, whose permission was checked. `before` is the person as the caller
 * read it, for the log; the version of the context must be the stored one.
 * @returns the sessions that ended, for `SessionStates.forget` after the commit
 * @throws as putUser
 */
export function changeUser(
  services: SignInServices,
  transaction: Transaction<Schema>,
  { scope, actor, ifMatch }: Pick<SignedInContext, 'scope' | 'actor' | 'ifMatch'>,
  before: User,
  body: Draft,
): Promise<string[]> {
  const { id } = before;
  refuseIssues(checkUser(body, draftOf(userFields, before)));
  return refusing(refusals, () =>
    keepingPeople(transaction, scope, before, body, async () => {
      const stored = await requireManagedUser(transaction, scope, id);
      const change = changedSignIn(stored, body);
      if (change.isOwnForbidden) await requireManagedSignIn(transaction, scope, id);
      await lockVersion(transaction, 'users', id, ifMatch);
      if (id === actor.userId && change.isOwnForbidden) throw new AppError('users.ownSignIn');
      await requireRole(transaction, scope, {
        roleId: body.roleId,
        hasCustomer: stored.customerId !== null,
        isKept: stored.roleId === body.roleId,
      });
      const fields = await changedFields(transaction, { table: 'users', id, fields: userFields }, () =>
        sql`update users set ${newValues(storedColumns(userFields, body))},
            phone_validated_at = case when ${change.isPhoneChanged} then null else phone_validated_at end
          where id = ${id}`.execute(transaction),
      );
      const person = { ...stored, tenantId: scope.tenantId, userId: id };
      const ended = await endFormerSignIn(services, transaction, person, { ...change, ...body });
      await writeAudit(transaction, {
        actor,
        action: 'users.edit',
        objectType: 'user',
        objectId: id,
        before,
        after: body,
        details: { roleId: body.roleId, isInactive: body.isInactive, fields },
      });
      return ended;
    }),
  );
}

/**
 * Changes a person; who becomes inactive, or gets another name or phone number to sign in with, is signed out.
 * @throws 404, 412 with the stored version, groups.customersUnseen, users.ownSignIn for the own name, number, role or state, else as createUser
 */
export const putUser: Verb<typeof putCall, SignInServices> = async (services, context, { params, body }) => {
  const { scope } = context;
  requirePermission(scope, 'userManagement.editUsers');
  const before = await readUser(services, scope, params.id);
  refuseIssues(checkUser(body, draftOf(userFields, before)));
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      changeUser(services, transaction, context, before, body),
    );
  const ended = await withCurrent(write, () => readUser(services, scope, params.id));
  services.sessions.forget(ended);
  return readUser(services, scope, params.id);
};
