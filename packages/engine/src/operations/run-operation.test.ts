import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../engine-error.ts';
import { examples } from './examples.ts';
import { operations, runOperation } from './run-operation.ts';

const own = Object.keys(examples).filter((name) => Object.hasOwn(operations, name));

/** Every place in a value, as a list of keys. */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([key, element]) => placesOf(element, [...path, key]))];
}

/** The value with another one at a place. */
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((element: unknown, i) => (`${i}` === key ? replaced(element, rest, by) : element));
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) };
}

const hostile = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e308,
  -1e308,
  5e-324,
  1e-30,
  0,
  -1,
  1e15,
  0.5,
  null,
  '',
  'x',
  [],
  {},
  true,
  [[]],
  [0, 0, 0],
];

describe('runOperation', () => {
  it.each(own)('answers the example of %s', async (name) => {
    expect(await runOperation(name, examples[name])).toBeTypeOf('object');
  });

  it('has an example for every operation', () => {
    expect(Object.keys(operations).filter((name) => !Object.hasOwn(examples, name))).toEqual([]);
  });

  it('chooses the funds itself where candidates are given instead of shortlists', async () => {
    const { tariff, ...rest } = examples['planOptimization'] as { tariff: Record<string, unknown> };
    const { shortlists, ...open } = tariff;
    expect(shortlists).toHaveLength(3);
    const selection = { shortlistSize: 2 };
    const check = (own: object) => runOperation('checkContract', { ...rest, tariff: own });
    // Above 20 % a group has one fund more, and equity holds 40 % here.
    expect(await check({ ...open, selection })).toMatchObject({
      messages: [],
      selection: [
        { proposed: ['DE0000000001'] },
        { proposed: ['DE0000000002'] },
        { proposed: ['DE0000000004', 'DE0000000003'] },
      ],
    });
    const closed = (tariff['funds'] as { isin: string }[]).filter(({ isin }) => isin !== 'DE0000000001');
    const substitutes = [{ peerGroup: 'Geldmarkt', by: ['Renten Euro'] }];
    const plan = await runOperation('planOptimization', {
      ...rest,
      tariff: { ...open, funds: closed, selection: { ...selection, substitutes } },
      portfolioLimits: undefined,
    });
    expect(plan).toMatchObject({
      messages: [{ code: 'S02', subject: 'Geldmarkt', values: { substitute: 'Renten Euro' } }],
    });
    await expect(check({ ...open, funds: [] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(check({ ...tariff, silencedHints: ['H99'] })).rejects.toMatchObject({
      path: 'tariff.silencedHints[0]',
    });
  });

  it('runs a list element by element', async () => {
    const input = { weights: [1, 1], units: 3 };
    expect(await runOperation('roundToUnits', [input, { ...input, units: 4 }])).toEqual([
      { units: [2, 1], sum: 3 },
      { units: [2, 2], sum: 4 },
    ]);
    await expect(runOperation('roundToUnits', [input, { units: 1 }])).rejects.toMatchObject({
      path: '[1].weights',
    });
  });

  it.each([undefined, null, 7, 'nothing', 'toString', '__proto__'])(
    'refuses the operation %s',
    async (name) => {
      await expect(runOperation(name, {})).rejects.toMatchObject({
        code: 'OPERATION_UNKNOWN',
        path: 'operation',
      });
    },
  );

  it.each([undefined, null, 7, 'text', true])('refuses the input %s', async (input) => {
    await expect(runOperation('riskBudget', input)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  // A finite answer or a refusal with a place; never NaN, never another error, never an endless loop.
  it.each(own)('%s survives hostile values in every place', { timeout: 180_000 }, async (name) => {
    const places = placesOf(examples[name]);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...places), fc.constantFrom(...hostile)), {
          minLength: 1,
          maxLength: 2,
        }),
        async (changes) => {
          const input = changes.reduce((value, [place, by]) => {
            try {
              return replaced(value, place, by);
            } catch {
              return value;
            }
          }, examples[name]);
          runs += 1;
          try {
            await runOperation(name, input);
          } catch (error) {
            // Anything but a refusal of ours fails the property.
            if (!(error instanceof EngineError)) throw error;
          }
        },
      ),
      { numRuns: 250, seed: 20_261_120 },
    );
    expect(runs).toBe(250);
  });
});

it.each([
  [[0.2, 0.8], false],
  [[1, 4], true],
  [[0.1, 0.4], true],
])(
  'risk budgets %j are ratios, and the answer says whether it brought them to a sum of 1: %s',
  async (given, isScaled) => {
    const covariance = [
      [0.01, 0.002],
      [0.002, 0.04],
    ];
    const answer = await runOperation('riskBudget', { covariance, budgets: given });
    const { budgets, areBudgetsScaled, riskContributions } = answer as {
      budgets: number[];
      areBudgetsScaled: boolean;
      riskContributions: number[];
    };
    expect(areBudgetsScaled).toBe(isScaled);
    for (const [i, wanted] of [0.2, 0.8].entries()) {
      expect(budgets[i]).toBeCloseTo(wanted, 12);
      expect(riskContributions[i]).toBeCloseTo(wanted, 9);
    }
  },
);
