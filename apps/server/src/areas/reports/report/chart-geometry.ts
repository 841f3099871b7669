import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import type { BandBlock, DonutBlock, Tick, TimeChartBlock, Tone } from './report-document.ts';

/** Colours of data on light ground, those of the screen's tokens. */
export const dataColours = [
  '#0f5566',
  '#c77700',
  '#7a6fc5',
  '#5c9d91',
  '#ab3511',
  '#79685b',
  '#5a2a28',
] as const;
export const greyColour = '#84939a';

interface Point {
  readonly x: string;
  readonly y: number;
}

interface Line {
  readonly label: string;
  readonly colour: string;
  readonly isDashed?: boolean;
  readonly isFilled?: boolean;
  readonly points: readonly Point[];
}

/** More points than this say nothing more at the width of a page. */
const mostPoints = 160;

/** Lines over time, or null when there are not two days to draw between. `alt` says in words what is seen. */
export function timeChart(
  lines: readonly Line[],
  axisText: (value: number) => string,
  alt: string,
): TimeChartBlock | null {
  const days = lines.flatMap((line) => line.points.map((point) => dayNumber(point.x) ?? 0));
  const values = lines.flatMap((line) => line.points.map((point) => point.y));
  const from = Math.min(...days);
  const to = Math.max(...days);
  if (days.length === 0 || from === to) return null;
  const axis = niceAxis(Math.min(...values), Math.max(...values));
  const place = (value: number) => rounded((value - axis.low) / (axis.high - axis.low));
  return {
    kind: 'timeChart',
    series: lines
      .filter((line) => line.points.length > 1)
      .map((line) => ({
        label: line.label,
        colour: line.colour,
        isDashed: line.isDashed ?? false,
        isFilled: line.isFilled ?? false,
        points: thinned(line.points).map(
          (point) => [rounded(((dayNumber(point.x) ?? 0) - from) / (to - from)), place(point.y)] as const,
        ),
      })),
    xTicks: yearTicks(from, to),
    yTicks: axis.steps.map((value) => ({ at: place(value), label: axisText(value) })),
    alt,
  };
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

/** Keeps first, last and every n-th point. */
function thinned(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / mostPoints);
  return points.filter((_, index) => index % step === 0 || index === points.length - 1);
}

/** Four or five round steps around the values. */
export function niceAxis(low: number, high: number): { low: number; high: number; steps: number[] } {
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Values that differ by less than can be drawn are one value.
  const span = high - low > Math.max(size * 1e-6, 1e-6) ? high - low : size > 1e-6 ? size : 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const steps = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, steps };
}

const dayMilliseconds = 86_400_000;

/** First days of years, or of months when the time is short; at most six, none at the very edges. */
function yearTicks(from: number, to: number): Tick[] {
  const start = new Date(from * dayMilliseconds);
  const isShort = to - from < 3 * 365;
  const stepMonths = isShort ? Math.max(1, Math.ceil((to - from) / 30 / 6)) : 12;
  const ticks: Tick[] = [];
  for (let month = isShort ? start.getUTCMonth() + 1 : 12; ; month += stepMonths) {
    const date = new Date(Date.UTC(start.getUTCFullYear(), month, 1));
    const at = (date.getTime() / dayMilliseconds - from) / (to - from);
    if (at > 0.97) break;
    const label = isShort
      ? `${String(date.getUTCMonth() + 1).padStart(2, '0')}.${date.getUTCFullYear()}`
      : String(date.getUTCFullYear());
    if (at >= 0.03) ticks.push({ at: rounded(at), label });
  }
  const every = Math.ceil(ticks.length / 6);
  return ticks.filter((_, index) => index % every === 0);
}

/** A ring of shares with the legend beside it. */
export function donut(
  parts: readonly { label: string; value: string; fraction: number; colour: string | null }[],
  centre: DonutBlock['centre'],
  alt: string,
): DonutBlock {
  let start = 0;
  return {
    kind: 'donut',
    parts: parts.map((part, index) => {
      const segment = {
        label: part.label,
        value: part.value,
        start: rounded(start),
        fraction: rounded(part.fraction),
        colour: colourOf(part.colour, index),
      };
      start += part.fraction;
      return segment;
    }),
    centre,
    alt,
  };
}

/** The data's own colour where it is one, else the next of ours. */
export const colourOf = (colour: string | null, index: number) =>
  colour !== null && /^#[0-9a-f]{6}$/i.test(colour)
    ? colour
    : (dataColours[index % dataColours.length] ?? greyColour);

/** Band and mark along the bar, as on screen: the band fills the middle 40 %, the bar is measured in bands. */
export function bandRow(
  label: string,
  value: string,
  position: { value: number | null; low: number; high: number },
  tone: Tone,
): BandBlock['rows'][number] {
  const width = Math.max(position.high - position.low, 0.1);
  const marker = position.value === null ? null : 0.3 + ((position.value - position.low) / width) * 0.4;
  return {
    label,
    value,
    tone,
    bandStart: 0.3,
    bandWidth: 0.4,
    marker: marker === null ? null : rounded(Math.max(0.02, Math.min(0.98, marker))),
  };
}
