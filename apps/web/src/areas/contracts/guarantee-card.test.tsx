// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { GuaranteeCard } from './guarantee-card.tsx';

speaksGerman();

const guarantee = {
  kind: 'contributions',
  level: 0.800055,
  interest: 0.002575,
  endDate: '2046-11-23',
  guaranteeFundName: null,
  base: 10000,
  promised: 8000.55,
  insurerSide: 4200,
  fundsValue: 3700,
  valuationDate: '2026-11-20',
  today: '2026-11-23',
  obstacle: null,
  cover: { floor: 8000.55, value: 7900, cushion: -100.55, exposure: 3700, allowed: 0, status: 'below' },
} as const;

it('advises what can still be done about a promise, and nothing any more once it is due', () => {
  const page = renderForTest(<GuaranteeCard guarantee={guarantee} />);
  const text = () => page.target.textContent;
  expect(text()).toContain('80,0055\u00a0%');
  expect(text()).toContain('0,2575\u00a0%');
  expect(text()).toContain('keine Aktien zukaufen');
  expect(text()).toContain('der Puffer trägt');
  page.rerender(<GuaranteeCard guarantee={{ ...guarantee, endDate: '2026-11-23' }} />);
  expect(text()).toContain('die jetzt fällig ist');
  expect(text()).not.toContain('keine Aktien zukaufen');
  expect(text()).not.toContain('der Puffer trägt');
});
