/** Least contrast of text on its ground (WCAG 2.2, 1.4.3). */
export const minimumContrast = 4.5;

type Rgb = readonly [number, number, number];

function rgbOf(colour: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!match) throw new RangeError('A colour is written as #rrggbb.');
  const part = (index: number) => Number.parseInt(match[index] ?? '', 16);
  return [part(1), part(2), part(3)];
}

/** Relative luminance 0–1 of `#rrggbb` (WCAG 2.2). */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast of two colours, 1 (equal) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * The colour itself where it stands out enough from a light ground, else the lightest darker shade of the
 * same hue that does. Black at worst.
 */
export function readableShade(colour: string, ground = '#ffffff', minimum = minimumContrast): string {
  if (contrastOf(colour, ground) >= minimum) return colour.toLowerCase();
  const rgb = rgbOf(colour);
  for (let percent = 99; percent > 0; percent -= 1) {
    const shade = hexOf(rgb.map((value) => Math.round((value * percent) / 100)));
    if (contrastOf(shade, ground) >= minimum) return shade;
  }
  return '#000000';
}

function hexOf(rgb: readonly number[]): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
