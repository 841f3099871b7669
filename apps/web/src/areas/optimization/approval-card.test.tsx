// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { WaitsForKeyInformation } from './approval-card.tsx';

speaksGerman();

it('says to whoever asks for an approval that key information is missing, and nothing where none is', () => {
  const page = renderForTest(<WaitsForKeyInformation missing="Fonds A: noch nicht ausgehändigt." />);
  expect(page.target.textContent).toContain('erst, wenn die Basisinformationsblätter ausgehändigt sind');
  expect(page.target.textContent).toContain('Fonds A: noch nicht ausgehändigt.');
  page.rerender(<WaitsForKeyInformation missing={null} />);
  expect(page.target.textContent).toBe('');
});
