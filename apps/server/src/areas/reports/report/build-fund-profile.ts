import type { CallAnswer } from '@depotwerk/api/call';
import type { getFund, getFundPrices } from '@depotwerk/api/funds/funds';
import { formatNumber } from '@depotwerk/domain/number-text';
import { targetMarketLines } from '@depotwerk/domain/target-market-text';
import { notStatedText } from '@depotwerk/domain/unknown-text';
import { timeChart } from './chart-geometry.ts';
import { facts } from './common-blocks.ts';
import { type Block, heading, type ReportDocument, smallPrint } from './report-document.ts';
import { costShare, day, none, points, signedShare } from './report-format.ts';

export type Fund = CallAnswer<typeof getFund>;
export type FundPrices = CallAnswer<typeof getFundPrices>;

/** Figures computed from the price series; fractions, null = too short. */
export interface FundFigures {
  readonly return1y: number | null;
  readonly return3y: number | null;
  readonly return5y: number | null;
  readonly volatility3y: number | null;
  readonly drawdown5y: number | null;
  readonly sharpe3y: number | null;
  /** Overall rank inside the peer group, 1 to 5. */
  readonly rank: number | null;
}

const riskKinds = {
  SRI: 'Gesamtrisikoindikator (SRI)',
  SRRI: 'Risikoindikator (SRRI)',
  internal: 'Risikoindikator (intern)',
} as const;

/** An amount in the fund's currency. */
export const priceText = (fund: Fund, value: number) => `${formatNumber(value, 2, 4)}\u00a0${fund.currency}`;

/** The price over time with its heading; nothing without two days. */
export function priceHistory(fund: Fund, { prices }: FundPrices): Block[] {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || !last) return [];
  const line = {
    label: 'Kurs',
    colour: '#0f5566',
    isFilled: true,
    points: prices.map(({ date, price }) => ({ x: date, y: price })),
  };
  const chart = timeChart(
    [line],
    (value) => formatNumber(value, 0, 2),
    `Liniendiagramm: Kurs vom ${day(first.date)} (${priceText(fund, first.price)}) bis zum ${day(last.date)} (${priceText(fund, last.price)}).`,
  );
  return chart === null ? [] : [heading('Kursverlauf'), chart];
}

/** The largest loss with the days it looks at: between month ends a price may have been lower. */
export const largestLossLabel = 'Größter Wertverlust 5 Jahre (Monatsenden)';

/** What the figures stand on and which days they take. */
export const figureBasis =
  'Wertentwicklungen, Volatilität und größter Wertverlust beruhen auf den Kursen der Monatsenden, rechnen Ausschüttungen ein und enden mit dem letzten vollen Monat. ' +
  'Beginnt eine Kursreihe im ersten Monat der fünf Jahre, zählt die Zeit ab ihrem ersten Kurs.';

/** Figures computed from the prices. */
export const keyFigures = (figures: FundFigures): Block =>
  facts(
    [
      ['Wertentwicklung 1 Jahr', signedShare(figures.return1y)],
      ['Wertentwicklung 3 Jahre p.\u00a0a.', signedShare(figures.return3y)],
      ['Wertentwicklung 5 Jahre p.\u00a0a.', signedShare(figures.return5y)],
      ['Volatilität 3 Jahre', points(figures.volatility3y === null ? null : figures.volatility3y * 100)],
      [largestLossLabel, signedShare(figures.drawdown5y)],
      ['Sharpe-Ratio 3 Jahre', figures.sharpe3y === null ? none : formatNumber(figures.sharpe3y, 2, 2)],
    ],
    2,
  );

/** The risk indicator on its scale, with its heading. */
export function riskIndicator({ riskIndicator: value, riskIndicatorType }: Fund): Block[] {
  if (value === null)
    return [heading('Risiko'), facts([['Risikoindikator', 'Kein Risikoindikator vorhanden']])];
  const kind = riskKinds[riskIndicatorType ?? 'internal'];
  return [
    heading(`${kind}: ${value} von 7`),
    {
      kind: 'scale',
      count: 7,
      current: value,
      suggested: null,
      lowLabel: 'niedriges Risiko',
      highLabel: 'hohes Risiko',
      alt: `${kind}: ${value} von 7.`,
    },
  ];
}

/** Fund profile from our own data: it replaces no key information document and says so. */
export function buildFundProfile(fund: Fund, prices: FundPrices, figures: FundFigures): ReportDocument {
  const blocks: Block[] = [
    {
      kind: 'figures',
      items: [
        {
          label: 'Kurs',
          value: fund.price === null ? none : priceText(fund, fund.price),
          note: day(fund.priceDate),
          tone: null,
        },
        {
          label: 'Laufende Kosten p.\u00a0a.',
          value: costShare(fund.ongoingFee),
          note: day(fund.ongoingFeeDate),
          tone: null,
        },
        {
          label: 'Rang in der Peergroup',
          value: figures.rank === null ? none : `${figures.rank} von 5`,
          note: figures.rank === null ? 'ohne Rang' : '5 ist am besten',
          tone: null,
        },
      ],
    },
  ];
  blocks.push(
    ...priceHistory(fund, prices),
    heading('Kennzahlen'),
    keyFigures(figures),
    ...riskIndicator(fund),
    heading('Stammdaten'),
    facts(masterData(fund), 2),
    heading('Zielmarkt'),
    facts(targetMarketData(fund), 2),
    heading('Nachhaltigkeit'),
    facts(esgData(fund), 2),
    smallPrint(
      `${figureBasis} ` +
        'Dieses Fondsprofil ist aus den in der Anwendung vorliegenden Daten erstellt. Es ersetzt nicht das Basisinformationsblatt und den Verkaufsprospekt und ist keine Empfehlung. ' +
        'Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung.',
    ),
  );
  return {
    reportType: 'fundProfile',
    title: fund.name,
    subtitle: ['Fondsprofil', fund.isin, fund.companyName].filter((part) => part !== null).join(' · '),
    subject: `Fondsprofil ${fund.isin}`,
    keywords: ['Fondsprofil', fund.isin],
    salutation: '',
    blocks,
  };
}

export function masterData(fund: Fund): [string, string][] {
  return [
    ['ISIN', fund.isin],
    ['WKN', fund.wkn ?? none],
    ['Fondsgesellschaft', fund.companyName ?? none],
    ['Fondskategorie', fund.categoryName ?? none],
    ['Peergroup', fund.peergroupName ?? none],
    ['Währung', fund.currency],
    ['Art', fund.isETF ? 'ETF' : 'Investmentfonds'],
    ['Sparplanfähig', fund.isSavingsPlanCapable ? 'Ja' : 'Nein'],
    ['Mindestanlagesumme', fund.minimumInvestment === null ? none : priceText(fund, fund.minimumInvestment)],
  ];
}

/** Whom it is made for. */
const targetMarketData = (fund: Fund): [string, string][] =>
  targetMarketLines(fund).map(({ label, value }) => [label, value]);

export function esgData(fund: Fund): [string, string][] {
  const number = (value: number | null) => (value === null ? none : formatNumber(value, 0, 1));
  return [
    ['Offenlegung', fund.sfdrArticle === null ? notStatedText : `Artikel-${fund.sfdrArticle}-Fonds`],
    ['ESG-Bewertung', fund.esgRating ?? none],
    ['Nachhaltigkeitskennzahl', number(fund.esgPerformanceScore)],
    ['CO₂-Fußabdruck', number(fund.esgClimateFootprint)],
    ['Beitrag zu SDG', fund.esgSdgImpact ?? none],
    ['Branchen', fund.esgIndustries.join(', ')],
  ];
}
