import { contractScore, type HintSeverity, scoreWeights } from '@depotwerk/engine/contract-score';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreCap, sumOfParts } from './score-cap.ts';

const value = fc.double({ min: 0, max: 100, noNaN: true });
const parts = fc.record({ risk: value, allocation: value, quality: value, costs: value, savingsPlan: value });
const severity = fc.constantFrom<HintSeverity | null>(null, 0, 1, 2);

describe('the cap of a score', () => {
  it('explains the score of the engine: the sum of its parts, or the limit', () => {
    fc.assert(
      fc.property(parts, severity, (values, worst) => {
        const shown = [
          { weight: scoreWeights.risk, value: values.risk },
          { weight: scoreWeights.allocation, value: values.allocation },
          { weight: scoreWeights.quality, value: values.quality },
          { weight: scoreWeights.costs, value: values.costs },
          { weight: scoreWeights.savingsPlan, value: values.savingsPlan },
        ].map((part) => ({ ...part, scoreKey: 'risk' as const, text: '' }));
        const cap = scoreCap({ parts: shown }, worst);
        const explained = cap?.isReached ? cap.limit : sumOfParts(shown);
        expect(explained).toBe(contractScore(values, worst));
      }),
    );
  });

  it('is named even where it is not reached', () => {
    expect(scoreCap({ parts: [] }, 2)).toEqual({ severity: 2, limit: 49, isReached: false });
    expect(scoreCap({ parts: [] }, 0)).toBeNull();
  });
});
