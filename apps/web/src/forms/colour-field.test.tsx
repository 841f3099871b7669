// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { ColourField } from './colour-field.tsx';

speaksGerman();

it('names the picker of each colour of a form after its colour', () => {
  const { target } = renderForTest(
    <>
      {['Farbe', 'Akzentfarbe'].map((label) => (
        <ColourField
          key={label}
          path={label}
          label={label}
          value="#0f5566"
          error={null}
          onChange={() => undefined}
        />
      ))}
    </>,
  );
  const pickers = [...target.querySelectorAll('input[type=color]')];
  expect(pickers.map((picker) => picker.getAttribute('aria-label'))).toEqual([
    'Farbe wählen: Farbe',
    'Farbe wählen: Akzentfarbe',
  ]);
});
