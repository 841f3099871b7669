import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  confirmRegistration as confirmCall,
  register as registerCall,
} from '@depotwerk/api/prospects/registration';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { personName } from '@depotwerk/domain/customers/person-name';
import { earliestDay } from '@depotwerk/domain/date-text';
import { askedTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { checkShape, issuesOf, noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../platform/editing.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import { answerEvenly } from '../../platform/throttle/answer-evenly.ts';
import { countAnonymous, refundAnonymous } from '../../platform/throttle/count-anonymous.ts';
import { activationMilliseconds, createActivation } from '../../platform/tokens/activation-token.ts';
import type { ProspectServices } from './analysis-services.ts';
import { beginProfileOfVisitor } from './begin-profile-of-visitor.ts';
import { addClientUser, addCustomer } from './new-client.ts';
import { newGuid } from './new-guid.ts';
import { type VisitedHouse, visitHouse } from './open-analysis.ts';
import { forgetOthers, lockSameAddress } from './same-address.ts';

/** Links nobody followed yet that one address may have: its mailbox is not to be filled by others. */
const openPerAddress = 3;
/** Days a confirmed registration waits for an adviser. */
const waitingDays = 90;

/** The house, where it lets people register by themselves. @throws 403 in modes 0 and 2 */
async function openHouse(services: ProspectServices, context: RequestContext): Promise<VisitedHouse> {
  const house = await visitHouse(services, context);
  if (house.config.registrationMode === 2) throw new AppError('auth.registrationClosed');
  await countAnonymous(services, context);
  return house;
}

/**
 * Sends the link that confirms an address. Answer and time are the same for addresses that have an access; those are told by
 * mail that they do. @throws 403 in modes 0 and 2 and where no mail can go out, 409 for older terms, 400, 429
 */
export const register: Verb<typeof registerCall, ProspectServices, [], RequestContext> = async (
  services,
  context,
  { body },
) => {
  const house = await openHouse(services, context);
  // The same for every address: nobody is told of a link that cannot go out.
  if (!(await services.database.transaction(house, (transaction) => canMail(services, transaction))))
    throw new AppError('auth.registrationClosed');
  const termsVersion = askedTermsVersion(house.config);
  if (termsVersion !== null && body.termsVersion !== termsVersion) throw new AppError('auth.termsOutdated');
  const today = todayIn(context.zone, new Date(services.clock()));
  refuseIssues([
    ...issuesOf(checkShape('email', body.email, mailAddressShape, 'mailAddress')),
    ...(body.dateOfBirth !== null && body.dateOfBirth < earliestDay ? [noSuchDay('dateOfBirth', today)] : []),
    ...(body.dateOfBirth !== null && body.dateOfBirth >= today
      ? [{ path: 'dateOfBirth', code: 'birthDay' as const }]
      : underageUntil(body.dateOfBirth, todayOfHouse(services)) === null
        ? []
        : [{ path: 'dateOfBirth', code: 'underage' as const }]),
  ]);
  await answerEvenly(() => sendLink(services, context, house, { ...body, termsVersion }));
  return {};
};

async function sendLink(
  services: ProspectServices,
  context: RequestContext,
  { tenantId, config }: VisitedHouse,
  body: CallInput<typeof registerCall>['body'],
): Promise<void> {
  const now = services.clock();
  const [known] = await services.database.read<{ userId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select user_id as "userId" from find_login($1)', parameters: [body.email] },
  );
  if (known) {
    const notice = `${tenantId} ${body.email.toLowerCase()}`;
    if (!(await services.throttle.attempt('registrationNotice', notice)).isAllowed) return;
  }
  await services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from registrations
      where tenant_id = ${tenantId} and lower(email) = lower(${body.email}) and expires_at > ${new Date(now).toISOString()}`.execute(
      transaction,
    );
    if ((rows[0]?.open ?? 0) >= openPerAddress) return;
    const guid = newGuid();
    if (!known) {
      await sql`insert into registrations (tenant_id, token_hash, first_name, last_name, email, date_of_birth,
          terms_version, expires_at, depot_analysis_id)
        values (${tenantId}, ${tokenHash(guid)}, ${body.firstName}, ${body.lastName}, ${body.email}, ${body.dateOfBirth},
          ${body.termsVersion}, ${new Date(now + activationMilliseconds).toISOString()},
          (select a.id from depot_analyses a where a.tenant_id = ${tenantId} and a.preregistration_id is null
            and a.guid_hash = ${body.analysisGuid === undefined ? null : tokenHash(body.analysisGuid.toLowerCase())}
            and a.expires_at > ${new Date(now).toISOString()}))`.execute(transaction);
    }
    const origin = await houseOrigin(
      readerIn(transaction),
      { tenantId, userId: null },
      services.settings.publicOrigin,
      context.host,
    );
    await sendMail(transaction, services.keys.keyEncryption, {
      tenantId,
      userId: null,
      recipient: body.email,
      subject: known ? 'Ihr Zugang' : 'Registrierung bestätigen',
      body: known
        ? `Guten Tag,\n\nmit dieser Adresse sollte ein Zugang bei ${config.applicationTitle} eingerichtet werden. Es gibt ` +
          `schon einen; hier melden Sie sich an oder vergeben ein neues Passwort:\n\n${origin}/auth/login\n\n` +
          'Wenn Sie das nicht selbst waren, müssen Sie nichts tun.'
        : // No word of the stranger's: under our name he could write to anybody.
          `Guten Tag,\n\nmit diesem Link bestätigen Sie Ihre Registrierung bei ` +
          `${config.applicationTitle}; er gilt 24 Stunden:\n\n${origin}/auth/registration?guid=${guid}\n\n` +
          'Wenn Sie das nicht selbst waren, müssen Sie nichts tun.',
    });
    await writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'auth.register',
      objectType: 'registration',
      details: { requestId: context.requestId },
    });
  });
}

/** No adviser has asked for her and none decides: the house's address for visitors is told, in a mail that names nobody. no audit entry: whoever confirms writes it */
async function tellHouse(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  { host }: RequestContext,
  { tenantId, config }: VisitedHouse,
  customerId: string,
): Promise<void> {
  if (config.supportMail === null || !(await canMail(services, transaction))) return;
  const scope = { tenantId, userId: null };
  const origin = await houseOrigin(readerIn(transaction), scope, services.settings.publicOrigin, host);
  await sendMail(transaction, services.keys.keyEncryption, {
    ...scope,
    recipient: config.supportMail,
    subject: 'Neuer Kunde durch Registrierung',
    body:
      'Guten Tag,\n\njemand hat sich selbst registriert und ist nun Kunde ohne Gruppe. Bitte nehmen Sie ihn in eine Gruppe ' +
      `auf, damit jemand für ihn da ist:\n\n${origin}/goto/customer/${customerId}`,
  });
}

interface Requested {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string | null;
  termsVersion: string | null;
  createdAt: string;
  depotAnalysisId: string | null;
}

/**
 * Confirms an address. In mode 1 customer and user are there at once and the answer opens the page that sets the password; in
 * mode 3 the registration waits for an adviser. @throws 403, 400 for a guid that opens nothing, 429
 */
export const confirmRegistration: Verb<typeof confirmCall, ProspectServices, [], RequestContext> = async (
  services,
  context,
  { body },
) => {
  const house = await openHouse(services, context);
  const { tenantId } = house;
  const now = services.clock();
  const at = new Date(now).toISOString();
  const isApproved = house.config.registrationMode === 3;
  const confirm = async (transaction: Transaction<Schema>): Promise<CallAnswer<typeof confirmCall>> => {
    const token = tokenHash(body.guid.toLowerCase());
    await lockSameAddress(transaction, tenantId, sql`o.token_hash = ${token}`);
    const { rows } =
      await sql<Requested>`select id, first_name as "firstName", last_name as "lastName", email,
        date_of_birth as "dateOfBirth", terms_version as "termsVersion", created_at as "createdAt",
        depot_analysis_id as "depotAnalysisId" from registrations
      where tenant_id = ${tenantId} and token_hash = ${token} and state = 'requested'
        and expires_at > ${at}::timestamptz for update`.execute(transaction);
    const [registration] = rows;
    if (!registration) throw new AppError('auth.activationInvalid');
    await forgetOthers(transaction, tenantId, registration);
    const audit = (action: string, customerId: string | null) =>
      writeAudit(transaction, {
        actor: { kind: 'anonymous' },
        action,
        objectType: customerId === null ? 'registration' : 'customer',
        objectId: customerId ?? registration.id,
        details: { requestId: context.requestId },
      });
    if (isApproved) {
      await sql`update registrations set state = 'waiting', confirmed_at = ${at},
          expires_at = ${new Date(now + waitingDays * 86_400_000).toISOString()}
        where tenant_id = ${tenantId} and id = ${registration.id}`.execute(transaction);
      await audit('auth.confirmRegistration', null);
      return { state: 'waiting', guid: null, userName: registration.email };
    }
    const customerId = await addCustomer(transaction, tenantId, {
      ...registration,
      groupId: null,
      phoneNumber: null,
    });
    const userId = await addClientUser(transaction, {
      tenantId,
      customerId,
      userName: registration.email,
      fullName: personName(registration),
      phoneNumber: null,
      passwordHash: null,
      at,
      today: todayOfHouse(services),
      isRegistered: true,
      terms: { version: registration.termsVersion, acceptedAt: registration.createdAt },
    });
    if (userId === null) throw new AppError('auth.registrationClosed');
    await beginProfileOfVisitor(
      services,
      transaction,
      tenantId,
      { userId, customerId },
      registration.depotAnalysisId,
    );
    const guid = await createActivation(transaction, { tenantId, userId }, 'invitation', now);
    await sql`delete from registrations where tenant_id = ${tenantId} and id = ${registration.id}`.execute(
      transaction,
    );
    await tellHouse(services, transaction, context, house, customerId);
    await audit('auth.confirmRegistration', customerId);
    return { state: 'activated', guid, userName: registration.email };
  };
  const answer = await services.database.transaction(house, confirm);
  await refundAnonymous(services, context);
  return answer;
};
