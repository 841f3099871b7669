import type { TimeSeries } from './time-chart.tsx';
import './chart.css';

/** The lines of a chart with their names; its description says the same to those who cannot see it. */
export function ChartLegend({ series }: { series: readonly TimeSeries[] }) {
  return (
    <div className="ui-legend" aria-hidden="true">
      {series.map((line) => (
        <span key={line.key} className="ui-legend__item">
          <span
            className={line.isDashed ? 'ui-legend__line ui-legend__line--dashed' : 'ui-legend__line'}
            style={{ borderColor: `var(${line.colourToken})` }}
          />
          {line.label}
        </span>
      ))}
    </div>
  );
}
