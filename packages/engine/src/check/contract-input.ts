import type { HintAction } from './hint-action.ts';

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
}

/** Codes of the hints (engine.md section 12). */
export type HintCode =
  | 'H01'
  | 'H02'
  | 'H03'
  | 'H04'
  | 'H05'
  | 'H06'
  | 'H07'
  | 'H08'
  | 'H09'
  | 'H10'
  | 'H11'
  | 'H12'
  | 'H13'
  | 'H14'
  | 'H15'
  | 'H16'
  | 'H17'
  | 'H18'
  | 'H19'
  | 'H20'
  | 'H21';

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
