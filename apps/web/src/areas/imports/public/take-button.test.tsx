// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { TakeButton } from './take-button.tsx';

speaksGerman();

it('offers nothing to take where every row was refused or says what is there already', () => {
  const shown = (count: number, unchangedCount = 0) => {
    const page = renderForTest(
      <TakeButton
        label="Übernehmen"
        count={count}
        unchangedCount={unchangedCount}
        isBusy={false}
        onTake={() => {}}
      />,
    );
    return [page.target.textContent, document.querySelectorAll('button').length];
  };
  expect(shown(0, 4)).toEqual([german.imports.nothingToTake, 0]);
  expect(shown(0)).toEqual([german.imports.nothingTakeable, 0]);
  expect(shown(2)).toEqual(['Übernehmen', 1]);
});
