// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../texts/texts.ts';
import { axisValue } from './time-chart.tsx';

beforeAll(() =>
  startTexts('de-DE', () =>
    Promise.resolve(
      new Response(JSON.stringify(german), { headers: { 'content-type': 'application/json' } }),
    ),
  ),
);

it('figures at an axis are short where they are large', () => {
  const plain = (value: number) => axisValue(value, '€').replaceAll('\u00a0', ' ');
  expect([950, 9999, 10_000, 56_500, 1_250_000, -20_000].map(plain)).toEqual([
    '950 €',
    '9.999 €',
    '10 T€',
    '56,5 T€',
    '1,25 Mio. €',
    '−20 T€',
  ]);
});
