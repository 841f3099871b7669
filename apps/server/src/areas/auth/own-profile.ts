import type { Profile, putProfile as putCall } from '@depotwerk/api/auth/profile';
import { checkCustomersPerson, checkPerson } from '@depotwerk/domain/users/check-user';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { lockVersion, refuseIssues, storedText, withCurrent } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { readOne } from '../../platform/read-one.ts';
import type { SignInServices } from '../../platform/services.ts';
import { isSameNumber } from '../../platform/sms/phone-number.ts';

const profileSql = `
select u.id, u.full_name as "fullName", u.company, u.phone_number as "phoneNumber",
  u.phone_validated_at is not null as "isPhoneConfirmed", u.user_name as "userName", r.role_name as "roleName",
  array(select g.group_name from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id and not g.is_inactive
    order by fold_text(g.group_name), g.id) as "groupNames",
  u.row_version as "rowVersion"
from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
where u.id = $1`;

/** The signed-in person as others see her. */
export async function readProfile(services: SignInServices, { actor }: SignedInContext): Promise<Profile> {
  return readOne<Profile>(services.database, actor, {
    sql: profileSql,
    parameters: [actor.userId],
  });
}

/**
 * Changes own name, company and phone number; a customer's name and company are the house's. Nothing here changes how she signs in: the number codes go to is
 * changed where password and factor are asked for.
 * @throws 400 with the fields that are wrong, 412 with the stored version, users.ownSignIn for a confirmed number
 */
export const putProfile: Verb<typeof putCall, SignInServices> = async (services, context, { body }) => {
  const { actor } = context;
  const { tenantId, userId } = actor;
  refuseIssues(checkPerson(body));
  const before = await readProfile(services, context);
  if (context.scope.ownCustomerId !== null) refuseIssues(checkCustomersPerson(body, before));
  const phoneNumber = storedText(body.phoneNumber);
  const write = () =>
    services.database.transaction({ tenantId, userId }, async (transaction) => {
      await lockVersion(transaction, 'users', userId, context.ifMatch);
      const { rows } = await sql<{
        phoneNumber: string | null;
      }>`select phone_number as "phoneNumber" from users
        where id = ${userId} and phone_validated_at is not null`.execute(transaction);
      const [confirmed] = rows;
      if (confirmed && !isSameNumber(confirmed.phoneNumber, phoneNumber))
        throw new AppError('users.ownSignIn');
      await sql`update users set full_name = ${body.fullName}, company = ${body.company}, phone_number = ${phoneNumber}
        where id = ${userId}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'auth.editProfile',
        objectType: 'user',
        objectId: userId,
        before,
        after: body,
      });
    });
  await withCurrent(write, () => readProfile(services, context));
  // Her name stands in the session as well.
  services.sessions.forget([actor.sessionId]);
  return readProfile(services, context);
};
