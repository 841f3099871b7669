import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, luminanceOf, minimumContrast, readableShade } from './contrast.ts';

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

describe('contrast', () => {
  it('agrees with published values', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(luminanceOf('#ff0000')).toBeCloseTo(0.2126, 4);
  });

  it('is the same both ways', () => {
    fc.assert(
      fc.property(colour, colour, (a, b) => {
        expect(contrastOf(a, b)).toBe(contrastOf(b, a));
      }),
    );
  });

  it('keeps what is readable and darkens the rest just enough', () => {
    expect(readableShade('#005F73')).toBe('#005f73');
    const shade = readableShade('#ffcc00');
    expect(contrastOf(shade, '#ffffff')).toBeGreaterThanOrEqual(minimumContrast);
    expect(contrastOf(shade, '#ffffff')).toBeLessThan(minimumContrast + 0.3);
    fc.assert(fc.property(colour, (any) => contrastOf(readableShade(any), '#ffffff') >= minimumContrast));
  });

  it('never makes a colour lighter', () => {
    fc.assert(
      fc.property(colour, (any) => {
        expect(luminanceOf(readableShade(any))).toBeLessThanOrEqual(luminanceOf(any));
      }),
    );
  });

  it('refuses what is no colour', () => {
    for (const text of ['', 'red', '#fff', '#12345g']) expect(() => luminanceOf(text)).toThrow(RangeError);
  });
});
