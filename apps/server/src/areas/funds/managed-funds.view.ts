import type { listManagedFunds, ManagedFund } from '@depotwerk/api/funds/fund-management';
import type { ManagedFundSortKey } from '@depotwerk/domain/lists/sort-keys';
import type * as z from 'zod/mini';
import type { ListSource } from '../../platform/lists/read-list.ts';
import { pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';

import { type FundRow, fundJoins, fundSelection, toFund } from './fund-row.ts';

export type ManagedFundFilter = Omit<
  z.output<(typeof listManagedFunds)['query']>,
  'page' | 'pageSize' | 'sort' | 'format' | 'columns'
>;
type Row = FundRow & { fund_status: ManagedFund['fundStatus'] };

/** Matches of a text looked at before the other conditions; more than any tenant has funds. */
const matchLimit = 100_000;

const source: ListSource<Row, ManagedFundSortKey, ManagedFundFilter> = {
  selection: `${fundSelection}, f.fund_status`,
  from: `funds f ${fundJoins}`,
  conditions: (filter, parameters) => {
    const conditions: string[] = [];
    const equal = (column: string, value: unknown) => {
      if (value !== undefined) conditions.push(`${column} = ${parameters.add(value)}`);
    };
    const search = searchOf(filter.search);
    if (search !== null) {
      const found = `search_fund_ids(${parameters.add(search)}, ${matchLimit})`;
      conditions.push(`f.id in (select m.id from ${found} m)`);
    }
    equal('k.id', filter.categoryId);
    equal('f.peergroup_id', filter.peergroupId);
    if (filter.withoutPeergroup !== undefined) {
      conditions.push(`f.peergroup_id is ${filter.withoutPeergroup ? '' : 'not '}null`);
    }
    equal('f.risk_indicator', filter.riskIndicator);
    equal('f.sfdr_article', filter.sfdrArticle);
    equal('f.fund_status', filter.fundStatus);
    equal('f.is_etf', filter.isETF);
    equal('f.is_savings_plan_capable', filter.isSavingsPlanCapable);
    equal('f.is_guarantee_fund', filter.isGuaranteeFund);
    equal('f.is_inactive', filter.isInactive);
    if (filter.feeTo !== undefined) conditions.push(`f.ongoing_fee <= ${parameters.add(filter.feeTo)}`);
    if (filter.ratingFrom !== undefined) conditions.push(`f.rating >= ${parameters.add(filter.ratingFrom)}`);
    return conditions;
  },
  sortColumns: {
    name: { sql: 'f.sort_name', isNullable: false },
    isin: { sql: 'f.isin', isNullable: false },
    companyName: { sql: 'fold_text(f.company_name)', isNullable: false },
    peergroupName: { sql: 'fold_text(g.peergroup_name)', isNullable: true },
    riskIndicator: { sql: 'f.risk_indicator', isNullable: true },
    ongoingFee: { sql: 'f.ongoing_fee', isNullable: true },
    rating: { sql: 'f.rating', isNullable: true },
    sfdrArticle: { sql: 'f.sfdr_article', isNullable: true },
    priceDate: { sql: 'f.price_date', isNullable: true },
  },
  id: 'f.id',
};

/** A page of funds and the number of all hits. */
export const listManagedFundPage = pageReader(
  source,
  (row): ManagedFund => ({ ...toFund(row), fundStatus: row.fund_status }),
);
