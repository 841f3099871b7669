import { type LifeCycleStep, lifeCycleText } from '@depotwerk/domain/tariff/life-cycle';
import { saidOrNull, t } from '../texts/texts.ts';
import { lifeCycleGeometry } from './life-cycle-geometry.ts';
import './life-cycle-picture.css';

/** The highest risk class over the last years of a contract, as a staircase that goes down towards the end. */
export function LifeCyclePicture({
  steps,
  classCount,
  yearsLeft,
}: {
  steps: readonly LifeCycleStep[];
  classCount: number;
  /** Where the contract stands; null = not shown. */
  yearsLeft: number | null;
}) {
  const { width, height, path, classes, years, today } = lifeCycleGeometry(steps, classCount, yearsLeft);
  return (
    <figure className="life-cycle">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('lifeCycle.pictureLabel', { steps: saidOrNull(lifeCycleText(steps)) ?? '' })}
      >
        {classes.map(({ riskClassId, y }) => (
          <g key={riskClassId}>
            <line className="life-cycle__grid" x1="28" x2={width - 8} y1={y} y2={y} />
            <text className="life-cycle__label" x="22" y={y + 4} textAnchor="end">
              {riskClassId}
            </text>
          </g>
        ))}
        <path className="life-cycle__line" d={path} />
        {years.map(({ year, x }) => (
          <text key={year} className="life-cycle__label" x={x} y={height - 4} textAnchor="middle">
            {year}
          </text>
        ))}
        {today === null ? null : (
          <line className="life-cycle__today" x1={today} x2={today} y1="6" y2={height - 20} />
        )}
      </svg>
      <figcaption className="hint">
        {t(today === null ? 'lifeCycle.caption' : 'lifeCycle.captionToday')}
      </figcaption>
    </figure>
  );
}
