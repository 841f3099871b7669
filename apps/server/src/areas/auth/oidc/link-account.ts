import { randomUUID } from 'node:crypto';
import type { GivenRights } from '@depotwerk/domain/identity-provider/decide-sign-in';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { accountNotice } from '../../../platform/mail/account-notice.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { lockPeople } from '../../../platform/own-rights.ts';
import type { SignInServices } from '../../../platform/services.ts';
import type { Account } from '../account.ts';
import { giveRights } from './give-rights.ts';

/** A subject of a provider, and what its claims give. */
export interface SubjectRights {
  readonly issuer: string;
  readonly subject: string;
  readonly given: GivenRights;
  readonly defaultRoleId: string | null;
}

/**
 * The link of an account with a subject, made now where there is none, and the rights its claims give.
 * @param isConfirmed whether the person has shown the account's password; else an administrator must have allowed it
 * @throws AppError auth.providerNotLinked, auth.providerNoRole, roles.lastAdministrator
 */
export async function linkAndGive(
  services: SignInServices,
  transaction: Transaction<Schema>,
  account: Account,
  subject: SubjectRights,
  { isConfirmed, sessionId }: { readonly isConfirmed: boolean; readonly sessionId: string },
): Promise<string> {
  const { tenantId, userId, userName, fullName } = account;
  const actor = { kind: 'user', tenantId, userId, sessionId, userName, fullName } as const;
  const { linkId, isNew } = await findOrMakeLink(services, transaction, account, subject, isConfirmed);
  if (isNew) {
    await sendMail(
      transaction,
      services.keys.keyEncryption,
      accountNotice(
        account,
        'Ihr Benutzerkonto wurde mit dem Anmeldedienst Ihres Hauses verknüpft. Sie können sich von nun an auch dort anmelden.',
      ),
    );
    await writeAudit(transaction, {
      actor,
      action: 'auth.linkProvider',
      objectType: 'user',
      objectId: userId,
      details: { isConfirmed },
    });
  }
  const { isChanged, roleNotReturned } = await giveRights(
    transaction,
    { tenantId, userId, linkId },
    subject.given,
    subject.defaultRoleId,
  );
  if (isChanged)
    await writeAudit(transaction, {
      actor,
      action: 'auth.takeClaims',
      objectType: 'user',
      objectId: userId,
      details: roleNotReturned === null ? {} : { roleNotReturned },
    });
  return linkId;
}

async function findOrMakeLink(
  services: SignInServices,
  transaction: Transaction<Schema>,
  { tenantId, userId }: Account,
  { issuer, subject }: SubjectRights,
  isConfirmed: boolean,
): Promise<{ linkId: string; isNew: boolean }> {
  const at = new Date(services.clock()).toISOString();
  const { rows } = await sql<{ id: string }>`update identity_links set last_used_at = ${at}
    where issuer = ${issuer} and subject = ${subject} and user_id = ${userId} returning id`.execute(
    transaction,
  );
  const known = rows[0];
  if (known) return { linkId: known.id, isNew: false };
  const allowed = await sql`update users set identity_link_allowed_until = null
    where id = ${userId} and (${isConfirmed} or identity_link_allowed_until > ${at}) returning 1`.execute(
    transaction,
  );
  if (allowed.rows.length === 0) throw new AppError('auth.providerNotLinked');
  // The house has moved to another provider: the link with the former one opens nothing any more, and gives way. What that one
  // gave stays known, so that the new one can take it back.
  const moved = await sql<{ id: string }>`update identity_links
    set issuer = ${issuer}, subject = ${subject}, created_at = ${at}, last_used_at = ${at}
    where user_id = ${userId} and issuer <> ${issuer} and not exists (
      select from identity_links o where o.issuer = ${issuer} and o.subject = ${subject}) returning id`.execute(
    transaction,
  );
  if (moved.rows[0]) return { linkId: moved.rows[0].id, isNew: true };
  const linkId = randomUUID();
  const made = await sql`insert into identity_links (tenant_id, id, user_id, issuer, subject, last_used_at)
    values (${tenantId}, ${linkId}, ${userId}, ${issuer}, ${subject}, ${at}) on conflict do nothing returning 1`.execute(
    transaction,
  );
  // Somebody else was linked with it, or he with another one, a moment ago.
  if (made.rows.length === 0) throw new AppError('auth.providerNotLinked');
  return { linkId, isNew: true };
}

/**
 * An account for somebody nobody knew, linked at once; it has no password.
 * @returns its id
 * @throws AppError auth.providerNoRole, auth.providerNotLinked when the address is taken elsewhere
 */
export async function createLinkedAccount(
  transaction: Transaction<Schema>,
  tenantId: string,
  person: { readonly userName: string; readonly fullName: string },
  { issuer, subject, given, defaultRoleId }: SubjectRights,
): Promise<string> {
  await lockPeople(transaction);
  const userId = randomUUID();
  const { rows } = await sql<{ roleId: string }>`
    insert into users (tenant_id, id, user_name, full_name, role_id)
    select ${tenantId}, ${userId}, ${person.userName}, ${person.fullName}, r.id from roles r
      where r.id = any(${[given.roleId, defaultRoleId].filter((id) => id !== null)}::uuid[]) and not r.is_inactive
      order by r.id = ${given.roleId}::uuid desc nulls last limit 1
    on conflict do nothing returning role_id as "roleId"`.execute(transaction);
  const made = rows[0];
  if (!made) throw new AppError('auth.providerNoRole');
  const linkId = randomUUID();
  await sql`insert into identity_links (tenant_id, id, user_id, issuer, subject, given_role_id)
    values (${tenantId}, ${linkId}, ${userId}, ${issuer}, ${subject}, ${made.roleId})`.execute(transaction);
  await giveRights(transaction, { tenantId, userId, linkId }, given, defaultRoleId);
  await writeAudit(transaction, {
    actor: { kind: 'system' },
    action: 'auth.createByProvider',
    objectType: 'user',
    objectId: userId,
    details: { roleId: made.roleId },
  });
  return userId;
}
