import type { TaxedHolding } from '@depotwerk/engine/analysis/plan-tax';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { movementsJson, ofContract } from '../contracts/public.ts';

/** The funds of portfolio `p` of contract `c`, all positions of a fund together: `h`, `f` and its peer group `g`. */
export const heldFunds = `(select e.tenant_id, e.fund_id, sum(e.value) as value, sum(e.quantity) as quantity,
          case when count(*) = count(e.cost_value) then sum(e.cost_value) end as cost_value from portfolio_entries e
          where e.tenant_id = p.tenant_id and e.portfolio_id = p.id group by e.tenant_id, e.fund_id) h
   join funds f on f.tenant_id = h.tenant_id and f.id = h.fund_id
   left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id`;

/** What gain and tax of a sale are estimated from, as members of a JSON object. */
export const taxMembers = `'fundId', f.id, 'quantity', h.quantity, 'costValue', h.cost_value,
    'equityQuota', coalesce(f.equity_quota, g.equity_quota), 'isRealEstate', coalesce(g.sector = 'realEstate', false),
    'movements', ${movementsJson}`;

interface TaxedRow {
  tariff_type_id: number;
  holdings: TaxedHolding[];
}

/** What is held now, for the estimate of gain and tax; null where the funds are not the client's own. */
export async function readTaxedHoldings(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<readonly TaxedHolding[] | null> {
  const [row] = await services.database.read<TaxedRow>(
    scope,
    ofContract<TaxedRow>(scope, contractId, () => ({
      selection: `t.tariff_type_id, coalesce((select json_agg(json_build_object(${taxMembers})) from ${heldFunds}), '[]') as holdings`,
      tables: `join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        left join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current`,
      tail: '',
    })),
  );
  return row?.tariff_type_id === 1 ? row.holdings : null;
}
