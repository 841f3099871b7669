import type { CallAnswer } from '@depotwerk/api/call';
import type { getCustomerPrivacy } from '@depotwerk/api/customers/customer-privacy';
import { type ErasureOutlook, erasureOutlook, type KeptData } from '@depotwerk/domain/customers/retention';
import type { ReadQuery } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { hasGroupRight } from '../../../platform/group-right.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { hideFromOwnSide, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { isHeldBy } from '../../contracts/public.ts';
import { customerVisibility } from '../customer-visibility.view.ts';
import { type AgreementRow, agreementsQuery, withWords } from './agreements.ts';
import { mayExportAll } from './export-rights.ts';

export type Privacy = CallAnswer<typeof getCustomerPrivacy>;
export type Erasure = NonNullable<Privacy['erasure']>;

/** Columns of `customer_erasures e` as the interface shows them. */
export const erasureSelection = `e.id, e.customer_id as "customerId", e.basis, e.state, e.requested_at as "requestedAt",
  ru.full_name as "requestedByName", e.kept_until as "keptUntil", e.closed_at as "closedAt",
  encode(e.content_hash, 'hex') as "contentHash",
  (select coalesce(sum(n.value::int), 0)::int from jsonb_each_text(e.row_counts) n) as "rowCount"`;
export const erasureJoins = 'join users ru on ru.tenant_id = e.tenant_id and ru.id = e.requested_by';

export interface KeptRow {
  area: KeptData['area'] | 'running';
  count: number;
  until: string | null;
  today: string;
}

/** What somebody did for a contract that has to be kept like the contract itself: the log knows when, and cannot be changed. */
const recordedActs = [
  'contracts.create',
  'contracts.edit',
  'contracts.check',
  'contracts.submitElement',
  'riskProfile.accept',
  'riskProfile.reject',
  'optimization.plan',
  'optimization.edit',
  'optimization.execute',
] as const;

/**
 * How much of a customer the law wants kept, and until when; days are those of the database, which enforces them. The end
 * of a contract is typed by hand, so what counts is the latest of it, the day it was recorded, the deletion and the last
 * act for the contract: nobody shortens the time by typing. Who holds a contract beside its customer is kept as long as he.
 */
export function keptQuery(customerId: string): ReadQuery<KeptRow> & { sql: string; parameters: unknown[] } {
  return {
    sql: `with own as (select * from contracts c where c.tenant_id = app_tenant_id() and ${isHeldBy('$1')}),
      running as (select * from own where deleted_at is null and (end_date is null or end_date > current_date))
      select k.area, k.count, k.until, current_date as today from (
        select 'running' as area, count(*)::int as count, null::date as until from running
        union all
        select 'contracts', count(*)::int, max(greatest(retention_until,
            case when deleted_at is null then make_date(extract(year from end_date)::int + 10, 12, 31) end,
            retention_end(greatest(deleted_at, end_recorded_at)),
            (select retention_end(max(a.occurred_at)) from audit_entries a
              where a.tenant_id = own.tenant_id and a.object_type = 'contract' and a.object_id = own.id::text
                and a.action = any ($2::text[]))))
          from own where id not in (select id from running)
        union all
        select 'orders', count(*)::int, max(o.until) from (
          select retention_end(greatest(x.settled_at, x.created_at)) as until from trader_orders x join own on own.id = x.contract_id
          union all select retention_end(x.created_at) from element_submissions x join own on own.id = x.contract_id
          union all select retention_end(x.created_at) from depot_openings x
            where x.tenant_id = app_tenant_id() and x.customer_id = $1) o
        union all
        select 'consultations', count(*)::int, max(x.retention_until) from consultations x
         where x.tenant_id = app_tenant_id() and x.customer_id = $1 and x.state = 'completed'
        union all
        select 'documents', count(*)::int, max(coalesce(x.retention_until, retention_end(x.created_at))) from documents x
         where x.tenant_id = app_tenant_id() and (x.customer_id = $1 or exists (select from document_signers s
           where s.tenant_id = x.tenant_id and s.document_id = x.id and s.customer_id = $1 and s.signed_at is not null))) k`,
    parameters: [customerId, recordedActs],
  };
}

/** The rows of `keptQuery` by the rule. */
export function outlookOf(rows: readonly KeptRow[]): ErasureOutlook & { runningContracts: number } {
  const running = rows.find(({ area }) => area === 'running');
  const data = rows.flatMap(({ area, count, until }) => (area === 'running' ? [] : [{ area, count, until }]));
  const runningContracts = running?.count ?? 0;
  return { ...erasureOutlook(runningContracts, data, running?.today ?? ''), runningContracts };
}

/**
 * Consents, holds and the outlook of an erasure, for those who work with the customer; to the customer himself it is
 * told in the archive. @throws 404
 */
export async function readPrivacy(
  services: ReadServices,
  scope: Scope,
  customerId: string,
): Promise<Privacy> {
  hideFromOwnSide(scope);
  const own = new Parameters();
  const visible = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), own);
  const [found, consents, holds, erasures, kept, agreements] = await services.database.readMany<
    [
      { group_id: string | null },
      Privacy['consents'][number],
      Privacy['holds'][number],
      Erasure,
      KeptRow,
      AgreementRow,
    ]
  >(scope, [
    {
      sql: `select u.group_id from customers u where ${visible.join(' and ')} and u.id = ${own.add(customerId)}`,
      parameters: own.values,
    },
    {
      sql: `select x.id, x.consent_kind as "consentKind", x.decision, x.text_version as "textVersion",
          x.consent_text as "consentText", x.decided_on as "decidedOn", x.recorded_at as "recordedAt",
          x.is_own as "isOwn", p.full_name as "recordedByName"
        from customer_consents x join users p on p.tenant_id = x.tenant_id and p.id = x.recorded_by
       where x.tenant_id = app_tenant_id() and x.customer_id = $1 order by x.decided_on desc, x.entry_number desc limit 500`,
      parameters: [customerId],
    },
    {
      sql: `select h.id, h.reason, h.set_at as "setAt", s.full_name as "setByName", h.lifted_at as "liftedAt",
          l.full_name as "liftedByName", h.lift_reason as "liftReason"
        from customer_legal_holds h join users s on s.tenant_id = h.tenant_id and s.id = h.set_by
        left join users l on l.tenant_id = h.tenant_id and l.id = h.lifted_by
       where h.tenant_id = app_tenant_id() and h.customer_id = $1 order by h.set_at desc, h.id limit 100`,
      parameters: [customerId],
    },
    {
      sql: `select ${erasureSelection} from customer_erasures e ${erasureJoins}
       where e.tenant_id = app_tenant_id() and e.customer_id = $1 and e.state = 'waiting'`,
      parameters: [customerId],
    },
    keptQuery(customerId),
    agreementsQuery(customerId),
  ]);
  const customer = found[0];
  if (!customer) throw notFound();
  const { state, until, kept: keptData, runningContracts } = outlookOf(kept);
  const mayChange = hasGroupRight(scope, 'groupCustomers.edit', customer.group_id);
  return {
    consents,
    agreements: agreements.map(withWords),
    holds,
    erasure: erasures[0] ?? null,
    outlook: { state, until, runningContracts, kept: [...keptData] },
    mayEdit: mayChange && scope.permissions.has('customers.edit'),
    mayExport: mayExportAll(scope, customer.group_id),
    mayErase: mayChange && scope.permissions.has('customers.erase'),
  };
}
