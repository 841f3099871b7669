import type { LifeCycleStep } from '@depotwerk/domain/tariff/life-cycle';

const width = 360;
const height = 140;
const left = 28;
const right = width - 8;
const top = 12;
const bottom = height - 24;

/** Places of the staircase in the units of its picture; `steps` as they begin, at least one; years count down to the end. */
export function lifeCycleGeometry(
  steps: readonly LifeCycleStep[],
  classCount: number,
  yearsLeft: number | null,
) {
  const first = steps[0]?.yearsBeforeEnd ?? 1;
  // Some time before the first step shows where it comes from.
  const span = first + Math.max(1, Math.ceil(first / 4));
  const x = (years: number) => round(left + ((span - years) / span) * (right - left));
  const y = (riskClassId: number) =>
    round(top + ((classCount - riskClassId) / Math.max(1, classCount - 1)) * (bottom - top));
  const path = [`M ${left} ${y(classCount)}`];
  for (const { yearsBeforeEnd, highestRiskClassId } of steps)
    path.push(`H ${x(yearsBeforeEnd)}`, `V ${y(Math.min(highestRiskClassId, classCount))}`);
  path.push(`H ${right}`);
  return {
    width,
    height,
    path: path.join(' '),
    classes: Array.from({ length: classCount }, (_, index) => ({
      riskClassId: index + 1,
      y: y(index + 1),
    })),
    years: [...steps.map(({ yearsBeforeEnd }) => yearsBeforeEnd), 0].map((year) => ({ year, x: x(year) })),
    today: yearsLeft === null || yearsLeft > span || yearsLeft < 0 ? null : x(yearsLeft),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
