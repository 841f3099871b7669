import type { RecommendedAdvice } from '@depotwerk/domain/recommendation-text';
import { expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportSource } from '../../../test/report-world.ts';
import { buildPeriodicReview, reviewChecks } from './report/build-periodic-review.ts';
import { buildSuitability } from './report/build-suitability.ts';
import type { ContractSource } from './report/report-source.ts';

type Guarantee = NonNullable<ContractSource['detail']['guarantee']>;

const review = { year: 2025, advice: null, performance: null, comparison: null, arePaymentsKnown: true };

/** What the review says of a promise. */
function saidOf(more: Partial<Guarantee> | null) {
  const source = reportSource();
  const { guarantee } = source.detail;
  if (!guarantee) throw new Error('the contract of the report world has a guarantee');
  const detail = { ...source.detail, guarantee: more && { ...guarantee, ...more } };
  return reviewChecks({ ...source, detail }, review)
    .filter(({ label }) => label === 'Garantie')
    .map(({ result, text }) => [result, text.replaceAll('\u00a0', ' ')]);
}

const cover = {
  floor: 9800,
  value: 10_000,
  cushion: 200,
  exposure: 900,
  allowed: 1000,
  status: 'kept',
} as const;

it('looks at what is promised for the end, by the figures of the contract’s page', () => {
  const figures = 'Heute sicher sein müssen 9.800,00 €, der Vertrag ist 10.000,00 € wert';
  expect(saidOf({ cover, obstacle: null })).toEqual([['ok', `Garantie gesichert. ${figures}.`]]);
  expect(saidOf({ cover: { ...cover, exposure: 1500, status: 'near' }, obstacle: null })).toEqual([
    [
      'warning',
      `Nahe am gesicherten Betrag. ${figures}; in Aktien liegen 1.500,00 €, bei diesem Puffer sollen es höchstens 1.000,00 € sein.`,
    ],
  ]);
  const missed = { ...cover, value: 9700, cushion: -100, allowed: 0, status: 'below' } as const;
  expect(saidOf({ cover: missed, obstacle: null })).toEqual([
    [
      'warning',
      'Unter dem gesicherten Betrag. Heute sicher sein müssen 9.800,00 €, der Vertrag ist 9.700,00 € wert; es fehlen 100,00 €.',
    ],
  ]);
});

it('says why it cannot look at the promise without a verdict, and nothing where nothing is promised', () => {
  expect(saidOf({ cover: null, obstacle: 'pension' })).toEqual([]);
  expect(saidOf(null)).toEqual([]);
  const source = reportSource();
  const { guarantee } = source.detail;
  const unknown = guarantee && { ...guarantee, cover: null, obstacle: 'noEnd' as const };
  const paperOf = (promise: typeof unknown) =>
    JSON.stringify(
      buildPeriodicReview({ ...source, detail: { ...source.detail, guarantee: promise } }, review, {
        withCharts: false,
        salutation: null,
      }).blocks,
    );
  const sentence = 'Ob sie gesichert ist, lässt sich nicht sagen: Im Vertrag ist kein Ende hinterlegt.';
  expect(paperOf(unknown)).toContain(sentence);
  expect(paperOf(null)).not.toContain('gesichert');
});

it('tells of the promise in the statement of suitability, with its day, or why it is not known', () => {
  const source = reportSource();
  const { guarantee, latestRiskAssessment: asked } = source.detail;
  if (!guarantee || !asked) throw new Error('the contract of the report world has a guarantee and a profile');
  const statementOf = (promise: Guarantee | null) => {
    const detail = { ...source.detail, guarantee: promise };
    const options = { withCharts: false, salutation: null };
    return JSON.stringify(
      buildSuitability({ ...source, detail }, reportPlan, asked, null, options, null).blocks,
    );
  };
  const today = '2026-03-02';
  const near = { ...cover, exposure: 1500, status: 'near' } as const;
  expect(statementOf({ ...guarantee, today, cover: near, obstacle: null })).toContain(
    '["Garantie","Stand 02.03.2026: Nahe am gesicherten Betrag. Heute sicher sein müssen',
  );
  expect(statementOf({ ...guarantee, today, cover: null, obstacle: 'noEnd' })).toContain(
    '["Garantie","Stand 02.03.2026: Ob sie gesichert ist, lässt sich nicht sagen: ',
  );
  expect(statementOf(null)).not.toContain('"Garantie"');
});

it('recommends a change only where something would change', () => {
  const advice = {
    mode: 'necessary',
    isNeeded: true,
    isSuitable: true,
    sentence: 'Der Anteil der Aktien ist zu hoch.',
    orderCount: 2,
    isSavingsPlanChanged: false,
    costsOnce: 0,
    savedPerYear: null,
    scoreBefore: 50,
    scoreAfter: 80,
  } as const;
  const saidWith = (more: Partial<RecommendedAdvice>) =>
    reviewChecks(reportSource(), { ...review, advice: { ...advice, ...more } }).find(
      ({ label }) => label === 'Zusammensetzung',
    );
  const change = { result: 'warning', text: 'Wir empfehlen eine Änderung; sie steht unten.' };
  expect(saidWith({})).toMatchObject(change);
  expect(saidWith({ orderCount: 0, isSavingsPlanChanged: true })).toMatchObject(change);
  expect(saidWith({ mode: 'keepPortfolio', orderCount: 0 })).toMatchObject({
    result: 'warning',
    text: 'Wir empfehlen keine Änderung; was zu besprechen ist, steht unten.',
  });
  expect(saidWith({ isNeeded: false, orderCount: 0 })).toMatchObject({ result: 'ok' });
});
