import { inflateSync } from 'node:zlib';
import { exPostCosts } from '@depotwerk/domain/contracts/ex-post-costs';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { performanceOf } from '@depotwerk/engine/figures/contract-performance';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportMovements, reportSaved } from '../../../test/report-movements.ts';
import { reportComparison, reportPlan, reportTaxed } from '../../../test/report-plan.ts';
import {
  reportEqualVersions,
  reportHybridTariff,
  reportTariff,
  reportTariffPerformance,
  reportTariffVersions,
} from '../../../test/report-tariff.ts';
import {
  reportChart,
  reportFund,
  reportFundFigures,
  reportFundPrices,
  reportSource,
} from '../../../test/report-world.ts';
import { ReportCompiler } from './pdf/compile-report.ts';
import { buildPlanComparison, buildTariffComparison } from './report/build-comparison.ts';
import { buildCostInformation, costsOfContract } from './report/build-cost-information.ts';
import { buildDepotOverview } from './report/build-depot-overview.ts';
import { buildExPostCosts } from './report/build-ex-post-costs.ts';
import { buildFactsheet } from './report/build-factsheet.ts';
import { buildFundProfile } from './report/build-fund-profile.ts';
import { buildLegalContract } from './report/build-legal-contract.ts';
import { buildOptimization } from './report/build-optimization.ts';
import { buildPerformance, performanceByYear } from './report/build-performance.ts';
import { buildPeriodicReview } from './report/build-periodic-review.ts';
import { buildCostExample, buildFundComparison, publicReportDocument } from './report/build-public-report.ts';
import { buildRiskProfile, type RiskAssessment } from './report/build-risk-profile.ts';
import { buildSavingsPlanOverview } from './report/build-savings-plan-overview.ts';
import { buildSuitability } from './report/build-suitability.ts';
import { buildTariffBasics, buildTariffRiskMatrix } from './report/build-tariff-basics.ts';
import { buildTransactions } from './report/build-transactions.ts';
import { buildVersionComparison } from './report/build-version-comparison.ts';
import { buildYearEnd } from './report/build-year-end.ts';
import type { ReportDocument } from './report/report-document.ts';
import type { ContractSource } from './report/report-source.ts';
import { valuationsOf } from './report/value-chart.ts';
import { hashOfReport, pdfJob, recipientOf, referencesOf } from './report-frame.ts';

let compiler: ReportCompiler;
beforeAll(() => {
  compiler = new ReportCompiler();
});

const options = { withCharts: true, salutation: null };
const paid = valuationsOf(reportChart, []);

/** Costs of 2025 from the valuations of the chart. */
function yearOf(source: ContractSource) {
  const known = { fundFee: 0.0057, unknownFunds: [], distributionFee: 0.003 };
  const valuations = paid.valuations.map((one) => ({ ...one, ...known }));
  const costs = exPostCosts(valuations, source.costModel, 33.4, 2025, source.today, source.detail.contract);
  const performance = performanceByYear(valuations).find(([year]) => year === '2025')?.[1] ?? null;
  if (!costs || !performance) throw new Error('the chart has the year');
  return { year: 2025, costs, plans: 1, partly: 0, performance, arePaymentsKnown: true };
}

function allReports(source: ContractSource): ReportDocument[] {
  const figures = performanceOf(paid.valuations);
  const assessment = source.detail.latestRiskAssessment as RiskAssessment;
  if (!figures) throw new Error('the chart has figures');
  const tariff = {
    name: 'VorsorgeInvest Plus',
    tariffTypeName: 'Hybrid',
    insurerName: 'Ährenfels Lebensversicherung AG',
    guaranteedLevel: 0.8,
    riskClassCount: 7,
    riskTypeId: 2,
    useQuota: false,
    band: { low: 10.5, high: 14.25 },
    costModel: source.costModel,
  };
  const consultation = {
    startedAt: '2026-11-20T10:00:00.000Z',
    initiative: 'customer' as const,
    reasonText: 'Der Kunde möchte das Risiko vor dem Ruhestand senken.',
    isPeriodicReviewAgreed: true,
  };
  return [
    buildLegalContract(source, options),
    buildDepotOverview(source, reportChart, reportPlan.recommended, options),
    buildRiskProfile(source, assessment, options),
    buildSuitability(source, reportPlan, assessment, consultation, options, null),
    buildCostInformation(source, reportPlan, options),
    buildCostInformation(source, null, options),
    buildPerformance(source, reportChart, paid, figures, reportComparison, options),
    buildTransactions(source, reportMovements, null, options),
    buildTransactions(source, [], '2026-01-01', options),
    ...(source.detail.currentSavingsPlan
      ? [buildSavingsPlanOverview(source, source.detail.currentSavingsPlan, reportSaved, options)]
      : []),
    buildExPostCosts(source, yearOf(source), options),
    buildExPostCosts(source, { ...yearOf(source), plans: 2, partly: 1, performance: null }, options),
    buildPeriodicReview(
      source,
      {
        year: 2025,
        advice: reportPlan.recommended,
        performance: figures,
        arePaymentsKnown: true,
        comparison: reportComparison,
      },
      options,
    ),
    buildYearEnd(
      source,
      {
        year: 2025,
        costs: yearOf(source),
        review: { year: 2025, advice: null, performance: null, arePaymentsKnown: true, comparison: null },
        coverText: 'Ab Januar erreichen Sie uns\nin der Lindenstraße 4.\n\nWir freuen uns auf Sie.',
      },
      options,
    ),
    buildPlanComparison(source, reportPlan, options),
    buildTariffComparison(
      source,
      [tariff, { ...tariff, name: 'Anderer Tarif', costModel: null, band: null }],
      costsOfContract(source),
      '2026-11-21',
      options,
    ),
    buildOptimization(source, reportPlan, { ...options, withReasons: true }, reportTaxed),
    buildFundProfile(reportFund, reportFundPrices, reportFundFigures),
    buildFactsheet(reportFund, reportFundPrices, reportFundFigures),
    buildTariffBasics(reportTariff, options.withCharts),
    buildTariffBasics(reportHybridTariff, options.withCharts),
    buildTariffBasics({ ...reportTariff, performance: reportTariffPerformance }, options.withCharts),
    buildTariffRiskMatrix(reportTariff, options.withCharts),
    buildVersionComparison(reportTariffVersions, options.withCharts),
    buildVersionComparison(reportEqualVersions, options.withCharts),
    publicReportDocument({
      ...buildFundComparison([
        { fund: reportFund, figures: reportFundFigures, prices: reportFundPrices.prices },
        {
          fund: { ...reportFund, name: 'Zweiter Fonds' },
          figures: reportFundFigures,
          prices: reportFundPrices.prices,
        },
      ]),
      reportType: 'fundComparisonPublic',
    }),
    publicReportDocument({
      ...buildCostExample({ ...reportFund, ongoingFee: 0.0086 }, 10_000, 10),
      reportType: 'costExamplePublic',
    }),
  ];
}

const job = (report: ReportDocument, source: ContractSource) =>
  pdfJob(report, {
    whiteLabel: { ...builtInWhiteLabel, applicationTitle: 'Isarhaus Beratung', supportPhone: '089 123456' },
    logoVariant: 'standard',
    creator: 'Jürgen Weiß',
    now: Date.parse('2026-11-21T06:15:00Z'),
    hash: hashOfReport(report),
    runningHead: 'Vertrag V-100482',
    recipient: recipientOf(source.addressee),
    references: referencesOf(source),
  });

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: true });
  return text;
}

/** Line breaks and hyphenation are the page's business; signs before figures stay. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad\u200b]/g, '')
    .replaceAll(/(?<=\p{L})[-\u2010](?=\p{L})/gu, '');

/** Every text of the content that is printed; alternative texts of charts and metadata are not. */
function printedTexts(value: unknown, key = ''): string[] {
  const silent = new Set([
    'alt',
    'colour',
    'swatch',
    'kind',
    'tone',
    'align',
    'width',
    'subject',
    'reportType',
    'result',
    'keywords',
  ]);
  if (silent.has(key)) return [];
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((part) => printedTexts(part, key));
  if (typeof value === 'object' && value !== null) {
    const isLoneChart = 'kind' in value && value.kind === 'timeChart' && 'series' in value;
    return Object.entries(value).flatMap(([name, part]) =>
      isLoneChart && name === 'series' ? [] : printedTexts(part, name),
    );
  }
  return [];
}

describe('every report', () => {
  const titles = allReports(reportSource()).map((report, index) => [report.title, index] as const);

  it.each(titles)('%s: the paper shows every text and figure of its data', async (_title, index) => {
    const source = reportSource();
    const report = allReports(source)[index] as ReportDocument;
    const text = plain(await textOf(compiler.compile(job(report, source))));
    const absent = printedTexts(report).filter((part) => !text.includes(plain(part)));
    expect(absent).toEqual([]);
    expect(text).toContain(hashOfReport(report).toString('hex'));
    expect(text).toContain(plain('Erstellt am 21.11.2026, 07:15 Uhr von Jürgen Weiß · Isarhaus Beratung'));
    expect(text).toMatch(/Seite1von\d/);
  });

  it.each(titles)('%s: passes the compiler’s check of PDF/UA-1 and is PDF/A-2 with tags', (_title, index) => {
    const source = reportSource();
    const report = allReports(source)[index] as ReportDocument;
    expect(compiler.compile(job(report, source), 'ua-1').byteLength).toBeGreaterThan(5_000);
    const file = Buffer.from(compiler.compile(job(report, source))).toString('latin1');
    expect(file).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>');
    expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(file).toMatch(/\/StructTreeRoot \d+ 0 R/);
    expect(file).toContain('/Lang (de-DE)');
    expect(file).toContain('/DisplayDocTitle true');
    // Only our own fonts, whatever the machine has, and every one lies in the file.
    const names = file.match(/\/FontName \/[\w+-]+/g) ?? [];
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !name.includes('+SourceSans3-'))).toEqual([]);
    const fonts = file.match(/\/FontDescriptor \d+ 0 R/g) ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    expect(file.match(/\/FontFile[23] \d+ 0 R/g)?.length).toBe(new Set(fonts).size);
  });
});

describe('hostile names', () => {
  const names = [
    ['Typst markup', '#panic("x") *b* _c_ $x^2$ @ref <tag> \\ `raw` = h'],
    ['Typst in a string', '" + read("/etc/passwd") + "'],
    ['HTML', '<script>alert(1)</script>&amp;'],
    ['a formula', '=HYPERLINK("http://example.org";"x")'],
    ['right to left', '\u202eלוי כהן'],
    ['Arabic', 'محمد علي'],
    ['emoji', '😀 Ünal 👩‍👩‍👧'],
    ['ideographs no font has', '李小龍'],
    ['private use and byte order marks', 'Wo\ue000ng\ufeff \u{f0000}\u{10fffd}'],
    ['marks no font has, on letters and figures', 'o\u0321e\u0336 1\u0336 0\u20e3 "\u0336'],
    [
      'right-to-left marks on nothing',
      'ߤߥ ߦ \u07eb \u07ec \u07ed \u07ee \u07ef \u07f0 \u07f1 \u07f2 \u07f3 \u0610 \u0611 \u0612',
    ],
    ['controls and halves of characters', 'a\u0001\b\f\u001f\u007f\u0085b\ud800c\udc00'],
    ['backslashes that look like escapes', String.raw`\u0001 \\u0001 \b \ud800`],
    ['one very long word', 'A'.repeat(200)],
    ['only signs', '----//////......____====================================================='],
  ] as const;

  it.each(names)('%s gives a good PDF', async (_kind, lastName) => {
    const source = reportSource({ firstName: 'Anna', lastName });
    const pdf = compiler.compile(job(buildLegalContract(source, options), source));
    expect(
      compiler.compile(job(buildLegalContract(source, options), source), 'ua-1').byteLength,
    ).toBeGreaterThan(0);
    const text = plain(await textOf(pdf));
    expect(text).toContain(plain('Vertragsunterlagen'));
    expect(text).toContain('V100482'.slice(1));
    expect(text).not.toContain('root:x:0');
  });

  it('the data sheet says of a guarantee what the contract page says, or why it is not known', () => {
    const factsOf = (guarantee: ReturnType<typeof reportSource>['detail']['guarantee']) => {
      const source = reportSource();
      return JSON.stringify(
        buildLegalContract({ ...source, detail: { ...source.detail, guarantee } }, options).blocks,
      ).replaceAll(/[\u00a0\u202f]/g, ' ');
    };
    const { guarantee } = reportSource().detail;
    if (!guarantee) throw new Error('the contract of the report world has a guarantee');
    const known = factsOf(guarantee);
    for (const said of [
      '"28.800,00 €"',
      '"Heute dafür nötig (14.07.2026)","24.171,21 €"',
      '"Puffer","−51,21 €"',
      '"Stand der Garantie","Unter dem gesicherten Betrag"',
    ])
      expect(known).toContain(said);
    const unknown = factsOf({ ...guarantee, promised: null, cover: null, obstacle: 'noEnd' });
    expect(unknown).toContain('ist nicht bekannt: Im Vertrag ist kein Ende hinterlegt.');
    expect(unknown).not.toContain('Puffer');
    expect(unknown).not.toContain('Stand der Garantie');
  });

  it('prints markup letter by letter', async () => {
    const source = reportSource({ firstName: 'Anna', lastName: '#panic("x") *fett* <b>' });
    const text = await textOf(compiler.compile(job(buildLegalContract(source, options), source)));
    expect(text).toContain('Anna #panic("x") *fett* <b>');
  });

  it('shows a box for characters no font has and keeps the rest', async () => {
    const source = reportSource({ firstName: 'Anna', lastName: '李 Wong' });
    const text = await textOf(compiler.compile(job(buildLegalContract(source, options), source)));
    expect(text).toContain('Anna \u25a1 Wong');
  });

  it('a mark no font has takes no letter and no figure from the rest', async () => {
    const texts = async (lastName: string) => {
      const source = reportSource({ firstName: 'Anna', lastName });
      return textOf(compiler.compile(job(buildLegalContract(source, options), source)));
    };
    const [marked, plainly] = [await texts('Mo\u03211\u0336'), await texts('Mo\u25a11\u25a1')];
    const withoutHash = (text: string) => text.replaceAll(/[0-9a-f]{64}/g, '');
    expect(withoutHash(marked)).toBe(withoutHash(plainly));
    expect(await texts(String.raw`a\u0001b`)).toContain(String.raw`a\u0001b`);
  });

  it('keeps long words inside the page', () => {
    const source = reportSource({ firstName: 'Anna', lastName: 'W'.repeat(200) });
    const pdf = compiler.compile(job(buildLegalContract(source, options), source));
    // A4 is 595 points wide; text is placed left of the right margin.
    expect(rightmostGlyphStart(pdf)).toBeLessThan(545);
  });
});

/** Largest x a text line starts at, read from the content streams. */
function rightmostGlyphStart(pdf: Uint8Array): number {
  const file = Buffer.from(pdf);
  let largest = 0;
  for (const match of file.toString('latin1').matchAll(/\/FlateDecode[\s\S]*?stream\n/g)) {
    const start = match.index + match[0].length;
    const end = file.indexOf('\nendstream', start);
    let content = '';
    try {
      content = inflateSync(file.subarray(start, end)).toString('latin1');
    } catch {
      continue;
    }
    for (const [, x] of content.matchAll(/1 0 0 -1 ([\d.]+) [\d.]+ Tm/g))
      largest = Math.max(largest, Number(x));
  }
  expect(largest).toBeGreaterThan(0);
  return largest;
}
