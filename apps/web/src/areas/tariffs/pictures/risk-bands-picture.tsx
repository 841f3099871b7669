import { formatNumber } from '@depotwerk/domain/number-text';
import { withPercentSign } from '@depotwerk/domain/percent';
import { type RiskMeasure, riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import type { CSSProperties } from 'react';
import { said, t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { type BandClass, type BandRow, riskBandsGeometry } from './risk-bands-geometry.ts';
import './risk-bands-picture.css';
import { TableHead } from '../../../ui/table-head.tsx';

export interface RiskBandsPictureProps {
  /** Classes in their order; percentage points. */
  classes: readonly BandClass[];
  /** RiskMeasure of what is built for each class, in the same order; percentage points, null = not known. */
  measured?: readonly (number | null)[] | undefined;
  measure: RiskMeasure;
  /** Class whose row is lit, e.g. the one the grid's focus is in. */
  activeClassId?: number | null | undefined;
}

const points = (value: number | null, decimals = 1) =>
  value === null ? '–' : formatNumber(value, decimals, 2);
// Custom properties are not part of CSSProperties.
const placed = (place: number) => ({ '--place': `${place}%`, '--at': place }) as CSSProperties;
const span = (start: number, width: number) =>
  ({ '--start': `${start}%`, '--width': `${width}%` }) as CSSProperties;

/**
 * Bands of all risk classes to one scale: target as a notch, what neighbours share hatched, and, where a measure is
 * known, a mark that shows whether the class keeps its band. It moves while numbers change.
 */
export function RiskBandsPicture({ classes, measured, measure, activeClassId }: RiskBandsPictureProps) {
  const { rows, overlaps, ticks } = riskBandsGeometry(classes, measured);
  const hasMeasures = measured?.some((value) => value !== null) ?? false;
  return (
    <figure className="bands">
      <div className="bands__plot" aria-hidden="true">
        <div className="bands__rows">
          {rows.map((row, index) => (
            <div
              key={row.riskClassId}
              className={classNames('bands__row', row.riskClassId === activeClassId && 'bands__row--active')}
            >
              <span className="bands__name">{t('tariffPictures.class', { riskClass: row.riskClassId })}</span>
              <div className="bands__track">
                {ticks.map(({ value, place }) => (
                  <i key={value} className="bands__line" style={placed(place)} />
                ))}
                {row.low === null ? null : (
                  <span className="bands__band" style={span(row.start, row.width)} />
                )}
                {overlaps
                  .filter((overlap) => overlap.row === index || overlap.row === index - 1)
                  .map((overlap) => (
                    <span
                      key={overlap.row}
                      className="bands__overlap"
                      style={span(overlap.start, overlap.width)}
                    />
                  ))}
                {row.targetPlace === null ? null : (
                  <span className="bands__target" style={placed(row.targetPlace)} />
                )}
                {row.measuredPlace === null ? null : (
                  <span
                    className={classNames('bands__mark', `bands__mark--${row.status}`)}
                    style={placed(row.measuredPlace)}
                  />
                )}
              </div>
              <span className="bands__figures">{figures(row, hasMeasures)}</span>
            </div>
          ))}
        </div>
        <div className="bands__axis">
          {ticks.map(({ value, place }, index) => (
            <span key={value} className="bands__tick" style={placed(place)}>
              {index === ticks.length - 1 ? withPercentSign(formatNumber(value)) : formatNumber(value)}
            </span>
          ))}
        </div>
        <div className="bands__legend">
          <span>
            <i className="bands__key bands__key--band" />
            {t('tariffPictures.bands.band', { measure: said(riskMeasureNames[measure]) })}
          </span>
          <span>
            <i className="bands__key bands__key--target" />
            {t('tariffPictures.bands.target')}
          </span>
          {overlaps.length > 0 ? (
            <span>
              <i className="bands__key bands__key--overlap" />
              {t('tariffPictures.bands.overlap')}
            </span>
          ) : null}
          {hasMeasures ? (
            <span>
              <i className="bands__key bands__key--mark" />
              {t('tariffPictures.bands.measured')}
            </span>
          ) : null}
        </div>
      </div>
      <BandsTable rows={rows} measure={measure} hasMeasures={hasMeasures} />
      {overlaps.length > 0 ? (
        <p className="visually-hidden">
          {overlaps
            .map(({ lowerClassId, upperClassId, from, to }) =>
              t('tariffPictures.bands.overlapInWords', {
                lower: lowerClassId,
                upper: upperClassId,
                from: points(from),
                to: points(to),
              }),
            )
            .join(' ')}
        </p>
      ) : null}
    </figure>
  );
}

function figures(row: BandRow, hasMeasures: boolean): string {
  if (hasMeasures) return withPercentSign(points(row.measured, 2));
  if (row.low === null || row.high === null) return '–';
  return withPercentSign(`${formatNumber(row.low, 1, 1)}\u2009–\u2009${formatNumber(row.high, 1, 1)}`);
}

/** The same for those who do not see the picture. */
function BandsTable({
  rows,
  measure,
  hasMeasures,
}: {
  rows: readonly BandRow[];
  measure: RiskMeasure;
  hasMeasures: boolean;
}) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t('tariffPictures.bands.caption', { measure: said(riskMeasureNames[measure]) })}</caption>
        <TableHead
          columns={[
            t('tariffPictures.riskClass'),
            t('tariffPictures.bands.from'),
            t('tariffPictures.bands.target'),
            t('tariffPictures.bands.to'),
          ]}
        >
          {hasMeasures ? <th scope="col">{t('tariffPictures.bands.measured')}</th> : null}
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.riskClassId}>
              <th scope="row">{row.riskClassId}</th>
              <td>{points(row.low)}</td>
              <td>{points(row.target)}</td>
              <td>{points(row.high)}</td>
              {hasMeasures ? (
                <td>
                  {row.measured === null
                    ? t('contracts.risk.unknown')
                    : `${points(row.measured)}, ${t(`contracts.risk.status.${row.status}`)}`}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
