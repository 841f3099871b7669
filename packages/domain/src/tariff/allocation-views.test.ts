import { describe, expect, it } from 'vitest';
import { checkViews, doubtsOfViews, viewsOf, viewText } from './allocation-views.ts';
import type { AllocationViewDraft } from './tariff-drafts.ts';

const view = (values: Partial<AllocationViewDraft> = {}): AllocationViewDraft => ({
  peergroupId: 1,
  comparedWithId: null,
  expectedReturn: 0.06,
  confidence: 0.5,
  ...values,
});
const draft = (...views: AllocationViewDraft[]) => ({
  isManual: false,
  allocationType: 8,
  peergroupIds: [1, 2],
  views,
});
const found = (...views: AllocationViewDraft[]) =>
  checkViews(draft(...views)).map(({ path, code }) => `${path}: ${code}`);

describe('views of the market', () => {
  it('are asked for by a computed matrix of Black-Litterman alone', () => {
    expect(found()).toEqual(['views: viewsRequired']);
    expect(checkViews({ ...draft(), isManual: true })).toEqual([]);
    expect(checkViews({ ...draft(), allocationType: 3 })).toEqual([]);
    expect(viewsOf({ ...draft(view()), allocationType: 3 })).toEqual([]);
    expect(viewsOf(draft(view(), view({ confidence: null })))).toEqual([view()]);
  });

  it('say what is wrong at their field', () => {
    expect(found(view(), view({ peergroupId: 2, comparedWithId: 1 }))).toEqual([]);
    expect(found(view({ peergroupId: null, expectedReturn: null, confidence: null }))).toEqual([
      'views[0].peergroupId: required',
      'views[0].expectedReturn: required',
      'views[0].confidence: required',
    ]);
    expect(found(view({ peergroupId: 3 }), view({ comparedWithId: 4 }))).toEqual([
      'views[0].peergroupId: unknownPeergroup',
      'views[1].comparedWithId: unknownPeergroup',
    ]);
    expect(found(view({ comparedWithId: 1 }))).toEqual(['views[0].comparedWithId: comparedWithItself']);
    expect(found(view({ comparedWithId: 2 }), view({ peergroupId: 2, comparedWithId: 1 }))).toEqual([
      'views[1].peergroupId: duplicate',
    ]);
    expect(found(view({ expectedReturn: 0.6, confidence: 1 }))).toEqual([
      'views[0].expectedReturn: tooLarge',
      'views[0].confidence: tooLarge',
    ]);
  });

  it('are doubted where no returns fulfil them all, and where nothing earns as much', () => {
    const doubts = (...pairs: (readonly [number, number | null, number])[]) =>
      doubtsOfViews(
        pairs.map(([peergroupId, comparedWithId, expectedReturn]) => ({
          peergroupId,
          comparedWithId,
          expectedReturn,
          confidence: 0.5,
        })),
      ).map(({ code, subject, values }) => [code, subject, values.said, values.implied?.toFixed(4)]);
    // A ring: each of three is better than the next.
    expect(doubts([1, 2, 0.02], [2, 3, 0.02], [3, 1, 0.02])).toEqual([
      ['viewsContradict', '3', 0.02, '-0.0400'],
    ]);
    expect(doubts([1, 2, 0.02], [2, 3, 0.02], [3, 1, -0.04])).toEqual([]);
    // Two alone say what the one is above the other.
    expect(doubts([1, null, 0.06], [2, null, 0.05], [1, 2, -0.02])).toEqual([
      ['viewsContradict', '1', -0.02, '0.0100'],
    ]);
    expect(doubts([1, null, 0.06], [1, 2, 0.01], [2, null, 0.05])).toEqual([]);
    // Pairs that are joined later on.
    expect(doubts([1, 2, 0.01], [3, 4, 0.02], [2, 3, 0.03], [1, 4, 0.06], [4, 1, 0])).toEqual([
      ['viewsContradict', '4', 0, '-0.0600'],
    ]);
    expect(doubts([1, null, 0.5], [2, null, 0.2], [3, 2, -0.21])).toEqual([
      ['viewExtreme', '1', 0.5, undefined],
      ['viewExtreme', '3', -0.21, undefined],
    ]);
  });

  it('are said in a line', () => {
    const nameOf = (id: number) => ['', 'Aktien Welt', 'Aktien Europa'][id] ?? '';
    const [one, other] = viewsOf(draft(view(), view({ comparedWithId: 2, expectedReturn: -0.015 })));
    expect([one, other].map((known) => known && viewText(known, nameOf))).toEqual([
      'Aktien Welt: +6,00\u00a0% (Konfidenz 50\u00a0%)',
      'Aktien Welt gegenüber Aktien Europa: −1,50\u00a0% (Konfidenz 50\u00a0%)',
    ]);
  });
});
