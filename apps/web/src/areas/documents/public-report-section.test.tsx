// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { PublicReportSection } from './public-report-section.tsx';

const drawn = (labels: readonly [string, string]) =>
  renderForTest(
    <PublicReportSection
      section={{
        key: 'figures',
        heading: 'Kennzahlen',
        kind: 'table',
        body: '',
        columns: [
          { key: 'label', label: labels[0], align: 'left' },
          { key: 'value', label: labels[1], align: 'right' },
        ],
        rows: [{ label: 'Wert', value: '1,00 €' }],
        chartConfig: null,
        chartData: null,
      }}
    />,
  ).target;

it('has a row of headings only where a column has one', () => {
  expect(drawn(['', '']).querySelectorAll('thead')).toHaveLength(0);
  const target = drawn(['', 'Betrag']);
  expect([...target.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Betrag']);
  expect(target.querySelector('tbody th')?.textContent).toBe('Wert');
});
