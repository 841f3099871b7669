import { describe, expect, it } from 'vitest';
import { checkViews, viewsOf, viewText } from './allocation-views.ts';
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

  it('are said in a line', () => {
    const nameOf = (id: number) => ['', 'Aktien Welt', 'Aktien Europa'][id] ?? '';
    const [one, other] = viewsOf(draft(view(), view({ comparedWithId: 2, expectedReturn: -0.015 })));
    expect([one, other].map((known) => known && viewText(known, nameOf))).toEqual([
      'Aktien Welt: +6,00\u00a0% (Konfidenz 50\u00a0%)',
      'Aktien Welt gegenüber Aktien Europa: -1,50\u00a0% (Konfidenz 50\u00a0%)',
    ]);
  });
});
