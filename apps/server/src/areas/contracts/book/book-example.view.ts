import { Parameters } from '../../../platform/database/parameters.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { visibilityOf } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { visibilityConditions } from '../contract-visibility.view.ts';
import { recordingContractRead } from '../recorded-read.view.ts';

/** A holding as a file of a bank names it: quantity and price with at most six decimals, the price in EUR. */
export interface ExampleHolding {
  readonly isin: string;
  readonly quantity: number;
  readonly price: number;
}

/** A contract of the house with its holdings of its last day. */
export interface ExampleContract {
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Paid in up to that day; null = nobody has said it. */
  readonly paidIn: number | null;
  readonly holdings: readonly ExampleHolding[];
}

/** What an example is made of; an empty house has less to show. */
export interface BookExample {
  readonly contracts: readonly ExampleContract[];
  /** Name of a tariff new contracts can have. */
  readonly tariffName: string | null;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** A statement of a bank lists few funds; so does an example. */
const mostHoldings = 8;

/** Two contracts people may try an import with, and a tariff for a third; whoever is read out stands in the log. */
export async function readBookExample(
  services: Services,
  context: SignedInContext,
  today: string,
): Promise<BookExample> {
  const { scope } = context;
  const parameters = new Parameters();
  const visible = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters).join(' and ');
  const [found, tariffs] = await services.database.readMany<
    [{ id: string; number: string; day: string; paidIn: number | null }, { name: string }]
  >(scope, [
    {
      sql: `select c.id, c.external_key as number, p.valuation_date as day, p.paid_in as "paidIn"
         from contracts c
         join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
         join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
        where ${visible} and not c.is_linked and c.external_key ~ '^[A-Za-z0-9][A-Za-z0-9 .-]*$' and p.valuation_date <= ${parameters.add(today)}::date
          and not exists (select from contracts o where o.tenant_id = c.tenant_id and o.match_key = c.match_key
                             and o.deleted_at is null and o.id <> c.id)
          and (select count(*) between 1 and ${mostHoldings} and min(e.quantity) > 0 and min(e.price) >= 0.000001
                 from portfolio_entries e where e.tenant_id = p.tenant_id and e.portfolio_id = p.id)
        order by c.external_key collate "C", c.id limit 2`,
      parameters: parameters.values,
    },
    {
      sql: `select t.name from tariffs t where not t.is_inactive and t.published_version_number is not null
          and not exists (select from tariffs o where o.tenant_id = t.tenant_id and o.id <> t.id and not o.is_inactive
                             and (fold_text(o.name) = fold_text(t.name) or fold_text(o.key) = fold_text(t.name)))
        order by t.name, t.id limit 1`,
      parameters: [],
    },
  ]);
  const contracts = await Promise.all(
    found.map(async ({ id, number, day, paidIn }) => {
      const { database } = recordingContractRead(services, context, id, 'bookExample');
      const holdings = await database.read<ExampleHolding>(scope, {
        sql: `select f.isin, e.quantity, e.price from portfolios p
           join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
           join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
          where p.tenant_id = app_tenant_id() and p.contract_id = $1 and p.is_current order by e.sort_order, f.isin`,
        parameters: [id],
      });
      return { number, day, paidIn, holdings };
    }),
  );
  return { contracts, tariffName: tariffs[0]?.name ?? null, today };
}
