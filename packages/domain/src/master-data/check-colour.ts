import { contrastOf } from '../contrast.ts';
import type { FieldIssue } from './field-issue.ts';

/** Graphic elements need this contrast (WCAG 2.2, 1.4.11). */
export const minimumColourContrast = 3;

/** A colour that can be told from white paper and a white page. */
export function checkColour(path: string, colour: string): FieldIssue | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour.trim())) return { path, code: 'colourFormat' };
  const contrast = contrastOf(colour.trim(), '#ffffff');
  if (contrast >= minimumColourContrast) return null;
  // Rounded down: 2.996 must not read as enough.
  const shown = Math.floor(contrast * 100) / 100;
  return { path, code: 'colourContrast', params: { contrast: shown, limit: minimumColourContrast } };
}
