import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { aContract, aTariff, position, withRules } from '../fixtures/check-fixture.ts';
import { monthsToNextHint } from './next-hint.ts';

// Half bonds of 6 % and half equities of 20 %, uncorrelated, beside a group without target: one weight moves, the other is the rest.
const [bonds, equities] = [0.06, 0.2];
const tolerance = 0.05;
const silent = (...codes: readonly HintCode[]): Partial<TariffInput> => ({ silencedHints: codes });
const tariffOf = (rest: Partial<TariffInput> = {}) =>
  prepareTariff(
    aTariff([], {
      targetWeights: [0, 0.5, 0.5],
      ...withRules({ driftAbsolute: tolerance, driftRelative: 1, driftFloor: 0, usesSpecificRisk: false }),
      ...rest,
    }),
  );
const groupsAlone = silent('H01', 'H02');

const found = (code: HintCode, subject: string, severity: Hint['severity']): Hint => ({
  code,
  severity,
  subject,
  values: {},
  suggestion: null,
});
const off = (severity: Hint['severity']) => ['bonds', 'equity'].map((group) => found('H10', group, severity));

/** Months with so much of the value in equities. */
const months = (context: ReturnType<typeof tariffOf>, share: number, hints: readonly Hint[] = []) =>
  monthsToNextHint(
    context,
    aContract([position('BOND', 10_000 * (1 - share)), position('EQTY', 10_000 * share)]),
    hints,
  );

/** Standard deviation a year of the share of equities. */
const spreadAt = (share: number) => share * (1 - share) * Math.hypot(bonds, equities);
/** Days nobody looks at in between, as a part of the way. */
const late = 0.5826 / Math.sqrt(252);
/** Months until one walk leaves its edges: the product of both ways over the variance. */
const exact = (below: number, above: number, spread: number) =>
  12 * (below / spread + late) * (above / spread + late);

/** The same to two per cent, and to the tenths of months they are rounded to. */
const near =
  (expected: number) =>
  (actual: number | null): boolean =>
    Math.abs((actual ?? 0) / expected - 1) < 0.02 + 0.1 / expected;

describe('months until a group leaves its tolerance', () => {
  it('are those of its way to either edge', () => {
    const context = tariffOf(groupsAlone);
    expect(months(context, 0.5)).toSatisfy(near(exact(tolerance, tolerance, spreadAt(0.5))));
    expect(months(context, 0.53)).toSatisfy(near(exact(0.08, 0.02, spreadAt(0.53))));
    expect(months(context, 0.48)).toSatisfy(near(exact(0.03, 0.07, spreadAt(0.48))));
  });

  it('go on to twice of it where a hint speaks of it already, on that side alone', () => {
    const context = tariffOf(groupsAlone);
    expect(months(context, 0.56, off(0))).toSatisfy(near(exact(0.11, 0.04, spreadAt(0.56))));
    expect(months(context, 0.43, off(0))).toSatisfy(near(exact(0.03, 0.12, spreadAt(0.43))));
    // The other group is as far out as hints can say, so that this one alone is watched.
    const alone = [found('H10', 'equity', 0), found('H10', 'bonds', 1)];
    expect(months(context, 0.56, alone)).toSatisfy(near(exact(0.11, 0.04, spreadAt(0.56))));
    expect(months(context, 0.43, [...alone])).toSatisfy(near(exact(0.03, 0.12, spreadAt(0.43))));
  });

  it('are unknown where nothing new can come of it', () => {
    const context = tariffOf(groupsAlone);
    expect(months(context, 0.56, off(1))).toBeNull();
    // Outside, and no hint says so: none is to come.
    expect(months(context, 0.56)).toBeNull();
    expect(months(context, 0.55 + 0.05, off(0))).toBeNull();
    expect(months(tariffOf(silent('H01', 'H02', 'H10')), 0.5)).toBeNull();
  });

  it('are counted anew for another contract or tariff, whatever was found', () => {
    const context = tariffOf(groupsAlone);
    const hints: Hint[] = [];
    expect(months(context, 0.5, hints)).toSatisfy(near(exact(tolerance, tolerance, spreadAt(0.5))));
    expect(months(context, 0.53, hints)).toSatisfy(near(exact(0.08, 0.02, spreadAt(0.53))));
    const wide = tariffOf({ ...groupsAlone, ...withRules({ driftAbsolute: 0.1, driftRelative: 1 }) });
    expect(months(wide, 0.53, hints)).toSatisfy(near(exact(0.13, 0.07, spreadAt(0.53))));
  });

  it('follow from hints on this very tolerance alone', () => {
    const context = tariffOf(groupsAlone);
    const others = [found('H08', 'equity', 1), found('H10', 'bills', 1)];
    expect(months(context, 0.52, others)).toBe(months(context, 0.52));
    // One group is as far out as hints can say: the other one is still watched.
    expect(months(context, 0.53, [found('H10', 'bonds', 1)])).toSatisfy(
      near(exact(0.08, 0.02, spreadAt(0.53))),
    );
  });
});

describe('months until the measure leaves its band', () => {
  const measures = {
    VOLATILITY: (share: number) => 100 * Math.hypot(bonds * (1 - share), equities * share),
    VALUE_AT_RISK: (share: number) => 196 * Math.hypot(bonds * (1 - share), equities * share),
    EQUITY_QUOTA: (share: number) => 100 * share,
  } as const;
  const slope = (of: (share: number) => number, share: number) =>
    (of(share + 1e-5) - of(share - 1e-5)) / 2e-5;

  it.each(['VOLATILITY', 'VALUE_AT_RISK', 'EQUITY_QUOTA'] as const)('are those of its way: %s', (measure) => {
    const of = measures[measure];
    const spread = slope(of, 0.5) * spreadAt(0.5);
    const [below, above] = [0.3 * spread, 0.5 * spread];
    const range = (below + above) / 2;
    const target = of(0.5) + above - range;
    const watched = (...codes: readonly HintCode[]) =>
      months(tariffOf({ ...silent('H10', ...codes), measure, target, range }), 0.5);
    // Half of a hundredth of a point is rounded away.
    const [low, high] = [below + 0.005, above + 0.005];
    expect(watched()).toSatisfy(near(exact(low, high, spread)));
    // What nobody wants to hear of is no edge.
    expect(watched('H01')).toSatisfy(near(exact(low, 100, spread)));
    expect(watched('H02')).toSatisfy(near(exact(100, high, spread)));
    expect(watched('H01', 'H02')).toBeNull();
  });

  it('are those to its upper edge where the lower one is nothing, and unknown where it is outside', () => {
    const of = measures.EQUITY_QUOTA;
    const quota = (target: number, range: number) =>
      months(tariffOf({ ...silent('H10'), measure: 'EQUITY_QUOTA', target, range }), 0.1);
    const spread = slope(of, 0.1) * spreadAt(0.1);
    expect(quota(6, 6)).toSatisfy(near(exact(100, 2.005, spread)));
    expect(quota(4, 4)).toBeNull();
    expect(quota(14, 3)).toBeNull();
  });
});
