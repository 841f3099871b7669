import { expect, it } from 'vitest';
import { type SustainableHolding, sustainabilityOf } from './sustainability.ts';

const fund = (value: number, known: Partial<SustainableHolding>): SustainableHolding => ({
  value,
  sfdrArticle: null,
  minimumShareTaxonomy: null,
  minimumShareSustainable: null,
  considersPai: null,
  ...known,
});

it('weighs by value and counts silence as not covered', () => {
  expect(
    sustainabilityOf([
      fund(500, {
        sfdrArticle: 9,
        minimumShareTaxonomy: 0.2,
        minimumShareSustainable: 0.9,
        considersPai: true,
      }),
      fund(250, { sfdrArticle: 8, minimumShareTaxonomy: 0, considersPai: false }),
      fund(150, { sfdrArticle: 6 }),
      fund(100, {}),
    ]),
  ).toEqual({
    articles: { 6: 0.15, 8: 0.25, 9: 0.5, unknown: 0.1 },
    taxonomy: { share: expect.closeTo(100 / 750, 12), coverage: 0.75 },
    sustainable: { share: 0.9, coverage: 0.5 },
    pai: { share: expect.closeTo(2 / 3, 12), coverage: 0.75 },
  });
});

it('knows nothing of silent funds and of no funds', () => {
  expect(sustainabilityOf([fund(10, {})])).toMatchObject({
    articles: { unknown: 1 },
    taxonomy: { share: null, coverage: 0 },
  });
  expect(sustainabilityOf([])).toBeNull();
});
