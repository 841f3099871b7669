import type { CallAnswer } from '@depotwerk/api/call';
import type { getFundMovements, listFundMovements } from '@depotwerk/api/contracts/fund-movements';
import type { ReadQuery } from '../../../platform/database/database.ts';
import { readOne } from '../../../platform/read-one.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { ofContract, readOfContract } from '../visible-contract.view.ts';

type MovedFund = CallAnswer<typeof listFundMovements>[number];
export type MovementsForm = CallAnswer<typeof getFundMovements>;

/** The movements of fund `f` in contract `c` as JSON, the oldest first. */
export const movementsJson = `coalesce((select json_agg(json_build_object('id', m.id, 'kind', m.movement_kind, 'day', m.movement_day,
    'acquiredDay', m.acquired_day, 'quantity', m.quantity, 'factor', m.factor, 'amount', m.amount,
    'source', m.movement_source) order by m.movement_day, m.created_at, m.id)
   from fund_movements m where m.tenant_id = c.tenant_id and m.contract_id = c.id and m.fund_id = f.id), '[]')`;

const fundSelection = `f.id as "fundId", f.isin, f.name, coalesce(h.held, 0) as held, ${movementsJson} as movements`;
/** Units of fund `f` the contract holds now. */
const heldUnits = `left join lateral (select sum(e.quantity) as held from portfolios p
    join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id and e.fund_id = f.id
   where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current) h on true`;

/** Every fund of a contract that is held or of which something is recorded, by name. @throws 404 */
export function listContractMovements(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<MovedFund[]> {
  return readOfContract<MovedFund>(services, scope, contractId, () => ({
    selection: fundSelection,
    tables: `join funds f on f.tenant_id = c.tenant_id and f.id in (
        select e.fund_id from portfolios p join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
         where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
        union select m.fund_id from fund_movements m where m.tenant_id = c.tenant_id and m.contract_id = c.id)
      ${heldUnits}`,
    tail: 'order by fold_text(f.name), f.id',
  }));
}

/** The movements of one fund of a contract, which need be neither held nor recorded yet. @throws 404 */
export async function readMovementsForm(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  fundId: number,
): Promise<MovementsForm> {
  return readOne<MovementsForm>(services.database, scope, formQuery(scope, contractId, fundId));
}

const formQuery = (scope: Scope, contractId: string, fundId: number): ReadQuery<MovementsForm> =>
  ofContract<MovementsForm>(scope, contractId, (parameters) => ({
    selection: `c.id as "contractId", c.row_version as "rowVersion", ${fundSelection}`,
    tables: `join funds f on f.tenant_id = c.tenant_id and f.id = ${parameters.add(fundId)} ${heldUnits}`,
    tail: '',
  }));
