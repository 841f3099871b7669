import { formatPercent } from '@depotwerk/domain/percent';
import type { CSSProperties } from 'react';
import { t } from '../../../texts/texts.ts';
import './pictures.css';
import '../../../ui/cells.css';
import { numeric, TableHead } from '../../../ui/table-head.tsx';

export interface Contribution {
  readonly name: string;
  readonly colour: string;
  /** Fractions. */
  readonly weight: number;
  readonly share: number;
}

/** Rows shown; the rest is summed up. */
const mostRows = 9;

/** Who makes the risk of a class: share of the money beside share of the risk. null = not known. */
export function ContributionsPicture({ parts }: { parts: readonly Contribution[] | null }) {
  if (parts === null) return <p className="hint">{t('tariffPictures.contributions.unknown')}</p>;
  const shown = parts.slice(0, mostRows);
  const rest = parts.slice(mostRows);
  const rows =
    rest.length === 0
      ? shown
      : [
          ...shown,
          {
            name: t('tariffPictures.contributions.rest', { count: rest.length }),
            colour: 'var(--text-faint)',
            weight: rest.reduce((sum, { weight }) => sum + weight, 0),
            share: rest.reduce((sum, { share }) => sum + share, 0),
          },
        ];
  const largest = Math.max(0.01, ...rows.flatMap(({ weight, share }) => [weight, share]));
  const bar = (value: number) =>
    // Custom properties are not part of CSSProperties.
    ({ '--part': Math.max(0, value) / largest }) as CSSProperties;
  return (
    <table className="contributions">
      <caption className="visually-hidden">{t('tariffPictures.contributions.caption')}</caption>
      <TableHead
        columns={[
          t('tariffPictures.contributions.group'),
          numeric(t('tariffPictures.contributions.weight')),
          numeric(t('tariffPictures.contributions.risk')),
        ]}
      >
        <td aria-hidden="true" className="contributions__bars" />
      </TableHead>
      <tbody>
        {rows.map(({ name, colour, weight, share }) => (
          <tr key={name}>
            <th scope="row">
              <span className="contributions__name">
                <i className="ui-swatch" style={{ backgroundColor: colour }} />
                {name}
              </span>
            </th>
            <td className="num">{formatPercent(weight, 1, 1)}</td>
            <td className="num contributions__share">{formatPercent(share, 1, 1)}</td>
            <td aria-hidden="true" className="contributions__bars">
              <i className="contributions__bar" style={bar(weight)} />
              <i className="contributions__bar contributions__bar--risk" style={bar(share)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
