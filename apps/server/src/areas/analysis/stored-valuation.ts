import type { Valuation } from '@depotwerk/engine/figures/contract-performance';

/** A valuation of a contract with the portfolio that holds its funds. */
export interface PortfolioValuation extends Valuation {
  readonly portfolioId: string;
}

/** The same as it is stored: nobody may have said what was paid in. */
export type StoredValuation = Omit<PortfolioValuation, 'paidIn'> & { readonly paidIn: number | null };
