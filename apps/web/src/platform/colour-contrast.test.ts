import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastRatio, parseColour, withContrast } from './colour-contrast.ts';
import { accentTokens, brandTokens } from './house-colours.ts';

describe('contrast of the white label', () => {
  it('measures as WCAG does', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#0f5566', '#ffffff')).toBeCloseTo(8.4, 1);
    expect(contrastRatio('#777', '#fff')).toBeCloseTo(4.48, 2);
  });

  it('keeps a colour that is readable already', () => {
    expect(withContrast('#0f5566', '#ffffff', 4.5, -1)).toBe('#0f5566');
  });

  it('reads hex colours only', () => {
    expect(parseColour('red')).toBeUndefined();
    expect(parseColour('#12345')).toBeUndefined();
    expect(parseColour('url(x)')).toBeUndefined();
  });

  it('makes every brand colour readable in both themes', () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, (primary) => {
        const { light, dark } = brandTokens(primary);
        expect(contrastRatio(light['--brand'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(light['--brand-hover'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(light['--brand'] ?? '', light['--brand-soft'] ?? '')).toBeGreaterThanOrEqual(
          4.5,
        );
        expect(contrastRatio(dark['--brand'] ?? '', '#172125')).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(dark['--on-brand'] ?? '', dark['--brand'] ?? '')).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(dark['--brand'] ?? '', dark['--brand-soft'] ?? '')).toBeGreaterThanOrEqual(4.5);
        const accent = accentTokens(primary);
        expect(contrastRatio(accent.light['--accent'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(accent.dark['--accent'] ?? '', '#172125')).toBeGreaterThanOrEqual(4.4);
      }),
      { numRuns: 300 },
    );
  });
});
