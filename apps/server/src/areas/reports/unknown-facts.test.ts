import { exPostCosts } from '@depotwerk/domain/contracts/ex-post-costs';
import { paidValuations, unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import { performanceOf } from '@depotwerk/engine/figures/contract-performance';
import { expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportChart, reportSource } from '../../../test/report-world.ts';
import { buildDepotOverview } from './report/build-depot-overview.ts';
import { buildExPostCosts } from './report/build-ex-post-costs.ts';
import { buildPerformance, performanceByYear } from './report/build-performance.ts';
import { buildPeriodicReview } from './report/build-periodic-review.ts';
import { buildRiskProfile } from './report/build-risk-profile.ts';
import { buildSuitability } from './report/build-suitability.ts';
import type { OverviewChart } from './report/report-source.ts';
import { valuationsOf } from './report/value-chart.ts';

const options = { withCharts: true, salutation: null };

it('names neither answers nor a questionnaire in the profile of somebody nobody has asked', () => {
  const source = reportSource();
  const asked = source.detail.latestRiskAssessment;
  if (!asked) throw new Error('the contract has a profile');
  const byHand = {
    ...asked,
    questionnaireVersion: 1,
    horizonYears: null,
    lossCapacity: null,
    knowledge: [],
    sustainability: { ...asked.sustainability, kind: 'none' as const },
    restrictions: { isins: [], companies: [], regions: [], sectors: [] },
    wasAsked: false,
  };
  const [own, chosen] = [asked, byHand].map((one) =>
    JSON.stringify(buildRiskProfile(source, one, options).blocks),
  );
  expect(own).toContain('Version 3');
  expect(own).not.toContain('Nicht erfragt');
  expect(chosen).not.toMatch(/Version \d/);
  // Questionnaire, goal, horizon, loss capacity, knowledge, preference of sustainability and exclusions.
  expect(chosen?.split('Nicht erfragt')).toHaveLength(8);
});

it('names the goal in profile and suitability statement, and says where none is kept', () => {
  const source = reportSource();
  const asked = source.detail.latestRiskAssessment;
  if (!asked) throw new Error('the contract has a profile');
  const statement = (assessment: typeof asked) =>
    JSON.stringify(buildSuitability(source, reportPlan, assessment, null, options, null).blocks);
  const told = { ...asked, goal: 'Altersvorsorge' };
  expect(statement(told)).toContain('["Anlageziel","Altersvorsorge"]');
  expect(statement(told)).toContain(
    '["Anlageziel und Horizont","Ihr Anlageziel: Altersvorsorge. Ihr Anlagehorizont',
  );
  expect(statement(asked)).toContain('"Ein Anlageziel ist nicht festgehalten. ');
  expect(JSON.stringify(buildRiskProfile(source, told, options).blocks)).toContain(
    '["Anlageziel","Altersvorsorge"]',
  );
});

it('says both wishes of sustainability where she has both', () => {
  const source = reportSource();
  const asked = source.detail.latestRiskAssessment;
  if (!asked) throw new Error('the contract has a profile');
  const both = { ...asked, sustainability: { ...asked.sustainability, paiTopics: ['Wasser', 'Abfälle'] } };
  expect(JSON.stringify(buildRiskProfile(source, both, options).blocks)).toContain(
    'nachhaltig, nachteilige Auswirkungen beachten: Wasser, Abfälle',
  );
});

it('tells the experience with each investment where knowledge is told, and nothing of it where nobody asked', () => {
  const source = reportSource();
  const asked = source.detail.latestRiskAssessment;
  if (!asked) throw new Error('the contract has a profile');
  const experience = [
    {
      product: 'Aktienfonds',
      period: 'Seit mehr als fünf Jahren',
      frequency: null,
      volume: 'Bis 1.000\u00a0€',
    },
    { product: 'ETF', period: null, frequency: null, volume: null },
  ];
  const papersFor = (assessment: typeof asked) =>
    [
      buildRiskProfile(source, assessment, options),
      buildSuitability(source, reportPlan, assessment, null, options, null),
    ].map(({ blocks }) => JSON.stringify(blocks));
  for (const paper of papersFor({ ...asked, experience })) {
    expect(paper).toContain(
      '["Erfahrung je Anlage","Aktienfonds: Seit mehr als fünf Jahren · Bis 1.000\u00a0€; ETF: Keine Angabe"]',
    );
  }
  for (const paper of papersFor(asked)) expect(paper).not.toContain('Erfahrung je Anlage');
});

it('calls the worth of a contract unknown that nobody has valued', () => {
  const known = reportSource();
  const asked = known.detail.latestRiskAssessment;
  if (!asked) throw new Error('the contract has a profile');
  const contract = { ...known.detail.contract, isValueUnknown: true, totalValue: 0 };
  const source = { ...known, detail: { ...known.detail, contract, currentPortfolio: null } };
  const overview = buildDepotOverview(source, reportChart, null, { ...options, withCharts: false });
  const statement = buildSuitability(source, reportPlan, asked, null, options, null);
  expect(JSON.stringify(overview.blocks)).toContain('Er ist noch nicht bewertet.');
  for (const { blocks } of [overview, statement]) {
    const [, value] = /"Vertragswert",(?:"value":)?"([^"]*)"/.exec(JSON.stringify(blocks)) ?? [];
    expect(value).toBe('unbekannt');
  }
});

it('says of which whole the quota of shares is, where it is another than that of the allocation below', () => {
  const source = reportSource();
  const review = { year: 2025, advice: null, performance: null, comparison: null, arePaymentsKnown: true };
  const lossText = (tariffTypeId: number) => {
    const { info } = source;
    const ofType = { ...source, info: { ...info, tariff: { ...info.tariff, tariffTypeId } } };
    return JSON.stringify(buildPeriodicReview(ofType, review, options).blocks);
  };
  expect(lossText(1)).toContain('71,2\u00a0%, das Guthaben außerhalb der Fonds mitgerechnet.');
  expect(lossText(7)).not.toContain('mitgerechnet');
});

it('has one word for an answer that is not there, wherever a paper says it', () => {
  const source = reportSource();
  const asked = source.detail.latestRiskAssessment;
  if (!asked) throw new Error('the contract has a profile');
  const silent = { ...asked, horizonYears: null, lossCapacity: null, knowledge: [] };
  const papersFor = (assessment: typeof silent) => {
    const detail = { ...source.detail, latestRiskAssessment: assessment };
    const review = { year: 2025, advice: null, performance: null, comparison: null, arePaymentsKnown: true };
    return JSON.stringify([
      buildRiskProfile(source, assessment, options).blocks,
      buildSuitability(source, reportPlan, assessment, null, options, null).blocks,
      buildPeriodicReview({ ...source, detail }, review, options).blocks,
    ]);
  };
  const papers = papersFor({ ...silent, askedFields: ['horizonYears', 'lossCapacity', 'knowledge'] });
  expect(papers).not.toMatch(/"–"|Ihre Angabe: |liegt uns nicht vor|Nicht erfragt\. Aktienquote/);
  expect(papers).toContain('Keine Angabe. Aktienquote heute');
  expect(papers).toContain('Keine Angabe. Die Aktienquote beträgt');
  // Asked about the products she knows, she knows none: that is an answer.
  expect(papers).toContain('["Kenntnisse und Erfahrungen","Keine."]');
  expect(papersFor({ ...silent, askedFields: ['horizonYears'] })).toContain(
    'Nicht erfragt. Aktienquote heute',
  );
});

it('says on every paper which class counts for a contract several people hold, where it is not that of the customer', () => {
  const source = reportSource();
  const assessment = source.detail.latestRiskAssessment;
  if (!assessment) throw new Error('the contract has a profile');
  const bert = { id: '00000000-0000-4000-8000-000000000002', firstName: 'Bert', lastName: 'Ahlers' };
  // It may be the least of theirs or chosen by hand: a paper that is signed claims neither.
  const lowest = 'von Hand gewählt oder als niedrigste Klasse aller Vertragsinhaber';
  const papersOfClass = (
    riskClassId: number,
    furtherHolders = [bert],
    profile = assessment,
    words = lowest,
  ) => {
    const { contract } = source.detail;
    const risk = { ...contract.risk, riskClassId };
    const held = {
      ...source,
      info: { ...source.info, furtherHolders },
      detail: { ...source.detail, contract: { ...contract, risk } },
    };
    const review = { year: 2025, advice: null, performance: null, comparison: null, arePaymentsKnown: true };
    return JSON.stringify([
      buildRiskProfile(held, profile, options).blocks,
      buildSuitability(held, reportPlan, profile, null, options, null).blocks,
      buildPeriodicReview(held, review, options).blocks,
    ]).split(words).length;
  };
  expect(papersOfClass(assessment.riskClassId - 1)).toBe(4);
  expect(papersOfClass(assessment.riskClassId)).toBe(1);
  expect(papersOfClass(assessment.riskClassId - 1, [])).toBe(1);
  // A class chosen by hand is not that of the profile, above it nobody's.
  const { riskClassId } = assessment;
  for (const [chosen, further] of [
    [riskClassId - 1, []],
    [riskClassId + 1, []],
    [riskClassId + 1, [bert]],
  ] as const)
    expect(papersOfClass(chosen, [...further], assessment, `für den Vertrag ist ${chosen} gewählt`)).toBe(4);
  // What is only suggested has not changed the class of the contract yet; the review tells of the profile that is valid.
  expect(papersOfClass(assessment.riskClassId - 1, [bert], { ...assessment, status: 'suggested' })).toBe(2);
});

/** Performance, periodic review and costs of a year of a contract with these valuations. */
function papersOf(chart: OverviewChart, arePaymentsKnown: boolean): string {
  const source = reportSource();
  const paid = valuationsOf(chart, []);
  const { valuations } = paid;
  const figures = performanceOf(valuations);
  const costed = valuations.map((one) => ({
    ...one,
    paidIn: arePaymentsKnown ? one.paidIn : null,
    fundFee: 0.0057,
    distributionFee: null,
    unknownFunds: [],
  }));
  const costs = exPostCosts(costed, source.costModel, 0, 2025, source.today, source.detail.contract);
  if (!figures || !costs) throw new Error('the chart has figures');
  const review = { year: 2025, advice: null, performance: figures, comparison: null, arePaymentsKnown };
  return JSON.stringify([
    buildPerformance(source, chart, paid, figures, null, options).blocks,
    buildPeriodicReview(source, review, options).blocks,
    buildExPostCosts(
      source,
      { year: 2025, costs, plans: 0, partly: 0, performance: figures, arePaymentsKnown },
      options,
    ).blocks,
  ]);
}

it('says in every paper of returns that payments are unknown, and draws no line of them', () => {
  const unsaid = { ...reportChart, chartData: { ...reportChart.chartData, contributions: [] } };
  const papers = [papersOf(reportChart, true), papersOf(unsaid, false)];
  const counted = (part: string) => papers.map((paper) => paper.split(part).length - 1);
  expect(counted(unknownPaymentsText)).toEqual([0, 3]);
  expect(counted('"label":"Eingezahlt im Zeitraum","value":"unbekannt"')).toEqual([0, 2]);
  expect(counted('und eingezahlte Beiträge')).toEqual([1, 0]);
  expect(counted('einschließlich der Beiträge')).toEqual([0, 2]);
});

/** The paper of costs of a year whose valuations say this of payments. */
function costPaperOf(year: number, paidIn: readonly (number | null)[]): string {
  const source = reportSource();
  const days = ['2023-12-31', '2024-06-30', '2024-12-31', '2025-06-30', '2025-12-31'];
  const costed = days.map((date, index) => ({
    date,
    value: 10_000 + 500 * index,
    paidIn: paidIn[index] ?? null,
    fundFee: 0.0057,
    distributionFee: null,
    unknownFunds: [],
  }));
  const paid = paidValuations(costed);
  const costs = exPostCosts(costed, source.costModel, 0, year, '2026-11-21', source.detail.contract);
  const performance = performanceByYear(paid.valuations).find(([name]) => name === String(year))?.[1] ?? null;
  if (!costs) throw new Error('the year has valuations');
  const figures = { year, costs, plans: 0, partly: 0, performance, arePaymentsKnown: paid.areKnown };
  return JSON.stringify(buildExPostCosts(source, figures, options).blocks);
}

it('says of the return of a year exactly what was taken out of it, and of which time it is', () => {
  const telling = [
    'ohne Beiträge',
    'einschließlich der Beiträge',
    unknownPaymentsText,
    'Rendite ohne Kosten, rund',
    'Die Rendite gilt für eine andere Zeit',
    'ist nicht bekannt; eine Rendite lässt sich',
    'nicht genügend Bewertungen',
  ];
  const said = (year: number, paidIn: readonly (number | null)[]) => {
    const paper = costPaperOf(year, paidIn);
    return telling.filter((text) => paper.includes(text));
  };
  expect(said(2025, [0, 0, 0, 100, 200])).toEqual(['ohne Beiträge', 'Rendite ohne Kosten, rund']);
  expect(said(2025, [])).toEqual([
    'einschließlich der Beiträge',
    unknownPaymentsText,
    'Rendite ohne Kosten, rund',
  ]);
  // Stated from the middle of the year on: the return is of its second half, the costs are of all of it.
  expect(said(2025, [null, null, null, 100, 200])).toEqual([
    'ohne Beiträge',
    'Die Rendite gilt für eine andere Zeit',
  ]);
  // Valued often enough, before anybody stated a figure.
  expect(said(2024, [null, null, null, 100, 200])).toEqual(['ist nicht bekannt; eine Rendite lässt sich']);
});

it('says of a contract without a score what it lacks: a class, or only a check', () => {
  const source = reportSource();
  const { detail } = source;
  const noted = (riskClassId: number | null) => {
    const risk = { ...detail.contract.risk, riskClassId };
    const unchecked = { ...detail, contractScore: null, contract: { ...detail.contract, risk } };
    return JSON.stringify(
      buildDepotOverview({ ...source, detail: unchecked }, reportChart, null, options).blocks,
    );
  };
  expect(noted(null)).toContain('braucht ein Risikoprofil');
  expect(noted(2)).toContain('noch nicht geprüft');
  expect(noted(2)).not.toContain('braucht ein Risikoprofil');
});

it('counts proposals carried out whose costs are known in part, and says that they are', () => {
  const source = reportSource();
  const valuation = {
    date: '2025-01-01',
    value: 10_000,
    paidIn: 0,
    fundFee: 0.01,
    unknownFunds: [],
    distributionFee: null,
  };
  const paper = (orders: number, plans: number, unknownOrders: number) => {
    const contract = source.detail.contract;
    const costs = exPostCosts(
      [valuation],
      source.costModel,
      orders,
      2025,
      '2026-11-21',
      contract,
      0,
      unknownOrders,
    );
    if (!costs) throw new Error('the year has a valuation');
    const figures = { year: 2025, costs, plans, partly: 0, performance: null, arePaymentsKnown: true };
    return JSON.stringify(buildExPostCosts(source, figures, options).blocks).replaceAll('\u00a0', ' ');
  };
  expect(paper(9.5, 1, 0)).not.toMatch(/mindestens|nicht oder nur zum Teil bekannt/);
  expect(paper(9.5, 2, 1)).toContain('mindestens 9,50 €');
  expect(paper(9.5, 2, 1)).toContain('Bei einem umgesetzten Vorschlag sind die Kosten');
  // Nothing of them is known: that is no 0.
  expect(paper(0, 2, 2)).toContain('"unbekannt"');
  expect(paper(0, 2, 2)).toContain('Bei 2 umgesetzten Vorschlägen sind die Kosten');
});
