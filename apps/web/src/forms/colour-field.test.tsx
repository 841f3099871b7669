// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../texts/texts.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { ColourField } from './colour-field.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

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
