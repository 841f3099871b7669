import type { CallAnswer } from '@depotwerk/api/call';
import type { getContractTraderDepot as call } from '@depotwerk/api/traders/trader-execution';
import { hasGroupRight } from '../../../platform/group-right.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { ofContract } from '../../contracts/public.ts';
import type { TraderKind } from '../gateway/gateway-registry.ts';
import type { OrderAnswer, OrderRequest } from './order-row.ts';
import type { OrderState } from './order-states.ts';

type Answer = CallAnswer<typeof call>;

interface DepotRow extends Omit<Answer, 'takesOrders' | 'mayExecute' | 'executions'> {
  groupId: string | null;
  traderKind: TraderKind;
}

interface OrderView {
  id: string;
  plannedOptimizationId: string;
  clientOrderId: string;
  state: OrderState;
  createdAt: string;
  sentAt: string | null;
  settledAt: string | null;
  request: Partial<OrderRequest>;
  answer: OrderAnswer | null;
}

/** How many executions of a contract are shown. */
const executionLimit = 50;

/** The depot behind a contract, the caller's access to its bank and what was ordered there. @throws 404 */
export async function readContractTraderDepot(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<Answer> {
  const depotQuery = ofContract<DepotRow>(scope, contractId, (parameters) => ({
    selection: `c.id as "contractId", c.group_id as "groupId", d.id as "traderDepotId",
      coalesce(d.external_key, c.external_key) as "externalKey", i.id as "issuerId", i.issuer_name as "issuerName",
      i.bank_id as "bankId", i.bank_name as "bankName", i.trader_kind as "traderKind",
      case when t.id is null or (t.status = 'valid' and t.expires_at <= now()) then 'none' else t.status end as "credentialStatus",
      d.last_refresh_at as "lastRefreshAt"`,
    tables: `join issuers i on i.tenant_id = c.tenant_id and i.id = c.issuer_id
      left join trader_depots d on d.tenant_id = c.tenant_id and d.contract_id = c.id
      left join trader_credentials t on t.tenant_id = i.tenant_id and t.issuer_id = i.id
        and t.user_id = ${parameters.add(scope.userId)}`,
    tail: '',
  }));
  const ordersQuery = ofContract<OrderView>(scope, contractId, () => ({
    selection: `o.id, o.planned_optimization_id as "plannedOptimizationId", o.client_order_id as "clientOrderId",
      o.state, o.created_at as "createdAt", o.sent_at as "sentAt", o.settled_at as "settledAt", o.request, o.answer`,
    tables: 'join trader_orders o on o.tenant_id = c.tenant_id and o.contract_id = c.id',
    tail: `order by o.created_at desc, o.id limit ${executionLimit}`,
  }));
  const [depots, orders] = await services.database.readMany<[DepotRow, OrderView]>(scope, [
    depotQuery,
    ordersQuery,
  ]);
  const depot = depots[0];
  if (!depot) throw notFound();
  const { groupId, traderKind, ...shown } = depot;
  return {
    ...shown,
    takesOrders: traderKind === 'api' && depot.traderDepotId !== null,
    mayExecute: mayExecuteIn(scope, groupId),
    executions: orders.map(toExecution),
  };
}

function mayExecuteIn(scope: Scope, groupId: string | null): boolean {
  return (
    scope.permissions.has('optimization.execute') && hasGroupRight(scope, 'groupContracts.execute', groupId)
  );
}

function toExecution({ request, answer, ...order }: OrderView): Answer['executions'][number] {
  const { savingsPlan } = request;
  return {
    ...order,
    orders: (request.orders ?? []).map(({ action, isin, name, fromIsin, fromName, quantity, amount }) => ({
      action,
      isin,
      name,
      fromIsin,
      fromName,
      quantity,
      amount,
    })),
    savingsPlan: savingsPlan
      ? {
          contribution: savingsPlan.contribution,
          entries: savingsPlan.entries.map(({ isin, name, fraction }) => ({ isin, name, fraction })),
        }
      : null,
    results: (answer?.results ?? []).map(
      ({ isin, action, state, executedQuantity, executedAmount, message }) => ({
        isin,
        action,
        state,
        executedQuantity,
        executedAmount,
        message,
      }),
    ),
    traderCode: answer?.traderCode ?? null,
    traderMessage: answer?.traderMessage ?? null,
  };
}
