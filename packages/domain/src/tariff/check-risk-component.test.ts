import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, checkRiskComponent, resizeRiskItems } from './check-risk-component.ts';
import { emptyComponent } from './empty-drafts.ts';
import { found, validRisk } from './fixtures/valid-drafts.ts';
import { ruleText } from './rule-texts.ts';
import type { RiskComponentDraft } from './tariff-drafts.ts';

const risk = (
  targets: readonly (number | null)[],
  ranges: readonly (number | null)[],
): RiskComponentDraft => ({
  ...validRisk,
  tariffRiskItemsTargets: targets,
  tariffRiskItemsRanges: ranges,
});
const texts = (draft: RiskComponentDraft) =>
  checkRiskComponent(draft).map((issue) => ruleText(issue).replaceAll('\u00a0', ' '));

describe('risk classes', () => {
  it('finds nothing where everything fits', () => {
    expect(checkRiskComponent(validRisk)).toEqual([]);
  });

  it('asks for number of classes and risk type', () => {
    expect(found(checkRiskComponent(emptyComponent('risk')))).toEqual([
      'tariffRiskItemsNumber: required',
      'tariffRiskType: required',
    ]);
  });

  it.each([2, 4, 6, 8])('refuses %d classes', (count) => {
    expect(found(checkRiskComponent(resizeRiskItems(validRisk, count)))).toContain(
      'tariffRiskItemsNumber: unknownValue',
    );
  });

  it('asks for a target and a range of every class', () => {
    expect(found(checkRiskComponent(risk([3, null, 14], [2, 2, null])))).toEqual([
      'tariffRiskItemsTargets.1: required',
      'tariffRiskItemsRanges.2: required',
    ]);
    expect(found(checkRiskComponent(risk([3, 8], [2, 2])))).toEqual(['tariffRiskItemsNumber: classCount']);
  });

  it.each([
    {
      targets: [3, 3, 14],
      ranges: [0, 0, 0],
      text: 'Das Ziel der Klasse 2 muss höher sein als das der vorherigen Klasse.',
    },
    {
      targets: [3, 8, 7.9],
      ranges: [0, 0, 0],
      text: 'Das Ziel der Klasse 3 muss höher sein als das der vorherigen Klasse.',
    },
    {
      targets: [3, 8, 14],
      ranges: [2, -0.1, 2],
      text: 'Die Bandbreite der Klasse 2 darf nicht kleiner als 0 % sein.',
    },
    {
      targets: [-1, 8, 14],
      ranges: [2, 2, 2],
      text: 'Das Ziel der Klasse 1 muss zwischen 0 % und 100 % liegen.',
    },
    {
      targets: [3, 8, 100.1],
      ranges: [2, 2, 2],
      text: 'Das Ziel der Klasse 3 muss zwischen 0 % und 100 % liegen.',
    },
    {
      targets: [3, 8, 14],
      ranges: [3.1, 2, 2],
      text: 'Das Band der Klasse 1 (bis 6,1 %) überschneidet sich mit dem Band der Klasse 2 (ab 6 %).',
    },
    { targets: [3, 8, 14], ranges: [2, 8.1, 2], text: 'Das Band der Klasse 2 beginnt unter 0 %.' },
    { targets: [3, 95, 99], ranges: [2, 5.1, 1], text: 'Das Band der Klasse 2 endet über 100 %.' },
    { targets: [3, 8, 14], ranges: [2, 101, 2], text: 'Der Wert darf höchstens 100 % betragen.' },
    { targets: [3.25, 8, 14], ranges: [2, 2, 2], text: 'Höchstens eine Nachkommastelle ist möglich.' },
    { targets: [3, 8, 14], ranges: [2, 2.05, 2], text: 'Höchstens eine Nachkommastelle ist möglich.' },
  ])('says "$text"', ({ targets, ranges, text }) => {
    expect(texts(risk(targets, ranges))).toContain(text);
  });

  it('lets bands touch, the first begin below 0 and the last end above 100', () => {
    expect(checkRiskComponent(risk([3, 8, 14], [3, 2, 4]))).toEqual([]);
    expect(checkRiskComponent(risk([1, 50, 99], [5, 2, 20]))).toEqual([]);
    // 5.6 - 1.3 is not 4.3 in binary: only tenths are compared.
    expect(checkRiskComponent(risk([3.0, 5.6, 9], [1.3, 1.3, 1]))).toEqual([]);
    expect(found(checkRiskComponent(risk([3.0, 5.6, 9], [1.4, 1.3, 1])))).toEqual([
      'tariffRiskItemsRanges.1: bandsOverlap',
    ]);
  });

  it('finds an overlap exactly where tenths overlap', () => {
    const tenth = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(tenth, tenth, tenth, tenth, (a, b, rangeA, rangeB) => {
        const issues = checkRiskComponent(risk([a / 10, b / 10, 100], [rangeA / 10, rangeB / 10, 0]));
        const overlaps = found(issues).includes('tariffRiskItemsRanges.1: bandsOverlap');
        expect(overlaps).toBe(a + rangeA > b - rangeB);
        expect(found(issues).includes('tariffRiskItemsTargets.1: targetNotHigher')).toBe(b <= a);
      }),
    );
  });
});

describe('another number of classes', () => {
  it('keeps what stands in the classes that remain; new ones are 0', () => {
    const five = resizeRiskItems(validRisk, 5);
    expect(five.tariffRiskItemsTargets).toEqual([3, 8, 14, 0, 0]);
    expect(five.tariffRiskItemsRanges).toEqual([2, 2.5, 3, 0, 0]);
    expect(resizeRiskItems(five, 3)).toEqual(validRisk);
    expect(resizeRiskItems(validRisk, null).tariffRiskItemsTargets).toEqual([]);
  });

  it('keeps values whatever the numbers are, empty ones too', () => {
    const value = fc.option(fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10));
    const count = fc.constantFrom(3, 5, 7);
    fc.assert(
      fc.property(fc.array(value, { minLength: 7, maxLength: 7 }), count, count, (values, from, to) => {
        const targets = values.slice(0, from);
        const result = resizeRiskItems(
          { ...validRisk, tariffRiskItemsTargets: targets, tariffRiskItemsRanges: targets },
          to,
        );
        const kept = Math.min(from, to);
        expect(result.tariffRiskItemsTargets).toHaveLength(to);
        expect(result.tariffRiskItemsTargets.slice(0, kept)).toEqual(targets.slice(0, kept));
        expect(result.tariffRiskItemsTargets.slice(kept).every((target) => target === 0)).toBe(true);
        expect(result.tariffRiskItemsRanges).toEqual(result.tariffRiskItemsTargets);
      }),
    );
  });
});

describe('the band of a class', () => {
  it('runs from target minus range to target plus range, inside 0 to 100', () => {
    expect(bandOf(5.6, 1.3)).toEqual({ low: 4.3, high: 6.9 });
    expect(bandOf(1, 5)).toEqual({ low: 0, high: 6 });
    expect(bandOf(99, 5)).toEqual({ low: 94, high: 100 });
    expect(bandOf(null, 5)).toBeNull();
    expect(bandOf(5, null)).toBeNull();
  });
});
