import { formatNumber } from '@depotwerk/domain/number-text';
import { withPercentSign } from '@depotwerk/domain/percent';
import type { CSSProperties } from 'react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import './pictures.css';
import '../../../ui/cells.css';

export interface BarPart {
  readonly name: string;
  /** CSS colour. */
  readonly colour: string;
  /** By class, in tenths of a percent. */
  readonly tenths: readonly number[];
}

export interface AllocationBarsProps {
  classIds: readonly number[];
  parts: readonly BarPart[];
  activeClassId?: number | null | undefined;
  /** Heading of the names: "Kategorie", "Fonds". */
  partHeading: string;
}

/** Shares from which on a figure fits into a part of a bar. */
const writtenFrom = 70;
const percent = (tenths: number) => withPercentSign(formatNumber(tenths / 10, 0, 1));

/** The make-up of every risk class as a stacked bar. A bar that is not full, or too full, shows it. */
export function AllocationBars({ classIds, parts, activeClassId, partHeading }: AllocationBarsProps) {
  const shown = parts.filter(({ tenths }) => tenths.some((share) => share > 0));
  const sums = classIds.map((_, place) => shown.reduce((sum, part) => sum + (part.tenths[place] ?? 0), 0));
  const full = Math.max(1000, ...sums);
  return (
    <figure className="stacks">
      <div className="stacks__plot" aria-hidden="true">
        {classIds.map((riskClassId, place) => (
          <div
            key={riskClassId}
            className={classNames('stacks__class', riskClassId === activeClassId && 'stacks__class--active')}
          >
            <div className={classNames('stacks__bar', sums[place] !== 1000 && 'stacks__bar--bad')}>
              {shown.map(({ name, colour, tenths }) => {
                const share = tenths[place] ?? 0;
                return (
                  <div
                    key={name}
                    className="stacks__part"
                    title={`${name}: ${percent(share)}`}
                    // Custom properties are not part of CSSProperties.
                    style={{ '--height': `${(share / full) * 100}%`, '--colour': colour } as CSSProperties}
                  >
                    {share >= writtenFrom ? <span>{Math.round(share / 10)}</span> : null}
                  </div>
                );
              })}
            </div>
            <span className="stacks__name">{t('tariffPictures.class', { riskClass: riskClassId })}</span>
          </div>
        ))}
      </div>
      <figcaption className="pictures__legend" aria-hidden="true">
        {shown.map(({ name, colour }) => (
          <span key={name}>
            <i className="ui-swatch" style={{ backgroundColor: colour }} />
            {name}
          </span>
        ))}
      </figcaption>
      <div className="visually-hidden">
        <table>
          <caption>{t('tariffPictures.bars.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{partHeading}</th>
              {classIds.map((riskClassId) => (
                <th key={riskClassId} scope="col">
                  {t('tariffPictures.class', { riskClass: riskClassId })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, tenths }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {classIds.map((riskClassId, place) => (
                  <td key={riskClassId}>{percent(tenths[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
