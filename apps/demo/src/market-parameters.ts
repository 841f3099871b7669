/**
 * The demo market: round figures of our own, plausible against long-run history, taken from no table.
 * Loads and residuals are percent of annual volatility on orthogonal factors of variance 1.
 */

export const factorKeys = [
  'EQ',
  'EUR',
  'TECH',
  'SMALL',
  'EM',
  'JPN',
  'USD',
  'RATE',
  'CRED',
  'COM',
  'GOLD',
  'RE',
] as const;
export type FactorKey = (typeof factorKeys)[number];

export interface CategoryParameters {
  readonly name: string;
  readonly color: string;
}

/** Fund categories with the colours of charts. */
export const categories = [
  { name: 'Aktien', color: '#1f6f8b' },
  { name: 'Renten', color: '#5b8c5a' },
  { name: 'Mischfonds', color: '#8a6fb0' },
  { name: 'Immobilien', color: '#b07d3c' },
  { name: 'Geldmarkt', color: '#7a8794' },
  { name: 'Alternative', color: '#b4534b' },
] as const satisfies readonly CategoryParameters[];
export type CategoryName = (typeof categories)[number]['name'];

export interface PeergroupParameters {
  readonly key: string;
  readonly name: string;
  readonly category: CategoryName;
  /** Percent. */
  readonly equityQuota: number;
  /** Percent per year. */
  readonly drift: number;
  readonly loads: Readonly<Partial<Record<FactorKey, number>>>;
  readonly residual: number;
  /** Percent per year, cheapest and dearest fund. */
  readonly ter: readonly [low: number, high: number];
  readonly fundCount: number;
}

type Row = readonly [
  key: string,
  name: string,
  category: CategoryName,
  equityQuota: number,
  drift: number,
  loads: string,
  residual: number,
  terLow: number,
  terHigh: number,
  fundCount: number,
];

// biome-ignore format: a row is read as a line of a table, however long it is
const rows: readonly Row[] = [
  ['AKT_WELT', 'Aktien Welt', 'Aktien', 100, 7.0, 'EQ14.0 TECH2.0 USD3.0', 1.0, 0.12, 1.9, 120],
  ['AKT_EUROPA', 'Aktien Europa', 'Aktien', 100, 6.8, 'EQ13.5 EUR5.5 TECH-1.0', 1.5, 0.1, 1.85, 70],
  ['AKT_EUROLAND', 'Aktien Euroland', 'Aktien', 100, 6.9, 'EQ14.5 EUR7.5 TECH-1.0', 1.5, 0.1, 1.8, 45],
  ['AKT_DE', 'Aktien Deutschland', 'Aktien', 100, 6.9, 'EQ15.0 EUR8.5', 3.0, 0.09, 1.75, 40],
  ['AKT_NA', 'Aktien Nordamerika', 'Aktien', 100, 7.0, 'EQ14.5 TECH4.0 USD6.0', 1.5, 0.05, 1.8, 60],
  ['AKT_EM', 'Aktien Schwellenländer', 'Aktien', 100, 8.2, 'EQ12.0 EM11.0 USD2.0 COM2.0', 2.0, 0.15, 2.1, 55],
  ['AKT_ASIEN', 'Aktien Asien ex Japan', 'Aktien', 100, 8.0, 'EQ11.5 EM10.5 JPN3.0 USD2.0', 3.0, 0.2, 2.0, 35],
  ['AKT_JAPAN', 'Aktien Japan', 'Aktien', 100, 6.3, 'EQ10.0 JPN10.5 USD2.0', 2.0, 0.12, 1.85, 25],
  ['AKT_NEBEN_EU', 'Aktien Nebenwerte Europa', 'Aktien', 100, 7.8, 'EQ14.5 EUR6.0 SMALL7.0', 2.5, 0.25, 2.0, 30],
  ['AKT_NEBEN_WELT', 'Aktien Nebenwerte Welt', 'Aktien', 100, 7.7, 'EQ14.5 SMALL7.5 USD3.0', 2.0, 0.3, 2.0, 20],
  ['AKT_TECH', 'Aktien Technologie', 'Aktien', 100, 8.0, 'EQ14.5 TECH13.0 USD6.0', 3.0, 0.25, 2.0, 25],
  ['AKT_GESUND', 'Aktien Gesundheit', 'Aktien', 100, 6.8, 'EQ9.5 TECH2.0 USD6.0', 7.5, 0.25, 2.0, 15],
  ['AKT_ENERGIE', 'Aktien Energie und Rohstoffe', 'Aktien', 100, 7.0, 'EQ14.5 COM14.0', 8.0, 0.3, 2.05, 15],
  ['AKT_DIV', 'Aktien Dividende Welt', 'Aktien', 100, 6.4, 'EQ12.0 EUR2.5 TECH-3.5 USD2.0', 1.5, 0.29, 1.8, 30],
  ['AKT_NACHH', 'Aktien Nachhaltigkeit Welt', 'Aktien', 100, 6.9, 'EQ14.0 TECH3.5 USD3.0 SMALL1.5', 2.0, 0.18, 1.9, 35],
  ['IMMO_AKT', 'Immobilienaktien', 'Immobilien', 100, 6.3, 'EQ12.5 RE11.0 RATE3.0', 2.5, 0.25, 1.8, 15],
  ['IMMO_OFFEN', 'Offene Immobilienfonds', 'Immobilien', 0, 2.8, 'RE0.6 RATE0.3', 1.3, 0.6, 1.1, 15],
  ['MISCH_DEF', 'Mischfonds defensiv', 'Mischfonds', 25, 3.6, 'EQ3.5 EUR1.0 RATE2.6 CRED1.6', 0.8, 0.3, 1.6, 45],
  ['MISCH_AUSG', 'Mischfonds ausgewogen', 'Mischfonds', 50, 4.9, 'EQ7.0 EUR1.8 RATE1.9 CRED1.6 USD1.2', 1.0, 0.35, 1.8, 50],
  ['MISCH_OFF', 'Mischfonds offensiv', 'Mischfonds', 75, 6.0, 'EQ10.8 EUR2.2 RATE1.0 CRED1.2 USD1.8', 1.3, 0.4, 1.95, 30],
  ['MISCH_FLEX', 'Mischfonds flexibel', 'Mischfonds', 55, 5.0, 'EQ7.5 EUR1.6 RATE1.4 CRED1.6 GOLD1.2', 2.4, 0.5, 2.1, 40],
  ['RENT_EUR_STAAT', 'Renten Euro Staatsanleihen', 'Renten', 0, 2.6, 'RATE5.2 CRED0.8', 0.7, 0.07, 0.95, 40],
  ['RENT_EUR_KURZ', 'Renten Euro Kurzläufer', 'Renten', 0, 2.3, 'RATE1.2 CRED0.6', 0.3, 0.07, 0.6, 30],
  ['RENT_EUR_UNT', 'Renten Euro Unternehmensanleihen', 'Renten', 0, 3.2, 'RATE3.6 CRED3.0 EQ0.6', 0.6, 0.1, 1.1, 40],
  ['RENT_EUR_HY', 'Renten Euro High Yield', 'Renten', 0, 4.8, 'RATE1.0 CRED5.6 EQ4.4', 1.0, 0.3, 1.4, 20],
  ['RENT_WELT', 'Renten Welt', 'Renten', 0, 2.7, 'RATE3.8 USD3.6 CRED0.8', 0.8, 0.1, 1.2, 25],
  ['RENT_EM', 'Renten Schwellenländer', 'Renten', 0, 5.0, 'RATE2.5 CRED4.0 EM4.0 USD2.0 EQ2.0', 1.2, 0.35, 1.6, 20],
  ['RENT_INFL', 'Renten inflationsgeschützt Euro', 'Renten', 0, 2.5, 'RATE4.6 COM1.2', 1.2, 0.1, 0.9, 10],
  ['GELD_EUR', 'Geldmarkt Euro', 'Geldmarkt', 0, 2.0, 'RATE0.12 CRED0.10', 0.1, 0.05, 0.35, 25],
  ['AKT_MINEN', 'Aktien Goldminen', 'Aktien', 100, 7.5, 'EQ10.0 GOLD24.0 COM8.0', 9.0, 0.35, 2.0, 10],
  ['ROHSTOFF', 'Rohstoffe breit', 'Alternative', 0, 4.0, 'COM13.0 EQ3.0 EM2.0 USD1.5', 5.0, 0.25, 1.3, 10],
  ['GOLD', 'Gold und Edelmetalle', 'Alternative', 0, 3.5, 'GOLD14.5 USD-1.5 RATE2.0', 2.0, 0.15, 0.6, 10],
  ['ABS_RET', 'Absolute Return Multi-Strategie', 'Alternative', 20, 3.4, 'EQ2.2 CRED1.4 RATE0.6', 2.8, 0.6, 2.0, 15],
];

function parseLoads(text: string): Partial<Record<FactorKey, number>> {
  const loads: Partial<Record<FactorKey, number>> = {};
  for (const part of text.split(' ')) {
    const key = factorKeys.find((factor) => new RegExp(`^${factor}-?[0-9]`).test(part));
    if (key === undefined) throw new Error(`Unknown factor in "${part}".`);
    loads[key] = Number(part.slice(key.length));
  }
  return loads;
}

/** The 33 peer groups in the order of their ids (1, 2, …). */
export const peergroups: readonly PeergroupParameters[] = rows.map(
  ([key, name, category, equityQuota, drift, loads, residual, terLow, terHigh, fundCount]) => ({
    key,
    name,
    category,
    equityQuota,
    drift,
    loads: parseLoads(loads),
    residual,
    ter: [terLow, terHigh],
    fundCount,
  }),
);

/** Where in the sample (fractions of it) a factor falls or recovers, and by how many annual deviations in all. */
export const shocks: readonly {
  readonly factor: FactorKey;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}[] = [
  { factor: 'EQ', from: 0.18, to: 0.2, size: -2.1 },
  { factor: 'CRED', from: 0.18, to: 0.2, size: -1.8 },
  { factor: 'EQ', from: 0.2, to: 0.23, size: 1.5 },
  { factor: 'CRED', from: 0.2, to: 0.23, size: 1.3 },
  { factor: 'RATE', from: 0.58, to: 0.72, size: -2.4 },
];

/** Spread of daily returns against the calm regime. */
export const calmRegime = 0.9;
export const crisisRegime = 2.3;
export const crisisWindows: readonly (readonly [from: number, to: number])[] = [
  [0.18, 0.21],
  [0.6, 0.64],
];
/** Degrees of freedom of the Student-t factor returns. */
export const tailDegrees = 6;
