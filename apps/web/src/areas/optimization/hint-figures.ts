import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';

/** What a figure of a hint says: names of its texts. */
export type HintFigureLabel =
  | 'actual'
  | 'target'
  | 'range'
  | 'threshold'
  | 'share'
  | 'limit'
  | 'rank'
  | 'minimumRank'
  | 'costs'
  | 'suggestedCosts'
  | 'savingPerYear'
  | 'informationRatio'
  | 'age'
  | 'overlap'
  | 'sum'
  | 'sustainableShare'
  | 'sri'
  | 'gain';

export interface HintFigure {
  readonly label: HintFigureLabel;
  readonly text: string;
}

type Unit = (value: number) => string;
const coarse: Unit = (value) => formatPercent(value, 1, 1);
const fine: Unit = (value) => formatPercent(value, 2, 2);
const whole: Unit = (value) => formatNumber(value, 0, 1);
const ratio: Unit = (value) => formatNumber(value, 2, 2);
const spread =
  (unit: Unit): Unit =>
  (value) =>
    `± ${unit(value)}`;

type Column = readonly [HintFigureLabel, Unit];

/** Meaning and unit of actual, target and range for each kind of hint (engine rules, section 12). */
const columns: Readonly<Record<number, readonly [Column | null, Column | null, Column | null]>> = {
  1: [
    ['actual', fine],
    ['target', coarse],
    ['range', spread(coarse)],
  ],
  2: [
    ['actual', fine],
    ['target', coarse],
    ['range', spread(coarse)],
  ],
  3: [['share', coarse], ['limit', coarse], null],
  4: [['rank', whole], ['minimumRank', whole], null],
  5: [['share', coarse], null, null],
  6: [['share', coarse], null, null],
  7: [['share', coarse], null, null],
  8: [['actual', coarse], ['target', coarse], null],
  9: [['actual', coarse], ['target', coarse], null],
  10: [
    ['actual', coarse],
    ['target', coarse],
    ['threshold', spread(coarse)],
  ],
  11: [
    ['costs', fine],
    ['suggestedCosts', fine],
    ['savingPerYear', formatMoney],
  ],
  12: [['informationRatio', ratio], null, null],
  13: [['share', coarse], ['limit', coarse], null],
  14: [['age', whole], ['limit', whole], null],
  15: [['overlap', coarse], ['target', coarse], null],
  16: [['sum', coarse], ['target', coarse], null],
  17: [['share', fine], ['limit', fine], null],
  18: [['sustainableShare', coarse], ['target', coarse], null],
  19: [['sri', whole], ['limit', whole], null],
  20: [['share', coarse], ['limit', coarse], null],
  21: [['gain', formatMoney], ['limit', formatMoney], null],
};

/** The numbers behind a hint with their units; only those it has. */
export function hintFigures(
  hint: Pick<OptimizationHint, 'optimizationHintId' | 'actual' | 'target' | 'range'>,
): HintFigure[] {
  const kinds = columns[hint.optimizationHintId];
  if (!kinds) return [];
  return [hint.actual, hint.target, hint.range].flatMap((value, index): HintFigure[] => {
    const column = kinds[index];
    return value === null || !column ? [] : [{ label: column[0], text: column[1](value) }];
  });
}
