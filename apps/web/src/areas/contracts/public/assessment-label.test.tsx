// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { dayIn } from '../../../platform/today.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { AssessmentLabel } from './assessment-label.tsx';

speaksGerman();

it('calls expired only what is over: what a newer one replaced before its last day is not', () => {
  const words = (status: 'valid' | 'expired' | 'suggested', days: number) =>
    renderForTest(<AssessmentLabel status={status} validUntil={dayIn(days)} />).target.textContent;
  expect(words('valid', 0)).toBe('Gültig');
  expect(words('expired', -1)).toBe('Abgelaufen');
  expect(words('expired', 0)).toBe('Abgelöst');
  expect(words('expired', 400)).toBe('Abgelöst');
  expect(words('suggested', 400)).toBe('Vorgeschlagen');
});
