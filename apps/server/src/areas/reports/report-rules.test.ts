import { formatDate } from '@depotwerk/domain/date-text';
import { pdfName } from '@depotwerk/domain/file-name';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent, formatPercentSigned, formatShare } from '@depotwerk/domain/percent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportChart, reportSource } from '../../../test/report-world.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { missingRequirements, recommendedPurchases } from '../consultations/missing-requirements.ts';
import { createCreationLimit } from './creation-limit.ts';
import { claimAccessibility } from './pdf/claim-accessibility.ts';
import { missingCharacters } from './pdf/compile-report.ts';
import { breakable } from './report/breakable-words.ts';
import { costsOfContract, costsOfPlan } from './report/build-cost-information.ts';
import { buildDepotOverview } from './report/build-depot-overview.ts';
import { bandRow, donut, niceAxis, timeChart } from './report/chart-geometry.ts';
import { salutationOf } from './report/common-blocks.ts';
import { recipientOf } from './report-frame.ts';

describe('costs', () => {
  it('shows the plan’s own figures and their sum', () => {
    const { before, after } = costsOfPlan(reportPlan);
    expect(before.total).toBe(reportPlan.before.costs.perYearEuro);
    expect(before.funds + (before.contract ?? Number.NaN)).toBeCloseTo(before.total, 9);
    expect(after.percent).toBe(reportPlan.after.costs.perYearPercent);
  });

  it('adds funds and contract in cents', () => {
    // 98,765.43 at 0.86 % = 849.38; 30.00 a year and 0.3 % of 148,207.44 = 444.62.
    expect(costsOfContract(reportSource())).toMatchObject({ funds: 849.38, contract: 474.62, total: 1324 });
  });
});

describe('values of the screens', () => {
  const printed = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(printed)
        : [];

  it('are written with the same functions and decimals', () => {
    const source = reportSource();
    const { contract, currentPortfolio, currentSavingsPlan } = source.detail;
    const texts = new Set(
      printed(buildDepotOverview(source, reportChart, null, { withCharts: true, salutation: null })),
    );
    const expected = [
      formatMoney(contract.totalValue),
      formatPercent((contract.risk.riskValue ?? 0) / 100, 1),
      ...(currentPortfolio?.portfolioEntries ?? []).flatMap((entry) => [
        formatNumber(entry.quantity, 0, 6),
        formatMoney(entry.price ?? 0),
        formatDate(entry.priceDate ?? ''),
        formatShare(entry.fraction),
        formatMoney(entry.value),
        ((entry.gainLoss ?? 0) > 0 ? '+' : '') + formatMoney(entry.gainLoss ?? 0),
        formatPercentSigned((entry.gainLoss ?? 0) / (entry.costValue ?? 1)),
      ]),
      ...(currentSavingsPlan?.savingsPlanEntries ?? []).flatMap((entry) => [
        formatShare(entry.fraction),
        formatMoney(entry.amount),
      ]),
    ];
    expect(expected.length).toBeGreaterThan(15);
    expect(expected.filter((text) => !texts.has(text))).toEqual([]);
  });
});

describe('charts', () => {
  it('axes enclose the values with few round steps', () => {
    const figure = fc.double({ min: -1e7, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(figure, figure, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const axis = niceAxis(low, high);
        const slack = Math.abs(axis.high - axis.low) * 1e-9;
        expect(axis.low).toBeLessThanOrEqual(low + slack);
        expect(axis.high).toBeGreaterThanOrEqual(high - slack);
        expect(axis.steps.length).toBeGreaterThanOrEqual(2);
        expect(axis.steps.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('keeps first and last point of a thinned line and all of it inside the picture', () => {
    const points = Array.from({ length: 1000 }, (_, index) => ({
      x: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
      y: Math.sin(index) * 100,
    }));
    const chart = timeChart([{ label: '', colour: '#000000', points }], String, '');
    const drawn = chart?.series[0]?.points ?? [];
    expect(drawn.length).toBeLessThanOrEqual(161);
    expect(drawn[0]?.[0]).toBe(0);
    expect(drawn.at(-1)?.[0]).toBe(1);
    for (const [x, y] of drawn) {
      expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true);
    }
    expect(timeChart([{ label: '', colour: '#000000', points: points.slice(0, 1) }], String, '')).toBeNull();
  });

  it('places the mark like the band bar on screen', () => {
    const mark = (value: number | null) => bandRow('', '', { value, low: 10, high: 20 }, 'ok').marker;
    expect(mark(10)).toBe(0.3);
    expect(mark(20)).toBe(0.7);
    expect(mark(0)).toBe(0.02);
    expect(mark(90)).toBe(0.98);
    expect(mark(null)).toBeNull();
  });

  it('rings follow each other without a gap in the data', () => {
    const ring = donut(
      [0.5, 0.3, 0.2].map((fraction) => ({ label: '', value: '', fraction, colour: null })),
      null,
      '',
    );
    expect(ring.parts.map((part) => part.start)).toEqual([0, 0.5, 0.8]);
  });
});

describe('words', () => {
  it('lets over-long runs break and leaves the rest alone', () => {
    expect(breakable('Donaudampfschifffahrtsgesellschaft')).toBe('Donaudampfschifffahrtsgesellschaft');
    expect(breakable('x'.repeat(61))).toContain('\u200b');
    expect(breakable(`${'1234567890'.repeat(4)} kurz`)).toMatch(/\u200b.* kurz$/);
    expect(breakable('a'.repeat(64))).toBe('a'.repeat(64));
    const family = '👩‍👩‍👧'.repeat(12);
    expect(breakable(family).split('\u200b')[0]).toBe('👩‍👩‍👧');
  });

  it('names files by what they hold', () => {
    expect(pdfName('Depotübersicht', 'V-100482', '2026-11-21')).toBe(
      'Depotübersicht_V-100482_2026-11-21.pdf',
    );
    expect(pdfName('../../etc', 'a/b\\c"', '2026-11-21')).toBe('etc_a-b-c_2026-11-21.pdf');
  });

  it('greets in the form that is known', () => {
    const { addressee } = reportSource();
    const greet = (person: typeof addressee, salutation: string | null = null) =>
      salutationOf(person, { withCharts: true, salutation });
    expect(greet(addressee)).toBe('Sehr geehrte Frau Dr. Schröder,');
    expect(greet({ ...addressee, salutation: 'Herr', title: '' })).toBe('Sehr geehrter Herr Schröder,');
    expect(greet({ ...addressee, salutation: '', title: '' })).toBe('Guten Tag Anna Schröder,');
    expect(greet({ ...addressee, salutation: '', title: 'Dr.' })).toBe('Guten Tag Dr. Anna Schröder,');
    expect(greet({ ...addressee, companyName: 'Muster GmbH' })).toBe('Sehr geehrte Damen und Herren,');
    expect(greet(addressee, 'Liebe Anna')).toBe('Liebe Anna,');
    // Who is underage is represented by people whose names nobody here knows.
    const child = { ...addressee, title: '', isUnderage: true };
    expect(greet(child)).toBe('Sehr geehrte gesetzliche Vertreter von Anna Schröder,');
    expect(recipientOf(child).slice(0, 2)).toEqual(['Gesetzliche Vertreter von', 'Anna Schröder']);
  });
});

describe('completion of a consultation', () => {
  const profile = {
    contractId: 'c1',
    externalKey: 'V-1',
    riskClassId: 4,
    assessmentDate: '2026-01-01',
    validUntil: '2028-01-01',
    isValid: true,
  };
  const buy = {
    contractId: 'c1',
    fundId: 1,
    action: 'buy' as const,
    reason: '',
    fundName: 'Globalis',
    isin: '',
    keyInformationHandedOverAt: '2026-11-21T08:00:00.000Z',
    keyInformationForm: 'mail' as const,
  };
  const whole = {
    profiles: [profile],
    recommendations: [buy],
    reasonText: 'Weil es passt.',
    contractsWithCosts: new Set(['c1']),
    withoutProfile: [],
    bans: new Map(),
    withoutDocument: new Set<number>(),
  };
  const keys = (facts: Parameters<typeof missingRequirements>[0]) =>
    missingRequirements(facts).map((one) => one.key);

  it('waits for nothing when all is there', () => {
    expect(keys(whole)).toEqual([]);
  });

  it('does not wait in vain for a fund that is sold or kept: nothing is bought of it', () => {
    expect(recommendedPurchases([buy, { ...buy, fundId: 2, action: 'switch' }])).toEqual([
      { contractId: 'c1', fundIds: [1, 2] },
    ]);
    expect(
      recommendedPurchases([
        { ...buy, action: 'sell' },
        { ...buy, action: 'hold' },
      ]),
    ).toEqual([]);
  });

  it('names each thing that is missing', () => {
    expect(keys({ ...whole, profiles: [{ ...profile, isValid: false }] })).toEqual(['riskProfile']);
    const other = { contractId: 'c1', customerId: 'u2', customerName: 'Berta Berger', isFirst: false };
    expect(missingRequirements({ ...whole, withoutProfile: [other] })).toMatchObject([
      {
        key: 'riskProfile',
        customerId: 'u2',
        text: 'Zum Vertrag V-1 fehlt das gültige Risikoprofil von Berta Berger.',
      },
    ]);
    const first = { contractId: 'c1', customerId: 'u1', customerName: 'Anna Berger', isFirst: true };
    const over = { ...whole, profiles: [{ ...profile, isValid: false }], withoutProfile: [first] };
    expect(missingRequirements(over)).toMatchObject([{ key: 'riskProfile', customerId: 'u1' }]);
    expect(keys({ ...whole, recommendations: [{ ...buy, keyInformationHandedOverAt: null }] })).toEqual([
      'keyInformation',
    ]);
    // What nobody has cannot have been handed over, whatever the record says.
    expect(missingRequirements({ ...whole, withoutDocument: new Set([1]) })).toMatchObject([
      { key: 'keyInformation', fundId: 1, text: expect.stringMatching(/^Zu Globalis ist kein Basisinf/) },
    ]);
    expect(
      keys({
        ...whole,
        recommendations: [{ ...buy, action: 'hold' as const }],
        withoutDocument: new Set([1]),
      }),
    ).toEqual([]);
    expect(keys({ ...whole, contractsWithCosts: new Set() })).toEqual(['costStatement']);
    expect(keys({ ...whole, reasonText: ' ' })).toEqual(['reasonText']);
    expect(keys({ ...whole, recommendations: [] })).toEqual(['recommendations']);
  });

  it('asks no key information and no costs for what is held', () => {
    const hold = { ...buy, action: 'hold' as const, keyInformationHandedOverAt: null };
    expect(keys({ ...whole, recommendations: [hold], contractsWithCosts: new Set() })).toEqual([]);
    expect(missingRequirements({ ...whole, profiles: [{ ...profile, isValid: false }] })[0]?.text).toBe(
      'Das Risikoprofil des Vertrags V-1 ist nicht mehr gültig.',
    );
  });
});

describe('odds and ends', () => {
  it('reads the missing characters out of the compiler’s words', () => {
    expect(missingCharacters('error: the text `"李"` could not be displayed with font')).toEqual(['李']);
    expect(missingCharacters('the text `\\"\\u{5c0f}x\\"` could not be displayed')).toEqual(['小']);
    expect(missingCharacters('the text `"o\u0321"` could not be displayed')).toEqual(['\u0321']);
    expect(missingCharacters('the text `" "` could not be displayed')).toEqual([]);
    expect(missingCharacters('the text `"ꟿ"` could not be displayed')).toEqual(['ꟿ']);
    expect(missingCharacters('unknown variable: x')).toEqual([]);
  });

  it('refuses to mark a file that is laid out otherwise', () => {
    expect(() => claimAccessibility(Buffer.from('%PDF-1.7'))).toThrow('The PDF has no');
  });

  it('allows 30 reports a minute and caller', () => {
    let now = 0;
    const limit = createCreationLimit(() => now);
    for (let count = 0; count < 30; count += 1) limit('a');
    expect(() => limit('a')).toThrow(AppError);
    limit('b');
    now = 60_000;
    limit('a');
  });
});
