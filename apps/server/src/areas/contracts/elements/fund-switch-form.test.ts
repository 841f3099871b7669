import { expect, it } from 'vitest';
import type { FundSwitchContext } from './fund-switch-context.view.ts';
import { fundSwitchForm } from './fund-switch-form.ts';

const fund = { fundId: 1, fundName: 'Aktien Welt', isin: 'IE00B4L5Y983' };
// Only what the form is described from.
const context = {
  insurerName: 'Isarbogen',
  holdings: [fund],
  chosen: new Map(),
  gaps: [],
} as unknown as FundSwitchContext;

it('shares are asked for alike, for what is bought and for future premiums', () => {
  const request = {
    ...fundSwitchForm.initial(context),
    toFunds: [{ ...fund, percent: 40 }],
    savingsPlan: { isChanged: true, targetFundId: null, funds: [{ ...fund, percent: 30 }] },
  };
  const form = JSON.parse(JSON.stringify(fundSwitchForm.describe(context, request))) as unknown;
  const found: Record<string, Record<string, unknown>> = {};
  const collect = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(collect);
    else if (typeof part === 'object' && part !== null) {
      // Everything within is an object of JSON.
      const members = part as Record<string, unknown>;
      if (typeof members['id'] === 'string') found[members['id']] = members;
      Object.values(members).forEach(collect);
    }
  };
  collect(form);
  const alike = (one: string, other: string, own: readonly string[]) => {
    const of = (key: string) =>
      Object.entries(found[key] ?? {}).filter(
        ([name]) => !['id', 'label', 'path', 'commandKey', ...own].includes(name),
      );
    expect(of(one).length).toBeGreaterThan(3);
    expect(of(one)).toEqual(of(other));
  };
  alike('toFunds', 'planTable', ['hint']);
  alike('targetFundId', 'planFundId', ['lookupKey']);
  expect([found['toFunds']?.['hint'], found['planTable']?.['hint']]).toEqual([
    'Verteilung des Erlöses, zusammen 100\u00a0%. Aktuell 40\u00a0%.',
    'Zusammen 100\u00a0%. Aktuell 30\u00a0%.',
  ]);
});
