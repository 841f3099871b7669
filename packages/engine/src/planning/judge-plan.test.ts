import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { aCheck, aTariff, finding, fund } from '../fixtures/check-fixture.ts';
import { riskBandStatus } from '../risk-band.ts';
import {
  addedFindings,
  compareAims,
  compareFindings,
  compareScores,
  fallenParts,
  isBetter,
  isHarmless,
  isMaterial,
  needsAction,
} from './judge-plan.ts';

const hint = (code: HintCode, severity: Hint['severity'], subject = 'A') => finding(code, severity, subject);

describe('whether anything is wrong', () => {
  it('is said by risk outside its band, or unknown, and by every finding but a remark', () => {
    expect(needsAction(aCheck())).toBe(false);
    expect(needsAction(aCheck({ hints: [hint('H11', 0)] }))).toBe(false);
    expect(needsAction(aCheck({ hints: [hint('H11', 0), hint('H10', 1)] }))).toBe(true);
    expect(needsAction(aCheck({ hints: [hint('H01', 2)] }))).toBe(true);
    for (const status of ['above', 'below', 'unknown'] as const)
      expect(needsAction(aCheck({ status }))).toBe(true);
  });
});

describe('the order of aims', () => {
  const error = aCheck({ hints: [hint('H01', 2)] });
  const warnings = aCheck({ hints: [hint('H10', 1), hint('H10', 1, 'B'), hint('H13', 1)] });

  it('puts one error above any number of warnings, warnings above risk, and remarks nowhere', () => {
    expect(compareFindings(warnings, error)).toBeLessThan(0);
    expect(compareFindings(error, warnings)).toBeGreaterThan(0);
    expect(compareFindings(aCheck({ hints: [hint('H10', 1)] }), warnings)).toBeLessThan(0);
    expect(compareFindings(aCheck({ hints: [hint('H11', 0)] }), aCheck())).toBe(0);
    const far = aCheck({ status: 'above', distance: 3 });
    expect(compareAims(far, warnings)).toBeLessThan(0);
    expect(compareAims(warnings, far)).toBeGreaterThan(0);
  });

  it('then asks for the way to the band; unknown risk is the farthest', () => {
    const near = aCheck({ status: 'above', distance: 0.5 });
    const far = aCheck({ status: 'below', distance: 3 });
    const unknown = aCheck({ status: 'unknown', distance: 0 });
    expect(compareAims(near, far)).toBe(-1);
    expect(compareAims(far, near)).toBe(1);
    expect(compareAims(far, unknown)).toBe(-1);
    expect(compareAims(unknown, aCheck())).toBe(1);
    expect(compareAims(unknown, unknown)).toBe(0);
    expect(compareAims(near, aCheck({ status: 'above', distance: 0.5 }))).toBe(0);
  });

  it('is what a contract gains by', () => {
    expect(isBetter(error, warnings)).toBe(true);
    expect(isBetter(warnings, error)).toBe(false);
    expect(isBetter(error, error)).toBe(false);
  });

  it('is not led on by what fees take away below the band, once for the orders and once for taking them back', () => {
    const below = (total: number, distance: number, risk: number) =>
      aCheck({ status: 'below', measure: 10, total, distance, parts: { risk } });
    const before = below(10_000, 2, 20);
    // 20 of 10,000 euros make 0.04 points of a measure of 10.
    expect(isBetter(before, below(9980, 1.97, 23))).toBe(false);
    expect(isBetter(before, below(9980, 1.94, 25))).toBe(true);
    expect(isBetter(before, below(10_000, 1.99, 21))).toBe(true);
    expect(isMaterial(before, below(9980, 1.97, 23))).toBe(false);
    expect(isMaterial(before, below(9980, 1.94, 25))).toBe(true);
    // Above the band fees lead away from it, and a finding mended is mended whatever it costs.
    expect(
      isBetter(
        aCheck({ status: 'above', distance: 2 }),
        aCheck({ status: 'above', distance: 1.99, total: 9980 }),
      ),
    ).toBe(true);
    const warned = { ...before, hints: [hint('H10', 1)] };
    expect(isBetter(warned, below(9980, 1.99, 21))).toBe(true);
    expect(isBetter(aCheck({ status: 'unknown', measure: null, distance: 0 }), below(9980, 1.99, 21))).toBe(
      true,
    );
  });
});

it('whatever the fees are, paying them is no gain, and neither is what taking both back leaves', () => {
  const cases = fc.record({
    measure: fc.double({ min: 0.5, max: 60, noNaN: true }),
    total: fc.integer({ min: 100, max: 10_000_000 }),
    part: fc.double({ min: 0.0001, max: 0.05, noNaN: true }),
  });
  fc.assert(
    fc.property(cases, ({ measure, total, part }) => {
      const low = 100;
      const band = { low, high: 200 };
      // Cash has no risk: what is left of it dilutes the measure.
      const leaving = (left: number) => {
        const own = Math.round((100 * measure * total) / left) / 100;
        const { status, distance } = riskBandStatus(own, band);
        return aCheck({ status, distance, measure: own, total: left, parts: { risk: 100 - distance } });
      };
      const [before, after] = [leaving(total), leaving(total * (1 - part))];
      expect(isBetter(before, after)).toBe(false);
      expect(isMaterial(before, after)).toBe(false);
      expect(isBetter(after, before)).toBe(false);
    }),
  );
});

describe('the score', () => {
  it('gains enough for a switch from a tenth of a point before rounding', () => {
    const quality = (value: number) => aCheck({ parts: { quality: value } });
    // A fifth of the score: half a point of quality is a tenth of the score.
    expect(isMaterial(aCheck(), quality(80.51))).toBe(true);
    expect(isMaterial(aCheck(), quality(80.49))).toBe(false);
    expect(isMaterial(aCheck(), quality(79))).toBe(false);
    const mixed = aCheck({ parts: { risk: 81, allocation: 79 } });
    expect(isMaterial(aCheck(), mixed)).toBe(true);
    expect(isMaterial(mixed, aCheck())).toBe(false);
  });

  it('falls by more than half a point of a part, or not at all', () => {
    const after = aCheck({
      parts: { risk: 79.5, allocation: 79.4, quality: 90, costs: 10, savingsPlan: 80 },
    });
    expect(fallenParts(aCheck(), after)).toEqual(['allocation', 'costs']);
  });
});

describe('two scores', () => {
  it('are compared before their cap, and are the same where they differ by next to nothing', () => {
    const of = (quality: number) => aCheck({ score: 84, parts: { quality } });
    expect(compareScores(of(81), of(80))).toBeLessThan(0);
    expect(compareScores(of(80), of(81))).toBeGreaterThan(0);
    expect(compareScores(of(80.4), of(80))).toBe(0);
  });
});

describe('findings that are added', () => {
  it('are new ones and graver ones of severity 1 or 2', () => {
    const before = aCheck({ hints: [hint('H10', 1), hint('H13', 2), hint('H11', 0)] });
    const after = aCheck({
      hints: [
        hint('H10', 2),
        hint('H13', 1),
        hint('H11', 0),
        hint('H11', 0, 'B'),
        hint('H10', 1, 'B'),
        hint('H04', 1),
      ],
    });
    expect(addedFindings(before, after)).toEqual(['H10 A', 'H10 B', 'H04 A']);
    expect(addedFindings(before, before)).toEqual([]);
  });
});

describe('harm', () => {
  const own = fund('EQTY', 'equity', { company: 'Haus', equityQuota: 1 });
  const context = prepareTariff(aTariff([own], { targetWeights: [0.35, 0.35, 0.3], proposal: [] }));
  // Equity is one fund of 70 %: the tariff's own target is a cluster.
  const clustered = prepareTariff(
    aTariff([own], {
      targetWeights: [0.15, 0.15, 0.7],
      proposal: [
        { isin: 'CASH', weight: 0.15 },
        { isin: 'BOND', weight: 0.15 },
        { isin: 'EQTY', weight: 0.7 },
      ],
    }),
  );
  const error = aCheck({ hints: [hint('H01', 2)] });
  const cluster = aCheck({ hints: [hint('H13', 1, 'EQTY')] });

  it('is a score that falls by more than its rounding', () => {
    expect(isHarmless(context, aCheck(), aCheck({ score: 79.5 }))).toBe(true);
    expect(isHarmless(context, aCheck(), aCheck({ score: 79 }))).toBe(false);
    expect(isHarmless(context, aCheck(), aCheck({ score: 95 }))).toBe(true);
    expect(isHarmless(context, error, aCheck({ score: 79 }))).toBe(false);
  });

  it('is a finding that is added, whatever goes for it', () => {
    expect(isHarmless(context, error, cluster)).toBe(false);
    expect(isHarmless(context, aCheck({ hints: [...cluster.hints] }), cluster)).toBe(true);
  });

  it('is not a cluster of the target itself, where something graver goes and nothing else comes', () => {
    expect(isHarmless(clustered, error, cluster)).toBe(true);
    expect(isHarmless(clustered, aCheck(), cluster)).toBe(false);
    const more = aCheck({ hints: [...cluster.hints, hint('H10', 1, 'bonds')] });
    expect(isHarmless(clustered, error, more)).toBe(false);
    expect(isHarmless(clustered, error, aCheck({ ...cluster, score: 70 }))).toBe(false);
  });
});
