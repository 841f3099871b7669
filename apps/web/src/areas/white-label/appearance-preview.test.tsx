// @vitest-environment happy-dom
import { readableShade } from '@depotwerk/domain/contrast';
import { expect, it } from 'vitest';
import { accentTokens, brandTokens } from '../../platform/house-colours.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { appearanceKind } from './appearance-kind.ts';
import { AppearancePreview } from './appearance-preview.tsx';

speaksGerman();

it('names the shades that pages show of colours that are too pale', () => {
  const draft = { ...appearanceKind().empty(), primaryColour: '#88ccee', accentColour: '#cc5500' };
  const text = renderForTest(<AppearancePreview draft={draft} />).target.textContent;
  // A page is handed what can be read on white, and makes its colours of that.
  expect(text).toContain(brandTokens(readableShade('#88ccee')).light['--brand']);
  expect(text).toContain(accentTokens(readableShade('#cc5500')).light['--accent']);
});
