import { describe, expect, it } from 'vitest';
import { hintFigures } from './hint-figures.ts';

const figures = (
  optimizationHintId: number,
  actual: number | null,
  target: number | null,
  range: number | null,
) =>
  hintFigures({ optimizationHintId, actual, target, range }).map(
    ({ label, text }) =>
      // Figures are set with no-break spaces.
      `${label} ${text.replaceAll('\u00a0', ' ')}`,
  );

describe('figures of a hint', () => {
  it('carry the unit of their kind', () => {
    expect(figures(10, 0.1174, 0.093, 0.02325)).toEqual([
      'actual 11,7 %',
      'target 9,3 %',
      'threshold ± 2,3 %',
    ]);
    expect(figures(4, 2, 3, null)).toEqual(['rank 2', 'minimumRank 3']);
    expect(figures(11, 0.0145, 0.0078, 15.01)).toEqual([
      'costs 1,45 %',
      'suggestedCosts 0,78 %',
      'savingPerYear 15,01 €',
    ]);
    expect(figures(12, -0.140202, null, null)).toEqual(['informationRatio −0,14']);
    expect(figures(14, 12, null, null)).toEqual(['age 12']);
  });

  it('leave out what is not known, and kinds nobody knows', () => {
    expect(figures(15, 0.626, null, null)).toEqual(['overlap 62,6 %']);
    expect(figures(99, 1, 2, 3)).toEqual([]);
  });

  it('name every kind of the engine', () => {
    for (let kind = 1; kind <= 21; kind++) expect(figures(kind, 1, null, null), `H${kind}`).toHaveLength(1);
  });
});
