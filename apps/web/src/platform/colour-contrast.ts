/** Linear-light colour channels 0–1. */
type Rgb = readonly [number, number, number];

/** Channels of `#rgb` or `#rrggbb`, or undefined for anything else. */
export function parseColour(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (start: number) => toLinear(Number.parseInt(full.slice(start, start + 2), 16) / 255);
  return [channel(0), channel(2), channel(4)];
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toGamma(value: number): number {
  const clamped = Math.min(1, Math.max(0, value));
  return clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio 1–21 of two colours (WCAG 2, 1.4.3). */
export function contrastRatio(first: string, second: string): number {
  const [one, two] = [parseColour(first), parseColour(second)];
  if (!one || !two) return 1;
  const [lighter, darker] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Perceptual lightness, chroma and hue (OKLCH, Björn Ottosson 2020). */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

function toOklch([red, green, blue]: Rgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

function toHex({ lightness, chroma, hue }: Oklch): string {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${channels
    .map((value) =>
      Math.round(toGamma(value) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The colour, made darker (`-1`) or lighter (`1`) until it stands out by the ratio from the ground. */
export function withContrast(colour: string, ground: string, ratio: number, direction: 1 | -1): string {
  const rgb = parseColour(colour);
  if (!rgb || contrastRatio(colour, ground) >= ratio) return colour;
  const start = toOklch(rgb);
  for (let lightness = start.lightness; lightness >= 0 && lightness <= 1; lightness += direction * 0.01) {
    const candidate = toHex({ ...start, lightness });
    if (contrastRatio(candidate, ground) >= ratio) return candidate;
  }
  return direction < 0 ? '#000000' : '#ffffff';
}

/** The same hue, lighter or darker by a step of OKLCH lightness (-1 to 1). */
export function shiftLightness(colour: string, step: number): string {
  const rgb = parseColour(colour);
  if (!rgb) return colour;
  const start = toOklch(rgb);
  return toHex({ ...start, lightness: Math.min(1, Math.max(0, start.lightness + step)) });
}

/** The same hue at a given lightness with at most the given chroma. */
export function atLightness(colour: string, lightness: number, maxChroma: number): string {
  const rgb = parseColour(colour);
  if (!rgb) return colour;
  const start = toOklch(rgb);
  return toHex({ ...start, lightness, chroma: Math.min(start.chroma, maxChroma) });
}
