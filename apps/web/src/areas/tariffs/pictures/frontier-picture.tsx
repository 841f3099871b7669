import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { formatPercent } from '@depotwerk/domain/percent';
import { riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import { said, t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { axisOf, type FrontierPoint, pathThrough, placeOn } from './frontier-geometry.ts';
import { useWidth } from './use-width.ts';
import './pictures.css';
import { TableHead } from '../../../ui/table-head.tsx';

export interface FrontierClass {
  readonly riskClassId: number;
  /** Fractions per year; null = not known. */
  readonly volatility: number | null;
  readonly expectedReturn: number | null;
  readonly status: RiskBandStatus;
}

export interface FrontierPictureProps {
  /** Efficient frontier of the peer groups; empty while it is not known. */
  frontier: readonly FrontierPoint[];
  classes: readonly FrontierClass[];
  /** Peer groups themselves, faint. */
  groups?: readonly (FrontierPoint & { readonly name: string })[] | undefined;
  activeClassId?: number | null | undefined;
}

const height = 280;
const edge = { top: 12, right: 16, bottom: 40, left: 50 } as const;
const dot = 11;
const percent = (value: number) => formatPercent(value, 1, 2);
const tick = (value: number) => formatPercent(value, 0, 2);

/** The efficient frontier of the peer groups with the portfolio of each risk class on, or below, it. */
export function FrontierPicture({ frontier, classes, groups = [], activeClassId }: FrontierPictureProps) {
  const [svg, width] = useWidth<SVGSVGElement>();
  const known = classes.flatMap(({ volatility, expectedReturn, ...rest }) =>
    volatility === null || expectedReturn === null ? [] : [{ ...rest, volatility, expectedReturn }],
  );
  const all = [...frontier, ...known, ...groups];
  const across = axisOf(
    all.map(({ volatility }) => volatility),
    true,
  );
  const up = axisOf(
    all.map(({ expectedReturn }) => expectedReturn),
    false,
  );
  const x = (value: number) => edge.left + placeOn(across, value) * (width - edge.left - edge.right);
  const y = (value: number) => height - edge.bottom - placeOn(up, value) * (height - edge.top - edge.bottom);
  const bottom = height - edge.bottom;
  return (
    <figure className="frontier">
      <svg ref={svg} className="frontier__plot" height={height} aria-hidden="true">
        {across.ticks.map((value) => (
          <g key={value}>
            <line className="frontier__line" x1={x(value)} x2={x(value)} y1={edge.top} y2={bottom} />
            <text className="frontier__tick" x={x(value)} y={bottom + 16} textAnchor="middle">
              {tick(value)}
            </text>
          </g>
        ))}
        {up.ticks.map((value) => (
          <g key={value}>
            <line
              className="frontier__line"
              x1={edge.left}
              x2={width - edge.right}
              y1={y(value)}
              y2={y(value)}
            />
            <text className="frontier__tick" x={edge.left - 8} y={y(value) + 4} textAnchor="end">
              {tick(value)}
            </text>
          </g>
        ))}
        <text className="frontier__axis" x={width - edge.right} y={height - 6} textAnchor="end">
          {t('tariffPictures.frontier.risk')}
        </text>
        {groups.map(({ name, volatility, expectedReturn }) => (
          <circle key={name} className="frontier__group" cx={x(volatility)} cy={y(expectedReturn)} r={3}>
            <title>{name}</title>
          </circle>
        ))}
        {frontier.length > 0 ? (
          <path
            className="frontier__curve"
            d={pathThrough(
              frontier.map(({ volatility, expectedReturn }) => ({ x: x(volatility), y: y(expectedReturn) })),
            )}
          />
        ) : null}
        {known.map(({ riskClassId, volatility, expectedReturn, status }) => (
          <g
            key={riskClassId}
            className={classNames(
              'frontier__class',
              `frontier__class--${status}`,
              riskClassId === activeClassId && 'frontier__class--active',
            )}
            style={{ transform: `translate(${x(volatility)}px, ${y(expectedReturn)}px)` }}
          >
            <circle r={dot} />
            <text y={4} textAnchor="middle">
              {riskClassId}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="pictures__legend" aria-hidden="true">
        <span>
          <i className="frontier__key" />
          {t('tariffPictures.frontier.curve')}
        </span>
        <span>
          <i className="frontier__key frontier__key--class" />
          {t('tariffPictures.frontier.classes')}
        </span>
        {groups.length > 0 ? (
          <span>
            <i className="frontier__key frontier__key--group" />
            {t('tariffPictures.frontier.groups')}
          </span>
        ) : null}
        <span className="pictures__axis">{t('tariffPictures.frontier.return')}</span>
      </figcaption>
      <div className="visually-hidden">
        <table>
          <caption>{t('tariffPictures.frontier.caption')}</caption>
          <TableHead
            columns={[
              t('tariffPictures.riskClass'),
              said(riskMeasureNames.VOLATILITY),
              t('tariffPictures.frontier.expectedReturn'),
              t('tariffPictures.frontier.best'),
            ]}
          />
          <tbody>
            {classes.map(({ riskClassId, volatility, expectedReturn }) => (
              <tr key={riskClassId}>
                <th scope="row">{riskClassId}</th>
                <td>{volatility === null ? t('contracts.risk.unknown') : percent(volatility)}</td>
                <td>{expectedReturn === null ? t('contracts.risk.unknown') : percent(expectedReturn)}</td>
                <td>{bestReturn(frontier, volatility)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Return the frontier offers at this risk. */
function bestReturn(frontier: readonly FrontierPoint[], volatility: number | null): string {
  const next = frontier.findIndex((point) => volatility !== null && point.volatility >= volatility);
  const [one, other] = [frontier[next - 1], frontier[next]];
  if (volatility === null || !one || !other) return '\u2013';
  const share = (volatility - one.volatility) / Math.max(1e-12, other.volatility - one.volatility);
  return percent(one.expectedReturn + share * (other.expectedReturn - one.expectedReturn));
}
