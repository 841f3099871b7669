import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { GuaranteeTerms } from '../guarantee/guarantee-cover.ts';

/** A holding; price in euros per unit. */
export interface Position {
  readonly isin: string;
  readonly quantity: number;
  /** null = no price known. */
  readonly price: number | null;
  /** Day number of the price. */
  readonly priceDay: number;
  /** What was paid for it in euros; null if unknown. */
  readonly costValue: number | null;
}

/** A savings plan; percent per fund and rate in euros. */
export interface SavingsPlan {
  readonly rate: number;
  readonly entries: readonly { readonly isin: string; readonly percent: number }[];
}

/** A contract as the check sees it. Money in euros. */
export interface ContractInput {
  readonly day: number;
  readonly positions: readonly Position[];
  readonly cash: number;
  readonly cashReserve: number;
  readonly savingsPlan: SavingsPlan | null;
  /** What is promised for the end; absent or null where nothing is, or the terms are not known. */
  readonly guarantee?: GuaranteeTerms | null | undefined;
}

/** A peer group with the part of the total value that has to move; euros beside the fraction. */
export interface GroupMove {
  readonly group: string;
  readonly share: number;
  readonly value: number;
}

/** A fund of a savings plan with its percentage. */
export interface SavingsShare {
  readonly isin: string;
  readonly percent: number;
}

/** What would settle a hint, for programs: shares are fractions of the total value, values euros. */
export type HintAction =
  /** H01, H02: groups above their target to sell, groups below to buy, largest first. */
  | { readonly kind: 'shift'; readonly from: readonly GroupMove[]; readonly to: readonly GroupMove[] }
  /** H03: holdings without risk data. */
  | { readonly kind: 'addRiskData'; readonly isins: readonly string[] }
  /** H04 to H07, H11, H12, H18, H19: the fund by another of its group; null where the shortlist has none that fits. */
  | { readonly kind: 'replace'; readonly isin: string; readonly by: string | null; readonly value: number }
  /** H08, H10 below target: buy the group, with the first fund of its shortlist. */
  | {
      readonly kind: 'buy';
      readonly group: string;
      readonly isin: string | null;
      readonly share: number;
      readonly value: number;
    }
  /** H09, H10 above target: sell of the group; the holdings it consists of. */
  | {
      readonly kind: 'sell';
      readonly group: string;
      readonly isins: readonly string[];
      readonly share: number;
      readonly value: number;
    }
  /** H13, H19 of the portfolio: bring these holdings together down by at least this much. */
  | {
      readonly kind: 'reduce';
      readonly isins: readonly string[];
      readonly share: number;
      readonly value: number;
    }
  /** H14. */
  | { readonly kind: 'updatePrice'; readonly isin: string }
  /** H15: the target's split; H16: the present percentages brought to 100. */
  | { readonly kind: 'setSavingsPlan'; readonly entries: readonly SavingsShare[] }
  /** H17: sell all of it, or buy at least `value` more. */
  | { readonly kind: 'sellOrEnlarge'; readonly isin: string; readonly value: number }
  /** H20: invest this much, in the groups below their target. */
  | { readonly kind: 'invest'; readonly value: number; readonly to: readonly GroupMove[] }
  /** H20 of an account below zero: this much is paid in, or sold for it. */
  | { readonly kind: 'fillAccount'; readonly value: number }
  /** H21: a sale up to `value` stays within the gain that is worth no note. */
  | { readonly kind: 'sellAtMost'; readonly isin: string; readonly value: number };

/** A finding with what an adviser needs to explain it; every value follows from the check's input. */
export interface Hint {
  readonly code: HintCode;
  /** 0 information, 1 warning, 2 danger. */
  readonly severity: 0 | 1 | 2;
  /** ISIN, peer group, company or `portfolio`, `savingsPlan`. */
  readonly subject: string;
  readonly values: Readonly<Record<string, number | string | null>>;
  /** ISIN to turn to, or null where there is no single one. */
  readonly suggestion: string | null;
  /** What would settle the hint, for programs: every hint of a check has one. */
  readonly action?: HintAction;
}
