// @vitest-environment happy-dom
import { checkSelectionComponent } from '@depotwerk/domain/tariff/check-selection-component';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { componentChoicesQuery, rankingTypesQuery } from '../lookup-queries.ts';
import { FundSelectionStep } from './fund-selection-step.tsx';
import { renderStep } from './step-for-test.tsx';

speaksGerman();

const universeId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

it('fixes the universe of an automatic selection only once one was chosen', () => {
  const isFixed = (tariffUniverseComponent: string | null) => {
    renderStep({
      Step: FundSelectionStep,
      draft: {
        ...emptyComponent('selection'),
        tariffFundSelectionManualMode: false,
        tariffUniverseComponent,
      },
      check: checkSelectionComponent,
      lookups: [
        [componentChoicesQuery('universe').queryKey, []],
        [rankingTypesQuery().queryKey, []],
      ],
    });
    const field = document.querySelector<HTMLSelectElement>('[data-field="tariffUniverseComponent"] select');
    return field?.disabled;
  };
  expect(isFixed(null)).toBe(false);
  expect(isFixed(universeId)).toBe(true);
});
