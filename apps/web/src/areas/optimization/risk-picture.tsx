import { formatPercent } from '@depotwerk/domain/percent';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { type RiskMeasure, riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import { IconCircleCheck, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { said, t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout.tsx';
import { TermMark } from '../help/public/term-mark.tsx';
import type { PlanFigures } from './optimization-types.ts';
import type { ClassBand } from './risk-geometry.ts';
import { riskScale } from './risk-geometry.ts';
import './risk-picture.css';

type Risk = PlanFigures['risk'];

export interface RiskPictureProps {
  before: Risk;
  after: Risk;
  measure: RiskMeasure;
  /** Bands of all classes of the tariff. */
  bands: readonly ClassBand[];
  /** Name of what "after" stands for. */
  mode: string;
  /** Only track and marks, for a table of proposals. */
  isCompact?: boolean | undefined;
}

const points = (value: number | null) =>
  value === null ? t('optimization.risk.unknown') : formatPercent(value / 100, 1, 1);

const place = (percent: number | null) =>
  // CSS custom properties are not part of CSSProperties.
  ({ '--place': `${percent ?? 0}%` }) as CSSProperties;

/**
 * The product's picture of risk, before and after: one scale with the bands of all classes, the chosen band lit, a ring
 * for today and a dot for after. Band and marks slide to their new places, unless less motion is wished.
 */
export function RiskPicture({ before, after, measure, bands, mode, isCompact = false }: RiskPictureProps) {
  const scale = riskScale(bands, [before.value, after.value, after.bandHigh]);
  const own = scale.bandOf(after.bandLow, after.bandHigh);
  const [from, to] = [scale.placeOf(before.value), scale.placeOf(after.value)];
  const words = t('optimization.risk.inWords', {
    measure: said(riskMeasureNames[measure]),
    before: points(before.value),
    positionBefore: t(`contracts.risk.status.${before.status}`),
    after: points(after.value),
    positionAfter: t(`contracts.risk.status.${after.status}`),
    mode,
    riskClass: after.riskClassId,
    low: points(after.bandLow),
    high: points(after.bandHigh),
  });
  return (
    <div className={classNames('opt-risk', isCompact && 'opt-risk--compact', `opt-risk--${after.status}`)}>
      <span className="visually-hidden">{words}</span>
      <div className="opt-risk__plot" aria-hidden="true">
        <div className="opt-risk__track" />
        <div className="opt-risk__band" style={{ left: `${own.start}%`, width: `${own.width}%` }} />
        {from !== null && to !== null ? (
          <div
            className="opt-risk__way"
            style={{ left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }}
          />
        ) : null}
        {from === null ? null : <div className="opt-risk__mark opt-risk__mark--before" style={place(from)} />}
        {to === null ? null : <div className="opt-risk__mark opt-risk__mark--after" style={place(to)} />}
        {isCompact ? null : (
          <>
            <Flag kind="before" risk={before} percent={from} />
            <Flag kind="after" risk={after} percent={to} />
            <div className="opt-risk__classes">
              {bands.map(({ riskClassId, low, high }) => {
                const { start, width } = scale.bandOf(low, high);
                return (
                  <div
                    key={riskClassId}
                    className={classNames(
                      'opt-risk__class',
                      riskClassId === after.riskClassId && 'opt-risk__class--own',
                    )}
                    style={{ left: `${start}%`, width: `${width}%` }}
                  >
                    <span>{riskClassId}</span>
                  </div>
                );
              })}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

interface RiskCardProps extends Pick<RiskPictureProps, 'measure' | 'bands'> {
  sides: Readonly<Record<'before' | 'after', { readonly risk: Risk }>>;
  mode: keyof typeof proposalModeNames;
}

/** The picture as a card of its page. */
export const RiskCard = ({ sides: { before, after }, mode, measure, bands }: RiskCardProps) => (
  <Card title={t('optimization.risk.title')} actions={<BandLabel risk={after.risk} />}>
    <RiskPicture
      before={before.risk}
      after={after.risk}
      measure={measure}
      bands={bands}
      mode={said(proposalModeNames[mode])}
    />
  </Card>
);

/** Class and edges of the band, beside the title of its picture, and what a band is. */
function BandLabel({ risk }: { risk: Risk }) {
  return (
    <>
      <span className="opt-risk__label">
        {t('optimization.risk.classBand', {
          riskClass: risk.riskClassId,
          low: points(risk.bandLow),
          high: points(risk.bandHigh),
        })}
      </span>
      <TermMark word="Bandbreite" />
    </>
  );
}

const statusIcons = {
  in: <IconCircleCheck size={16} aria-hidden="true" />,
  above: <IconTrendingUp size={16} aria-hidden="true" />,
  below: <IconTrendingDown size={16} aria-hidden="true" />,
  unknown: null,
} as const;

/** Label of a mark: above the track for today, below it for after, so that they never meet. */
function Flag({ kind, risk, percent }: { kind: 'before' | 'after'; risk: Risk; percent: number | null }) {
  return (
    <div className={classNames('opt-risk__flag', `opt-risk__flag--${kind}`)} style={place(percent ?? 50)}>
      <span className="opt-risk__flag-name">
        {t(kind === 'before' ? 'optimization.risk.today' : 'optimization.risk.after')}
      </span>
      <span className="opt-risk__flag-value">{points(risk.value)}</span>
      <span className={`opt-risk__flag-status opt-risk__flag-status--${risk.status}`}>
        {statusIcons[risk.status]}
        {t(`contracts.risk.status.${risk.status}`)}
      </span>
    </div>
  );
}
