import type { Limit } from './plan-input.ts';

/** Above so many times the value a share says nothing: an overdrawn account leaves next to nothing to compare with. */
const mostTold = 10;
const mostShare = '1.000\u00a0%';

/** A fraction as German text: 12,5 %. */
export const shareText = (fraction: number): string =>
  fraction > mostTold ? `mehr als ${mostShare}` : `${(fraction * 100).toFixed(1).replace('.', ',')}\u00a0%`;

/** A fraction as German text to the hundredth of a percent, or as finely as it takes to tell it from another one. */
export function percentText(fraction: number, other: number): string {
  const digits = [2, 3, 4].find((count) => (fraction * 100).toFixed(count) !== (other * 100).toFixed(count));
  return `${(fraction * 100).toFixed(digits ?? 2).replace('.', ',')}\u00a0%`;
}

/** A limit as German text: mindestens 1,0 % und höchstens 60,0 %, or genau 5. Empty where nothing is limited. */
export function rangeText({ min, max }: Limit, show: (value: number) => string): string {
  if (min !== null && min === max) return `genau ${show(min)}`;
  const parts = [
    ...(min === null ? [] : [`mindestens ${show(min)}`]),
    ...(max === null ? [] : [`höchstens ${show(max)}`]),
  ];
  return parts.join(' und ');
}
