import { formatPercent } from '@depotwerk/domain/percent';
import { donutSegments } from './donut-geometry.ts';
import './chart.css';

export interface DonutPart {
  name: string;
  /** CSS colour. */
  colour: string;
  /** Share 0–1. */
  fraction: number;
}

// Circumference 100, so that dash lengths are percent.
const radius = 100 / (2 * Math.PI);

/** Shares as a ring, beside a table that says the same in words and figures. */
export function Donut({ caption, parts }: { caption: string; parts: readonly DonutPart[] }) {
  const segments = donutSegments(parts.map((part) => part.fraction));
  return (
    <div className="ui-donut">
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <g transform="rotate(-90 20 20)">
          {parts.map((part, index) => (
            <circle
              key={part.name}
              cx="20"
              cy="20"
              r={radius}
              fill="none"
              strokeWidth="6"
              stroke={part.colour}
              strokeDasharray={`${segments[index]?.length ?? 0} 100`}
              strokeDashoffset={segments[index]?.offset ?? 0}
            />
          ))}
        </g>
      </svg>
      <table className="ui-donut__rows">
        <caption className="visually-hidden">{caption}</caption>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name}>
              <th scope="row">
                <span className="ui-donut__name">
                  <span
                    className="ui-swatch ui-swatch--data"
                    style={{ backgroundColor: part.colour }}
                    aria-hidden="true"
                  />
                  {part.name}
                </span>
              </th>
              <td className="num">{formatPercent(part.fraction)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
