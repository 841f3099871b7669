import type {
  createFund as createCall,
  FundDetail,
  putFund as putCall,
} from '@depotwerk/api/funds/fund-management';
import { checkFund } from '@depotwerk/domain/master-data/check-fund';
import {
  changeableFundFields,
  fundIdentityFields,
  keptFundFields,
} from '@depotwerk/domain/master-data/fund-fields';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { notEnded } from '../../platform/depot-content/plan-days.ts';
import { refuseIssues, taken, unknownReference } from '../../platform/editing.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { enqueueFigures } from '../../platform/jobs/enqueue-figures.ts';
import { createMasterData, type MasterDataKind, putMasterData } from '../../platform/master-data.ts';
import { figureCurrency } from './figures/price-series.view.ts';
import { readFundDetail } from './fund-detail.view.ts';

const refusals = {
  funds_isin: () => taken('masterData.keyExists', 'isin', 'isinExists'),
  funds_tenant_id_peergroup_id_fkey: () => unknownReference('peergroupId'),
  funds_tenant_id_category_id_fkey: () => unknownReference('categoryId'),
  funds_tenant_id_successor_fund_id_fkey: () => unknownReference('successorFundId'),
};

/** Funds as their verbs treat them alike. */
const fundKind: MasterDataKind<FundDetail, (typeof keptFundFields)[number]> = {
  table: 'funds',
  fields: keptFundFields,
  permission: 'funds.edit',
  area: 'funds',
  objectType: 'fund',
  refusals,
  read: readFundDetail,
};

/** Adds a fund without figures. @throws 400 with the fields that are wrong, 409 for an ISIN that exists */
export const createFund: Verb<typeof createCall> = async (services, context, { body }) => {
  return createMasterData(services, context, fundKind, {
    call: 'createFund',
    body,
    issues: checkFund(body, null),
    firstFields: fundIdentityFields,
    finish: async (transaction) => {
      await enqueueFigures(transaction, context.scope.userId);
      return undefined;
    },
  });
};

/** A fund whose currency is said as well; who does not know the member leaves it as it is. */
const kindWithCurrency: MasterDataKind<FundDetail, (typeof changeableFundFields)[number]> = {
  ...fundKind,
  fields: changeableFundFields,
};

/**
 * Changes what people keep of a fund, and the currency it was entered with by mistake: what is stored of it stays and counts in that
 * one, ranks and figures are computed anew.
 * @throws 404, 412 with the stored version, 400 with the fields that are wrong
 */
export const putFund: Verb<typeof putCall> = async (
  services,
  context,
  { params, body: { currency: given, ...body } },
) => {
  const common = {
    id: params.id,
    check: ({ fund: { isin, currency } }: FundDetail) =>
      checkFund({ ...body, isin, currency: given ?? currency }, params.id),
    finish: async (transaction: Transaction<Schema>) => {
      await enqueueFigures(transaction, context.scope.userId);
      return undefined;
    },
  };
  const claim = (transaction: Transaction<Schema>) =>
    refuseCircle(transaction, params.id, body.successorFundId);
  if (given === undefined) return putMasterData(services, context, fundKind, { ...common, body, claim });
  return putMasterData(services, context, kindWithCurrency, {
    ...common,
    body: { ...body, currency: given },
    claim: async (transaction, { fund }) => {
      await claim(transaction);
      if (fund.currency === figureCurrency && given !== figureCurrency)
        await refuseValued(transaction, params.id);
    },
  });
};

/**
 * What contracts hold was valued with the fund's prices as euros. Of a fund in another currency no price counts anywhere, so setting one
 * to euros changes nothing that was valued before.
 */
async function refuseValued(transaction: Transaction<Schema>, fundId: number): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from portfolio_entries e
        join portfolios p on p.tenant_id = e.tenant_id and p.id = e.portfolio_id and p.is_current
        join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id and c.deleted_at is null
       where e.tenant_id = app_tenant_id() and e.fund_id = ${fundId})
      or exists (select from savings_plan_entries e
        join savings_plans p on p.tenant_id = e.tenant_id and p.id = e.savings_plan_id and ${sql.raw(notEnded('p'))}
        join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id and c.deleted_at is null
       where e.tenant_id = app_tenant_id() and e.fund_id = ${fundId}) as found`.execute(transaction);
  if (rows[0]?.found) refuseIssues([{ path: 'currency', code: 'currencyInUse' }]);
}

/** Following successors must end somewhere: what a fund was merged into cannot have been merged into it. */
async function refuseCircle(
  transaction: Transaction<Schema>,
  fundId: number,
  successorId: number | null,
): Promise<void> {
  if (successorId === null) return;
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select f.id, f.successor_fund_id from funds f where f.id = ${successorId}
      union select f.id, f.successor_fund_id from funds f join chain c on f.id = c.successor_fund_id)
    select id from chain where id = ${fundId}`.execute(transaction);
  if (rows.length > 0) refuseIssues([{ path: 'successorFundId', code: 'successorIsSelf' }]);
}
