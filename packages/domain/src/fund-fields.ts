/**
 * What a column of a fund file is about, and how its values are written. `rate` is a share of the invested
 * amount per year or once (1.15 % = 0.0115), `share` a part of the fund's assets (0 to 1).
 */
export type FundFieldKind =
  | { readonly kind: 'isin' }
  | { readonly kind: 'wkn' }
  | { readonly kind: 'currency' }
  | { readonly kind: 'country' }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'link' }
  | { readonly kind: 'day' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'rate'; readonly isRecurring: boolean; readonly minimum: number }
  | { readonly kind: 'share' }
  | { readonly kind: 'amount'; readonly maximum: number; readonly decimals: number }
  /** A return a year, which may be negative (3 % = 0.03). */
  | { readonly kind: 'growth' }
  /** Years as a number; EMT also writes letters for ranges, which say no number and stay unread. */
  | { readonly kind: 'years' };

const text = { kind: 'text', maxLength: 255 } as const;
const day = { kind: 'day' } as const;
const boolean = { kind: 'boolean' } as const;
const recurring = { kind: 'rate', isRecurring: true, minimum: 0 } as const;
const once = { kind: 'rate', isRecurring: false, minimum: 0 } as const;
const growth = { kind: 'growth' } as const;
const riskClass = { kind: 'integer', minimum: 1, maximum: 7 } as const;

/** Every fund field a file can carry. `sri` and `srri` become risk indicator and type; the SRI goes first. */
export const fundFields = {
  isin: { kind: 'isin' },
  /** EMT/EPT/EET: 1 says that the identification is an ISIN. */
  codeType: { kind: 'text', maxLength: 50 },
  wkn: { kind: 'wkn' },
  name: text,
  companyName: text,
  currency: { kind: 'currency' },
  /** Key or name of a peer group of the house. */
  peergroup: text,
  domicile: { kind: 'country' },
  distributionPolicy: {
    kind: 'choice',
    choices: {
      y: 'DIST',
      n: 'ACC',
      accumulating: 'ACC',
      distributing: 'DIST',
      'accumulating & distributing': 'DIST',
      acc: 'ACC',
      dist: 'DIST',
      thesaurierend: 'ACC',
      ausschüttend: 'DIST',
    },
  },
  launchDate: day,
  isEtf: boolean,
  isSavingsPlanCapable: boolean,
  minimumInvestment: { kind: 'amount', maximum: 1e12, decimals: 2 },
  ongoingFee: recurring,
  ongoingFeeDate: day,
  managementFee: recurring,
  distributionFee: { kind: 'rate', isRecurring: false, minimum: 0 },
  transactionCosts: { kind: 'rate', isRecurring: false, minimum: -1 },
  performanceFee: { kind: 'rate', isRecurring: false, minimum: -1 },
  hasPerformanceFee: boolean,
  entryFee: once,
  exitFee: once,
  sri: riskClass,
  srri: riskClass,
  recommendedHoldingYears: { kind: 'years' },
  returnStress: growth,
  returnUnfavourable: growth,
  returnModerate: growth,
  returnFavourable: growth,
  sfdrArticle: { kind: 'choice', choices: { '0': '', '6': '6', '8': '8', '9': '9' } },
  considersPai: boolean,
  minimumShareSustainable: { kind: 'share' },
  minimumShareTaxonomy: { kind: 'share' },
  esgClimateFootprint: { kind: 'amount', maximum: 1e9, decimals: 2 },
  mifidR: { kind: 'choice', choices: { y: 'Y', n: 'N', neutral: 'Neutral' } },
  mifidP: { kind: 'choice', choices: { y: 'Y', n: 'N', p: 'P', e: 'E', neutral: 'Neutral' } },
  kiid: { kind: 'link' },
  kiidDate: day,
  factsheet: { kind: 'link' },
  dataDate: day,
} as const satisfies Record<string, FundFieldKind>;

export type FundField = keyof typeof fundFields;

/** Kinds that are read as decimal numbers. */
export function isDecimalField(field: FundField): boolean {
  return ['rate', 'share', 'amount', 'growth', 'years'].includes(fundFields[field].kind);
}
