import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { formatPercent } from '@depotwerk/domain/percent';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../texts/texts.ts';
import { bandGeometry } from './band-geometry.ts';
import { classNames } from './class-names.ts';
import './band-bar.css';

export interface BandBarProps {
  /** All in percentage points. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** What is measured, by name. */
  measure: string;
  status: RiskBandStatus;
  /** Writes the limits of the band under the bar. */
  isDetailed?: boolean | undefined;
}

const points = (value: number) => formatPercent(value / 100, 1);

/** In words: "Volatilität 12,3 %, Risikoband 6,0 % – 9,0 %, über dem Band". */
export function bandText({ value, low, high, measure, status }: BandBarProps): string {
  if (value === null) return t('contracts.risk.unknownMeasure', { measure });
  if (low === null || high === null)
    return t('contracts.risk.withoutBand', { measure, value: points(value) });
  return t('contracts.risk.inWords', {
    measure,
    value: points(value),
    low: points(low),
    high: points(high),
    position: t(`contracts.risk.status.${status}`),
  });
}

/** The product's picture of risk: the measure as a mark against the band of the risk class. */
export function BandBar(props: BandBarProps) {
  const { value, low, high, measure, status, isDetailed = false } = props;
  const geometry = bandGeometry(props);
  if (value === null && !geometry) return <span className="hint">{t('contracts.risk.unknown')}</span>;
  return (
    <span className={classNames('ui-band', `ui-band--${status}`, isDetailed && 'ui-band--detailed')}>
      <span className="visually-hidden">{bandText(props)}</span>
      <span className="ui-band__value" aria-hidden="true">
        {isDetailed ? `${measure}\u00a0` : ''}
        {value === null ? '–' : points(value)}
        {status === 'above' ? <IconArrowUp size={12} stroke={3} /> : null}
        {status === 'below' ? <IconArrowDown size={12} stroke={3} /> : null}
      </span>
      {geometry ? (
        <span className="ui-band__bar" aria-hidden="true">
          <span
            className="ui-band__range"
            style={{ left: `${geometry.bandStart}%`, width: `${geometry.bandWidth}%` }}
          />
          {geometry.marker === null ? null : (
            <span className="ui-band__mark" style={{ left: `${geometry.marker}%` }} />
          )}
        </span>
      ) : null}
      {isDetailed && low !== null && high !== null ? (
        <span className="ui-band__limits" aria-hidden="true">
          {t('contracts.risk.band', { low: points(low), high: points(high) })}
        </span>
      ) : null}
    </span>
  );
}
