import type { PersonChange } from '@depotwerk/api/users/user-imports';
import type { User } from '@depotwerk/api/users/users';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { groupNamesOf, isSamePhone, joinGroupNames } from '@depotwerk/domain/users/person-fields';
import { userFields } from '@depotwerk/domain/users/user-fields';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { addMember } from '../group-members.ts';
import { sendInvitation } from '../invite-user.ts';
import { addUser, changeUser } from '../save-user.ts';
import { readUser } from '../users.view.ts';
import type { NamesInHouse } from './names-in-house.ts';
import type { PersonLine } from './person-file.ts';

/** Where lines of a file become people. */
export interface PersonImport {
  readonly services: SignInServices;
  readonly transaction: Transaction<Schema>;
  readonly context: SignedInContext;
  readonly roles: NamesInHouse;
  readonly groups: NamesInHouse;
  readonly isInviting: boolean;
}

export interface TakenPerson {
  readonly fate: 'new' | 'changed' | 'unchanged';
  /** What becomes of somebody known. */
  readonly changes: readonly PersonChange[];
  /** Of the invitation, where no mail can go out. */
  readonly link: string | null;
  /** Sessions that ended, to be forgotten after the commit. */
  readonly ended: readonly string[];
}

/**
 * Adds or changes the person of a line by the functions of the form. A blank cell says nothing; groups are only added.
 * @throws AppError as the form does, and for names nobody knows
 */
export async function takePerson(work: PersonImport, line: PersonLine): Promise<TakenPerson> {
  const { transaction, roles, groups } = work;
  const roleId = line.roleName === '' ? null : roles.idOf(line.roleName);
  const groupIds = groupNamesOf(line.groupNames).map((name) => groups.idOf(name));
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(user_name) = lower(${line.userName})`.execute(transaction);
  const id = rows[0]?.id;
  return id === undefined
    ? takeNew(work, line, roleId, groupIds)
    : takeKnown(work, line, { id, roleId, groupIds });
}

async function takeNew(
  { services, transaction, context, isInviting }: PersonImport,
  line: PersonLine,
  roleId: string | null,
  groupIds: readonly string[],
): Promise<TakenPerson> {
  const id = await addUser(transaction, context, {
    ...emptyDraft(userFields),
    userName: line.userName,
    fullName: line.fullName,
    company: line.company,
    phoneNumber: line.phoneNumber || null,
    roleId: roleId ?? '',
  });
  for (const groupId of groupIds) await addMember(transaction, context, groupId, id);
  const invitation = isInviting ? await sendInvitation(services, transaction, context, id) : null;
  return { fate: 'new', changes: [], link: invitation?.link ?? null, ended: [] };
}

async function takeKnown(
  { services, transaction, context, groups }: PersonImport,
  line: PersonLine,
  { id, roleId, groupIds }: { id: string; roleId: string | null; groupIds: readonly string[] },
): Promise<TakenPerson> {
  const stored = await readUser({ database: readerIn(transaction) }, context.scope, id);
  const isPhoneKept = line.phoneNumber === '' || isSamePhone(line.phoneNumber, stored.phoneNumber);
  const draft = {
    ...draftOf(userFields, stored),
    fullName: line.fullName || stored.fullName,
    company: line.company || stored.company,
    phoneNumber: isPhoneKept ? stored.phoneNumber : line.phoneNumber,
    roleId: roleId ?? stored.roleId,
  };
  const changes: PersonChange[] = (['fullName', 'company', 'phoneNumber'] as const)
    .filter((name) => draft[name] !== stored[name])
    .map((field) => ({ field, before: stored[field] ?? '', after: draft[field] ?? '' }));
  if (draft.roleId !== stored.roleId)
    changes.push({ field: 'roleName', before: stored.roleName, after: line.roleName });
  const ended =
    changes.length > 0
      ? await changeUser(services, transaction, { ...context, ifMatch: stored.rowVersion }, stored, draft)
      : [];
  const joined = await groupsToJoin(transaction, stored, groupIds);
  for (const groupId of joined) await addMember(transaction, context, groupId, id);
  if (joined.length > 0) {
    const named = groupNamesOf(line.groupNames).filter((name) => joined.includes(groups.idOf(name)));
    changes.push({ field: 'groupNames', before: '', after: joinGroupNames(named) });
  }
  return { fate: changes.length > 0 ? 'changed' : 'unchanged', changes, link: null, ended };
}

/** The groups the person is not in yet: rights somebody has there stay as they are. */
async function groupsToJoin(
  transaction: Transaction<Schema>,
  { id }: User,
  groupIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ groupId: string }>`
    select group_id as "groupId" from group_users where user_id = ${id}`.execute(transaction);
  const present = new Set(rows.map(({ groupId }) => groupId));
  return groupIds.filter((groupId) => !present.has(groupId));
}
