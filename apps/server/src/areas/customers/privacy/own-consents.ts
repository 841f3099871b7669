import type { CallAnswer } from '@depotwerk/api/call';
import type {
  giveOwnConsent as giveCall,
  listOwnAgreements,
  listOwnConsents,
} from '@depotwerk/api/customers/own-consents';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { keptConsentText, ownConsentTexts } from '@depotwerk/domain/customers/own-consents';
import type { ConsentDecision, ConsentKind } from '@depotwerk/domain/customers/privacy-texts';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { requireOwnSide, type Scope } from '../../../platform/scope.ts';
import type { ReadServices, Services } from '../../../platform/services.ts';
import { type AgreementRow, agreementsQuery, withWords } from './agreements.ts';
import { addDecision } from './record-consent.ts';

type OwnConsents = CallAnswer<typeof listOwnConsents>;

/** The last decision of each kind, in the order of their names. @throws 403 for everybody but a customer */
export function readOwnConsents({ database }: ReadServices, scope: Scope): Promise<OwnConsents> {
  const customerId = requireOwnSide(scope);
  return database.read<OwnConsents[number]>(scope, {
    sql: `select distinct on (x.consent_kind) x.id, x.consent_kind as "consentKind", x.decision,
            x.text_version as "textVersion", x.consent_text as "consentText", x.decided_on as "decidedOn",
            x.is_own as "isOwn"
            from customer_consents x join customers u on u.tenant_id = x.tenant_id and u.id = x.customer_id
           where x.tenant_id = app_tenant_id() and x.customer_id = $1 and u.deleted_at is null
           order by x.consent_kind, x.decided_on desc, x.entry_number desc`,
    parameters: [customerId],
  });
}

/** What she agreed to on her way into the house or in her access, as her adviser reads it. @throws 403 for everybody but a customer */
export async function readOwnAgreements(
  { database }: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof listOwnAgreements>> {
  const customerId = requireOwnSide(scope);
  const rows = await database.read<AgreementRow>(scope, agreementsQuery(customerId));
  return rows.map(withWords);
}

/** What of a customer decides whether and from when she may decide. */
interface DecidingCustomer {
  readonly id: string;
  readonly group_id: string | null;
  readonly dateOfBirth: string | null;
  readonly isBlocked: boolean;
  /** Today; where it is later with her adviser than with her, the day of what stands, so that hers comes after it. */
  readonly day: string;
  readonly decision: ConsentDecision | null;
  readonly textVersion: string | null;
  /** She decided so herself; null where nothing stands. */
  readonly isOwn: boolean | null;
}

/** Locked, so that she and an adviser do not decide twice on the same consent. @throws 404 */
async function lockDeciding(
  transaction: Transaction<Schema>,
  customerId: string,
  kind: ConsentKind,
  today: string,
): Promise<DecidingCustomer> {
  // The lock first: what stands is read once nobody else can add to it.
  const { rows: locked } =
    await sql`select 1 from customers u where u.tenant_id = app_tenant_id() and u.id = ${customerId}
      and u.deleted_at is null for update`.execute(transaction);
  if (locked.length === 0) throw notFound();
  const { rows } = await sql<DecidingCustomer>`select u.id, u.group_id, u.date_of_birth as "dateOfBirth",
      u.is_blocked as "isBlocked", greatest(${today}::date, x.decided_on)::text as day, x.decision,
      x.text_version as "textVersion", x.is_own as "isOwn"
      from customers u
      left join lateral (select c.decided_on, c.decision, c.text_version, c.is_own from customer_consents c
        where c.tenant_id = u.tenant_id and c.customer_id = u.id and c.consent_kind = ${kind}
        order by c.decided_on desc, c.entry_number desc limit 1) x on true
     where u.tenant_id = app_tenant_id() and u.id = ${customerId}`.execute(transaction);
  const [customer] = rows;
  if (!customer) throw notFound();
  return customer;
}

/**
 * A customer agrees by herself to the text of today; once more to the same text changes nothing.
 * @throws 403 for everybody else, 404 without customer, 409 for another text than that of today, for who is underage and while the
 *   house blocks her
 */
export const giveOwnConsent: Verb<typeof giveCall> = (services, context, { params, body }) => {
  const { scope } = context;
  const customerId = requireOwnSide(scope);
  const today = todayIn(context.zone, new Date(services.clock()));
  const { kind } = params;
  return answerOnce(
    services.database,
    context,
    'giveOwnConsent',
    { ...params, ...body },
    async (transaction) => {
      const customer = await lockDeciding(transaction, customerId, kind, today);
      // Why is between the house and her: she is told with whom to speak.
      if (customer.isBlocked) throw new AppError('customers.consentNotAccepted');
      if (underageUntil(customer.dateOfBirth, todayOfHouse(services)) !== null)
        throw new AppError('customers.consentUnderage');
      const { version } = ownConsentTexts[kind];
      if (body.textVersion !== version) throw new AppError('customers.consentOutdated');
      // A version of the same name an adviser recorded is of another text.
      const isGiven = customer.decision === 'given' && customer.isOwn === true;
      if (isGiven && customer.textVersion === version) return;
      const decision = {
        consentKind: kind,
        decision: 'given',
        textVersion: version,
        consentText: keptConsentText(kind),
        decidedOn: customer.day,
      } as const;
      await addDecision(transaction, context, customer, decision, true);
    },
    (reading) => readOwnConsents(reading, scope),
  );
};

/**
 * A customer withdraws what she agreed to, also while she is blocked; what was done until then stays lawful.
 * @throws 403 for everybody else, 404 without customer, 409 for what is not given
 */
export function withdrawOwnConsent(
  services: Services,
  context: SignedInContext,
  consentKind: ConsentKind,
  today: string,
): Promise<OwnConsents> {
  const { scope } = context;
  const customerId = requireOwnSide(scope);
  return answerOnce(
    services.database,
    context,
    'withdrawOwnConsent',
    { consentKind },
    async (transaction) => {
      const customer = await lockDeciding(transaction, customerId, consentKind, today);
      const decision = {
        consentKind,
        decision: 'withdrawn',
        textVersion: null,
        consentText: null,
        decidedOn: customer.day,
      } as const;
      await addDecision(transaction, context, customer, decision, true);
    },
    (reading) => readOwnConsents(reading, scope),
  );
}
