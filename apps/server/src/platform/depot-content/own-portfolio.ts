import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A position to be stored; funds are known here. */
export interface NewEntry {
  readonly fundId: number;
  readonly quantity: number;
  readonly price: number;
  readonly priceDate: string;
  /** What the position cost, in euros; null where nobody told us. */
  readonly costValue: number | null;
  readonly isLocked: boolean;
}

/** An entry of our portfolio. */
export interface OwnEntry extends NewEntry {
  readonly isin: string;
}

export interface OwnPortfolio {
  readonly id: string;
  readonly valuationDate: string;
  readonly nonFundsValue: number;
  /** null = nobody has said what was paid in. */
  readonly contributionsValue: number | null;
  readonly reserveValue: number;
  readonly guaranteeFundQuantity: number;
  readonly entries: readonly OwnEntry[];
}

/** The newest portfolio of a contract with its entries; null before the first. */
export async function readOwnPortfolio(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<OwnPortfolio | null> {
  const { rows } = await sql<OwnPortfolio>`
    select p.id, p.valuation_date as "valuationDate", p.non_funds_value as "nonFundsValue",
      p.paid_in as "contributionsValue", p.reserve_value as "reserveValue",
      p.guarantee_fund_quantity as "guaranteeFundQuantity",
      (select coalesce(jsonb_agg(jsonb_build_object('isin', f.isin, 'fundId', e.fund_id, 'quantity', e.quantity,
          'price', e.price, 'priceDate', e.price_date, 'costValue', e.cost_value, 'isLocked', e.is_locked)
          order by e.sort_order, e.id), '[]')
         from portfolio_entries e join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
        where e.tenant_id = p.tenant_id and e.portfolio_id = p.id) as entries
      from portfolios p
     where p.tenant_id = app_tenant_id() and p.contract_id = ${contractId} and p.is_current`.execute(
    transaction,
  );
  return rows[0] ?? null;
}
