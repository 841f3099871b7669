// @vitest-environment happy-dom
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderStep } from '../component-steps/step-for-test.tsx';
import { componentChoicesQuery } from '../lookup-queries.ts';
import { ComponentsStep } from './components-step.tsx';

speaksGerman();

const choice = (id: string) => ({ id, name: id, key: id, isInactive: false, dependsOnId: null });

it('chooses the component somebody comes back with, where nothing else is chosen', () => {
  const chosenWith = (componentRiskId: string | null, createdId: string, isReadOnly = false) =>
    renderStep({
      Step: ComponentsStep,
      draft: { ...emptyTariff(), componentRiskId },
      check: () => [],
      isReadOnly,
      createdId,
      lookups: [
        [componentChoicesQuery('risk').queryKey, [choice('former'), choice('new')]],
        [componentChoicesQuery('universe').queryKey, []],
        [componentChoicesQuery('allocation').queryKey, []],
        [componentChoicesQuery('selection').queryKey, []],
      ],
    }).draft().componentRiskId;
  expect(chosenWith(null, 'new')).toBe('new');
  expect(chosenWith('former', 'new')).toBe('former');
  expect(chosenWith(null, 'of another kind')).toBeNull();
  expect(chosenWith(null, 'new', true)).toBeNull();
});
