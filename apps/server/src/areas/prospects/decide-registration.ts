import type {
  decideRegistration as decideCall,
  WaitingRegistration,
} from '@depotwerk/api/prospects/registration';
import { personName } from '@depotwerk/domain/customers/person-name';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { unknownReference } from '../../platform/editing.ts';
import { requireTargetGroup } from '../../platform/group-right.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import { activationLink, createActivation } from '../../platform/tokens/activation-token.ts';
import type { ProspectServices } from './analysis-services.ts';
import { beginProfileOfVisitor } from './begin-profile-of-visitor.ts';
import { addClientUser, addCustomer, isLikelySame, lockInvitedCustomer } from './new-client.ts';
import { forgetOthers, lockSameAddress } from './same-address.ts';

const selection = `r.id, r.first_name as "firstName", r.last_name as "lastName", r.email, r.date_of_birth as "dateOfBirth",
  r.confirmed_at as "confirmedAt", r.expires_at as "expiresAt"`;

/** Registrations that wait for an adviser, oldest first. They belong to no group yet: every adviser of the house sees them. */
export async function listRegistrations(
  services: ProspectServices,
  scope: Scope,
): Promise<WaitingRegistration[]> {
  requirePermission(scope, 'customers.create');
  return services.database.read<WaitingRegistration>(scope, {
    sql: `select ${selection} from registrations r where r.tenant_id = $1 and r.state = 'waiting' and r.expires_at > $2
      order by r.confirmed_at, r.id limit 200`,
    parameters: [scope.tenantId, new Date(services.clock()).toISOString()],
  });
}

/**
 * Approves a registration, which makes her a customer with a user of role Kunde who sets her password by a link, or refuses
 * it. Either way it is erased. @throws 404, 400 for a group or for what a refusal names, 409 when the customer is
 * another person by the rule for doubles, underage, has a user, or her name is taken
 */
export const decideRegistration: Verb<typeof decideCall, ProspectServices> = async (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  const { tenantId } = scope;
  requirePermission(scope, 'customers.create');
  // Who is refused becomes nobody's customer: whatever a refusal names is a mistake, and is not looked at.
  if (!body.isApproved && body.customerId !== null) throw unknownReference('customerId');
  if (!body.isApproved && body.groupId !== null) throw unknownReference('groupId');
  const now = services.clock();
  const at = new Date(now).toISOString();
  return runOnce(
    services.database,
    context,
    'decideRegistration',
    { ...params, ...body },
    async (transaction) => {
      await lockSameAddress(transaction, tenantId, sql`o.id = ${params.id}`);
      const { rows } = await sql<
        WaitingRegistration & {
          termsVersion: string | null;
          createdAt: string;
          depotAnalysisId: string | null;
        }
      >`delete from registrations r where r.tenant_id = ${tenantId} and r.id = ${params.id} and r.state = 'waiting'
        and r.expires_at > ${at}::timestamptz
      returning ${sql.raw(selection)}, r.terms_version as "termsVersion", r.created_at as "createdAt",
        r.depot_analysis_id as "depotAnalysisId"`.execute(transaction);
      const [registration] = rows;
      if (!registration) throw notFound();
      const { firstName, lastName, email } = registration;
      let link: string | null = null;
      let customerId: string | null = null;
      let groupId: string | null = null;
      if (body.isApproved) {
        if (body.customerId === null) {
          requireTargetGroup(scope, body.groupId);
          groupId = body.groupId;
          customerId = await addCustomer(transaction, tenantId, {
            firstName,
            lastName,
            email,
            dateOfBirth: registration.dateOfBirth,
            groupId,
            phoneNumber: null,
          });
        } else {
          const known = await lockInvitedCustomer(transaction, scope, body.customerId);
          // The registered address opens what is the customer's: nobody gives it to another person by choosing.
          if (!isLikelySame(registration, known)) throw new AppError('registration.otherPerson');
          customerId = known.id;
          groupId = known.groupId;
        }
        const userId = await addClientUser(transaction, {
          tenantId,
          customerId,
          userName: email,
          fullName: personName(registration),
          phoneNumber: null,
          passwordHash: null,
          at,
          today: todayOfHouse(services),
          terms: { version: registration.termsVersion, acceptedAt: registration.createdAt },
        });
        if (userId === null) throw new AppError('registration.hasUser');
        await beginProfileOfVisitor(
          services,
          transaction,
          tenantId,
          { userId, customerId },
          registration.depotAnalysisId,
        );
        await forgetOthers(transaction, tenantId, registration);
        const guid = await createActivation(transaction, { tenantId, userId }, 'invitation', now);
        const origin = await houseOrigin(
          readerIn(transaction),
          scope,
          services.settings.publicOrigin,
          context.host,
        );
        const address = activationLink(origin, guid, email);
        const isMailed = await canMail(services, transaction);
        if (!isMailed) link = address;
        else {
          await sendMail(transaction, services.keys.keyEncryption, {
            tenantId,
            userId,
            recipient: email,
            subject: 'Ihr Zugang',
            body:
              `Guten Tag ${personName(registration)},\n\nIhre Registrierung ist freigegeben. Mit diesem Link vergeben Sie Ihr ` +
              `Passwort; er gilt 24 Stunden und nur einmal:\n\n${address}`,
          });
        }
      }
      await writeAudit(transaction, {
        actor,
        action: body.isApproved ? 'registrations.approve' : 'registrations.refuse',
        objectType: customerId === null ? 'registration' : 'customer',
        objectId: customerId ?? params.id,
        groupId,
        details: { isNew: body.customerId === null },
      });
      return { link };
    },
  );
};
