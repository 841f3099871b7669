import type { CallAnswer } from '@depotwerk/api/call';
import type { listOwnConsents } from '@depotwerk/api/customers/own-consents';
import type { ConsentKind } from '@depotwerk/domain/customers/privacy-texts';
import { sql } from 'kysely';
import { notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { requireOwnSide, type Scope } from '../../../platform/scope.ts';
import type { ReadServices, Services } from '../../../platform/services.ts';
import { addDecision } from './record-consent.ts';

type OwnConsents = CallAnswer<typeof listOwnConsents>;

/** The last decision of each kind, in the order of their names. @throws 403 for everybody but a customer */
export function readOwnConsents({ database }: ReadServices, scope: Scope): Promise<OwnConsents> {
  const customerId = requireOwnSide(scope);
  return database.read<OwnConsents[number]>(scope, {
    sql: `select distinct on (x.consent_kind) x.id, x.consent_kind as "consentKind", x.decision,
            x.text_version as "textVersion", x.consent_text as "consentText", x.decided_on as "decidedOn"
            from customer_consents x join customers u on u.tenant_id = x.tenant_id and u.id = x.customer_id
           where x.tenant_id = app_tenant_id() and x.customer_id = $1 and u.deleted_at is null
           order by x.consent_kind, x.decided_on desc, x.entry_number desc`,
    parameters: [customerId],
  });
}

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
      // Locked, so that she and an adviser do not withdraw the same consent twice.
      const { rows } = await sql<{
        id: string;
        group_id: string | null;
        day: string;
      }>`select u.id, u.group_id,
          greatest(${today}::date, (select max(x.decided_on) from customer_consents x where x.tenant_id = u.tenant_id
            and x.customer_id = u.id and x.consent_kind = ${consentKind}))::text as day
          from customers u
         where u.tenant_id = app_tenant_id() and u.id = ${customerId} and u.deleted_at is null for update`.execute(
        transaction,
      );
      const [customer] = rows;
      if (!customer) throw notFound();
      await addDecision(transaction, context, customer, {
        consentKind,
        decision: 'withdrawn',
        textVersion: null,
        consentText: null,
        // Where it is later with her adviser than with her, she still withdraws after she agreed.
        decidedOn: customer.day,
      });
    },
    (reading) => readOwnConsents(reading, scope),
  );
}
