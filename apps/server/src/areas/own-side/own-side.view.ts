import type { CallAnswer } from '@depotwerk/api/call';
import type { getOwnSide } from '@depotwerk/api/own-side/own-side';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { requireOwnSide, type Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { isHeldBy, paidOn } from '../contracts/public.ts';

type OwnSide = CallAnswer<typeof getOwnSide>;

/** What a customer begins with: herself and her contracts, those that run first. @throws 403 for everybody else */
export async function readOwnSide({ database }: ReadServices, scope: Scope, today: string): Promise<OwnSide> {
  const customerId = requireOwnSide(scope);
  const [customers, contracts, unread, answered] = await database.readMany<
    [
      NonNullable<OwnSide['customer']> & { dateOfBirth: string | null; isBlocked: boolean },
      OwnSide['contracts'][number],
      { count: number },
      { submittedAt: string },
    ]
  >(scope, [
    {
      sql: `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.date_of_birth as "dateOfBirth",
              u.is_blocked as "isBlocked" from customers u
             where u.id = $1 and u.deleted_at is null`,
      parameters: [customerId],
    },
    {
      sql: `select c.id, c.external_key as "externalKey", t.name as "tariffName", i.insurer_name as "insurerName",
              c.start_date as "startDate", c.end_date as "endDate", p.total_value as "totalValue",
              p.valuation_date as "valuationDate", plan.contribution, plan.contribution_interval as "contributionInterval",
              case when c.customer_id = $1 then a.valid_until else h.valid_until end as "profileValidUntil"
              from contracts c
              join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
              join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
              left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id
              left join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
              left join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
              ${paidOn('$2')}
              left join contract_holders h on h.tenant_id = c.tenant_id and h.contract_id = c.id and h.customer_id = $1
             where ${isHeldBy('$1')} and c.deleted_at is null and u.deleted_at is null
             order by coalesce(c.end_date <= $2::date, false), c.start_date desc, c.id`,
      parameters: [customerId, today],
    },
    {
      sql: `select count(*)::int as count from messages m
             where m.customer_id = $1 and m.read_at is null and not m.is_from_customer`,
      parameters: [customerId],
    },
    {
      sql: `select a.submitted_at as "submittedAt" from own_answers a
              join questionnaires q on q.tenant_id = a.tenant_id and q.id = a.questionnaire_id
             where a.customer_id = $1 and a.state = 'waiting' and q.questionnaire_key = 'riskProfile'
             order by a.submitted_at desc limit 1`,
      parameters: [customerId],
    },
  ]);
  const [customer] = customers;
  const underage = underageUntil(customer?.dateOfBirth ?? null, today);
  return {
    customer: customer
      ? { id: customer.id, firstName: customer.firstName, lastName: customer.lastName }
      : null,
    ...(underage !== null && { underageUntil: underage }),
    ...(customer?.isBlocked === true && { isPaused: true }),
    contracts,
    unreadMessages: unread[0]?.count ?? 0,
    profileSubmittedAt: answered[0]?.submittedAt ?? null,
  };
}
