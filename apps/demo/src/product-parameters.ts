/** Insurers, issuers, components and tariffs of the demo world, as data. All companies are invented. */
import type { RiskClass } from './allocation-columns.ts';
import type { RankingTypeId } from './fund-figures.ts';
import type { RiskMeasure } from './risk-model.ts';

export interface RiskParameters {
  readonly key: string;
  readonly name: string;
  readonly measure: RiskMeasure;
  readonly classes: readonly RiskClass[];
}

const classes = (...pairs: readonly (readonly [target: number, range: number])[]): RiskClass[] =>
  pairs.map(([target, range]) => ({ target, range }));

export const riskParameters = {
  vol5: {
    key: 'RISK-VOL-5',
    name: 'Volatilität, 5 Klassen',
    measure: 'volatility',
    classes: classes([3, 1.2], [5.6, 1.3], [8.8, 1.6], [12, 1.5], [15, 1.4]),
  },
  vol7: {
    key: 'RISK-VOL-7',
    name: 'Volatilität, 7 Klassen',
    measure: 'volatility',
    classes: classes([1.6, 0.9], [3.5, 0.9], [5.8, 1.2], [8.2, 1.1], [10.6, 1.2], [13, 1.1], [15.3, 1.1]),
  },
  vol3: {
    key: 'RISK-VOL-3',
    name: 'Volatilität, 3 Klassen',
    measure: 'volatility',
    classes: classes([4, 1.8], [8, 2], [12.5, 2.3]),
  },
  quota3: {
    key: 'RISK-AQ-3',
    name: 'Aktienquote, 3 Klassen',
    measure: 'equityQuota',
    classes: classes([20, 10], [50, 15], [80, 14]),
  },
  quota5: {
    key: 'RISK-AQ-5',
    name: 'Aktienquote, 5 Klassen',
    measure: 'equityQuota',
    classes: classes([10, 8], [30, 10], [50, 9.5], [70, 9.5], [90, 9.5]),
  },
  var5: {
    key: 'RISK-VAR-5',
    name: 'Value-at-Risk, 5 Klassen',
    measure: 'valueAtRisk',
    classes: classes([6, 2.4], [11, 2.5], [17, 3.2], [23.5, 3], [29.5, 2.8]),
  },
} as const satisfies Record<string, RiskParameters>;
export type RiskKey = keyof typeof riskParameters;

/** Mixes by peer group key, percent; each sums to 100. */
export const cautiousMixes = {
  broad: { GELD_EUR: 30, RENT_EUR_KURZ: 30, RENT_EUR_STAAT: 14, RENT_EUR_UNT: 14, IMMO_OFFEN: 12 },
  bonds: { GELD_EUR: 36, RENT_EUR_KURZ: 34, RENT_EUR_STAAT: 15, RENT_EUR_UNT: 15 },
} as const;
export const boldMixes = {
  broad: { AKT_WELT: 26, AKT_NA: 22, AKT_EUROPA: 14, AKT_EM: 14, AKT_TECH: 14, AKT_NEBEN_EU: 10 },
  sustainable: { AKT_NACHH: 34, AKT_WELT: 20, AKT_EUROPA: 16, AKT_EM: 12, AKT_TECH: 18 },
  etf: { AKT_WELT: 34, AKT_NA: 26, AKT_EUROPA: 14, AKT_EM: 14, AKT_TECH: 12 },
  calm: { AKT_WELT: 36, AKT_EUROPA: 18, AKT_NA: 22, AKT_DIV: 12, AKT_EM: 12 },
} as const;

export interface UniverseParameters {
  readonly key: string;
  readonly name: string;
  /** Type of the universe; null = chosen by hand (every open fund with at least three years of prices). */
  readonly universeTypeId: 1 | 2 | 3 | 4 | 5 | 6 | null;
  readonly maximumRiskIndicator?: number;
}

export const universeParameters = {
  all: { key: 'UNI-ALLE', name: 'Alle Fonds', universeTypeId: 1 },
  etf: { key: 'UNI-ETF', name: 'Nur ETF', universeTypeId: 2 },
  sustainable: { key: 'UNI-NACHHALTIG', name: 'Artikel 8 und 9', universeTypeId: 4 },
  savings: { key: 'UNI-SPARPLAN', name: 'Sparplanfähige Fonds', universeTypeId: 5 },
  limited: { key: 'UNI-SRI-5', name: 'Fonds bis SRI 5', universeTypeId: 6, maximumRiskIndicator: 5 },
  chosen: { key: 'UNI-AUSWAHL', name: 'Geprüfte Fonds', universeTypeId: null },
} as const satisfies Record<string, UniverseParameters>;
export type UniverseKey = keyof typeof universeParameters;

export const insurerParameters = [
  { name: 'Elbwarte Lebensversicherung AG', shortName: 'Elbwarte', bafin: '9101' },
  { name: 'Morgenfels Leben AG', shortName: 'Morgenfels', bafin: '9102' },
  { name: 'Nordkranich Versicherungsverein a. G.', shortName: 'Nordkranich', bafin: '9103' },
  { name: 'Isarbogen Pensionskasse AG', shortName: 'Isarbogen', bafin: '9104' },
] as const;

/**
 * `insurer` is an index of `insurerParameters`; bank codes starting with 9 do not exist. The practice bank plays those
 * of kind `api` (docs/practice-bank.md).
 */
export const issuerParameters = [
  { name: 'Quaderbank Depotservice', insurer: null, bankId: '90010001', traderKind: 'api' },
  { name: 'Talgrund Fondsbank', insurer: null, bankId: '90020002', traderKind: 'api' },
  { name: 'Elbwarte Leben', insurer: 0, bankId: null, traderKind: 'file' },
  { name: 'Morgenfels Leben', insurer: 1, bankId: null, traderKind: 'file' },
  { name: 'Nordkranich Leben', insurer: 2, bankId: null, traderKind: 'none' },
  { name: 'Isarbogen Pension', insurer: 3, bankId: null, traderKind: 'none' },
  { name: 'Marschland Direktbank', insurer: null, bankId: '90030003', traderKind: 'api' },
  { name: 'Heidegrund Privatbank', insurer: null, bankId: '90040004', traderKind: 'api' },
  { name: 'Steinufer Kreditbank', insurer: null, bankId: '90050005', traderKind: 'api' },
  { name: 'Lindenau Sparbank', insurer: null, bankId: '90090009', traderKind: 'fints' },
] as const;

export interface TariffParameters {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly typeId: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Index of `issuerParameters`. */
  readonly issuer: number;
  readonly risk: RiskKey;
  readonly universe: UniverseKey;
  readonly cautious: keyof typeof cautiousMixes;
  readonly bold: keyof typeof boldMixes;
  readonly rankingTypeId: RankingTypeId;
  readonly minimumRank: 2 | 3 | null;
  readonly isDefault?: boolean;
  readonly isOptimizedContinuously?: boolean;
  /** Funds without a rank are worth a hint (H05). */
  readonly refusesUnrated?: boolean;
  /** Euro of gain in one fund that is worth a hint before it is sold (H21). */
  readonly gainNoteLimit?: number;
  /** Each class of its risk component, which no other tariff uses, limits the risk indicator to that of the funds proposed (H19). */
  readonly limitsRiskIndicator?: boolean;
  /** How common contracts of this tariff are. */
  readonly popularity: number;
}

/** Ten tariffs of the first tenant; the second one has the four named in `secondTenantTariffs`. */
export const tariffParameters: readonly TariffParameters[] = [
  {
    key: 'QB-DEPOT',
    refusesUnrated: true,
    gainNoteLimit: 2500,
    name: 'Quaderbank Fondsdepot',
    description: 'Fondsdepot mit freier Fondsauswahl und Betreuung durch die Beratung.',
    typeId: 1,
    issuer: 0,
    risk: 'vol5',
    universe: 'all',
    cautious: 'broad',
    bold: 'broad',
    rankingTypeId: 11,
    minimumRank: 3,
    isDefault: true,
    popularity: 20,
  },
  {
    key: 'TG-ETF',
    name: 'Talgrund ETF-Depot',
    description: 'Kostengünstiges Depot ausschließlich mit ETF.',
    typeId: 1,
    issuer: 1,
    risk: 'vol5',
    universe: 'etf',
    cautious: 'bonds',
    bold: 'etf',
    rankingTypeId: 9,
    minimumRank: null,
    isOptimizedContinuously: true,
    popularity: 14,
  },
  {
    key: 'EW-RENTE',
    name: 'Elbwarte Fondsrente Komfort',
    description: 'Fondsgebundene Rentenversicherung mit sieben Risikoklassen.',
    typeId: 2,
    issuer: 2,
    risk: 'vol7',
    universe: 'savings',
    cautious: 'broad',
    bold: 'broad',
    rankingTypeId: 11,
    minimumRank: 3,
    isDefault: true,
    popularity: 16,
  },
  {
    key: 'EW-RENTE-N',
    name: 'Elbwarte Fondsrente Nachhaltig',
    description: 'Fondsgebundene Rentenversicherung mit Fonds nach Artikel 8 und 9.',
    typeId: 2,
    issuer: 2,
    risk: 'vol5',
    universe: 'sustainable',
    cautious: 'bonds',
    bold: 'sustainable',
    rankingTypeId: 11,
    minimumRank: 2,
    popularity: 10,
  },
  {
    key: 'MF-LEBEN',
    name: 'Morgenfels Fondsleben',
    description: 'Fondsgebundene Lebensversicherung mit drei Aktienquoten.',
    typeId: 3,
    issuer: 3,
    risk: 'quota3',
    universe: 'savings',
    cautious: 'bonds',
    bold: 'calm',
    rankingTypeId: 4,
    minimumRank: 3,
    isDefault: true,
    popularity: 8,
  },
  {
    key: 'MF-BASIS',
    name: 'Morgenfels Basisrente Invest',
    description: 'Basisrente mit Fondsanlage, gesteuert über die Aktienquote.',
    typeId: 4,
    issuer: 3,
    risk: 'quota5',
    universe: 'chosen',
    cautious: 'broad',
    bold: 'calm',
    rankingTypeId: 1,
    minimumRank: 2,
    popularity: 7,
  },
  {
    key: 'NK-VORSORGE',
    name: 'Nordkranich Vorsorgedepot',
    description: 'Geförderte Altersvorsorge mit begrenztem Risikoindikator.',
    typeId: 5,
    issuer: 4,
    risk: 'vol3',
    universe: 'limited',
    cautious: 'bonds',
    bold: 'calm',
    rankingTypeId: 9,
    minimumRank: 2,
    isDefault: true,
    popularity: 6,
  },
  {
    key: 'IB-BAV',
    limitsRiskIndicator: true,
    name: 'Isarbogen Direktversicherung',
    description: 'Betriebliche Altersversorgung mit Steuerung über den Value-at-Risk.',
    typeId: 6,
    issuer: 5,
    risk: 'var5',
    universe: 'savings',
    cautious: 'broad',
    bold: 'broad',
    rankingTypeId: 2,
    minimumRank: 2,
    isDefault: true,
    popularity: 6,
  },
  {
    key: 'EW-HYBRID',
    name: 'Elbwarte Hybrid Garant',
    description: 'Statisches Hybridprodukt mit endfälliger Beitragsgarantie.',
    typeId: 7,
    issuer: 2,
    risk: 'vol3',
    universe: 'savings',
    cautious: 'bonds',
    bold: 'calm',
    rankingTypeId: 11,
    minimumRank: null,
    popularity: 5,
  },
  {
    key: 'MF-DYNAMIK',
    name: 'Morgenfels Dynamik Hybrid',
    description: 'Dynamisches Hybridprodukt mit Wertsicherungsfonds.',
    typeId: 8,
    issuer: 3,
    risk: 'quota3',
    universe: 'savings',
    cautious: 'bonds',
    bold: 'calm',
    rankingTypeId: 11,
    minimumRank: null,
    popularity: 5,
  },
];
/** The second tenant sells these only. */
export const secondTenantTariffs: readonly string[] = ['QB-DEPOT', 'TG-ETF', 'EW-RENTE', 'EW-HYBRID'];
