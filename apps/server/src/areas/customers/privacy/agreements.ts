import type { CallAnswer } from '@depotwerk/api/call';
import type { getCustomerPrivacy } from '@depotwerk/api/customers/customer-privacy';
import { wordsOfConsent } from '@depotwerk/domain/depot-analysis/consent';

export type Agreement = NonNullable<CallAnswer<typeof getCustomerPrivacy>['agreements']>[number];
export type AgreementRow = Omit<Agreement, 'text'>;

/**
 * What customer $1 agreed to herself beside the decisions on her consents, as rows for a `from`: in an invitation, in the analysis she
 * registered from and in her access. The tab of an adviser and the archive read it here. Until when an invitation's analysis is kept,
 * it says when she agreed; afterwards the log does.
 */
export const agreementsSql = `(
  select 'analysis' as subject, 'invitation' as way, null::text as bank_name, p.consent_version as version,
      coalesce(
        (select max(a.consented_at) from depot_analyses a where a.tenant_id = p.tenant_id and a.preregistration_id = p.id),
        (select max(e.occurred_at) from audit_entries e where e.tenant_id = p.tenant_id and e.object_type = 'preregistration'
          and e.object_id = p.id::text and e.action = 'preregistrations.confirmIdentity')) as agreed_at,
      p.consent_withdrawn_at as withdrawn_at
    from preregistrations p
   where p.tenant_id = app_tenant_id() and p.customer_id = $1 and p.consent_version is not null
  union all
  select 'bank', 'invitation', coalesce(i.bank_name, i.issuer_name), l.consent_version, l.consented_at, null
    from preregistrations p
    join depot_analyses a on a.tenant_id = p.tenant_id and a.preregistration_id = p.id
    join depot_analysis_bank_links l on l.tenant_id = a.tenant_id and l.analysis_id = a.id
    join issuers i on i.tenant_id = l.tenant_id and i.id = l.issuer_id
   where p.tenant_id = app_tenant_id() and p.customer_id = $1
  union all
  select 'analysis', 'analysis', null, u.analysis_consent_version, u.analysis_consented_at, null
    from users u
   where u.tenant_id = app_tenant_id() and u.customer_id = $1 and u.analysis_consent_version is not null
  union all
  select 'terms', case
        when exists (select from preregistrations p where p.tenant_id = u.tenant_id and p.customer_id = u.customer_id
          and p.terms_version = g.terms_version and p.submitted_at = g.agreed_at) then 'invitation'
        when g.agreed_at < u.created_at then 'registration'
        else 'access' end, null, g.terms_version, g.agreed_at, null
    from users u join terms_agreements g on g.tenant_id = u.tenant_id and g.user_id = u.id
   where u.tenant_id = app_tenant_id() and u.customer_id = $1
  union all
  select 'terms', 'invitation', null, p.terms_version, p.submitted_at, null
    from preregistrations p
   where p.tenant_id = app_tenant_id() and p.customer_id = $1 and p.terms_version is not null
     and not exists (select from users u join terms_agreements g on g.tenant_id = u.tenant_id and g.user_id = u.id
       where u.tenant_id = p.tenant_id and u.customer_id = p.customer_id
         and g.terms_version = p.terms_version and g.agreed_at = p.submitted_at))`;

/** Newest first; what nobody knows the moment of comes last. */
export const agreementOrder = 'agreed_at desc nulls last, subject, version';

/** The query of them for a customer, newest first. */
export const agreementsQuery = (customerId: string) => ({
  sql: `select x.subject, x.way, x.bank_name as "bankName", x.version, x.agreed_at as "agreedAt",
      x.withdrawn_at as "withdrawnAt" from ${agreementsSql} x order by ${agreementOrder} limit 200`,
  parameters: [customerId],
});

/** With the words she saw, where they are those of today: those of other versions are with the house. */
export const withWords = (row: AgreementRow): Agreement => ({
  ...row,
  text: row.subject === 'terms' ? '' : wordsOfConsent(row.version).join('\n\n'),
});
