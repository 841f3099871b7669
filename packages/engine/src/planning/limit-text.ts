import type { Limit } from './plan-input.ts';

/** A fraction as German text: 12,5 %. */
export const shareText = (fraction: number): string =>
  `${(fraction * 100).toFixed(1).replace('.', ',')}\u00a0%`;

/** A limit as German text: mindestens 1,0 % und höchstens 60,0 %. Empty where nothing is limited. */
export function rangeText({ min, max }: Limit, show: (value: number) => string): string {
  const parts = [
    ...(min === null ? [] : [`mindestens ${show(min)}`]),
    ...(max === null ? [] : [`höchstens ${show(max)}`]),
  ];
  return parts.join(' und ');
}
