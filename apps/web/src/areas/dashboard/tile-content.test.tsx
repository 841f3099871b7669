// @vitest-environment happy-dom
import { setNotation } from '@depotwerk/domain/notation';
import { afterEach, expect, it } from 'vitest';
import { englishNotation } from '../../texts/english-figures.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { TileContent } from './tile-content.tsx';

afterEach(() => setNotation(undefined));

/** What a tile writes for an amount. */
function written(value: number | null): string {
  const row = { label: 'Vermögen', colour: 'ok', value, unit: 'money', path: null } as const;
  const answer = {
    legend: [row],
    columns: [],
    rows: [],
    chartData: [],
    chartConfig: null,
    markdown: null,
    updatedAt: '',
  };
  const { find } = renderForTest(
    <TileContent widget={{ kind: 'legend', title: 'Bestand', options: {} }} answer={answer} />,
  );
  return find('.dashboard__value', HTMLElement).innerText.replaceAll('\u00a0', ' ');
}

it.each([
  [5_000_000, '5.000.000,00 €', '€5,000,000.00'],
  [12_001.4, '12.001,40 €', '€12,001.40'],
  [-3_005, '−3.005,00 €', '−€3,005.00'],
  [0, '0,00 €', '€0.00'],
])('writes %d to the cent in both languages', (value, german, english) => {
  expect(written(value)).toBe(german);
  setNotation(englishNotation);
  expect(written(value)).toBe(english);
});

it('invents no amount where none is known', () => {
  expect(written(null)).not.toMatch(/\d/);
});

it.each(['legend', 'table', 'chart'] as const)(
  'says below a %s what has to be known of its numbers',
  (kind) => {
    const answer = {
      legend: [],
      columns: [{ key: 'name', label: 'Fonds', cellKind: 'text' as const }],
      rows: [{ cells: { name: 'Fonds A' }, path: null }],
      chartData: [{ label: '85 bis 100', value: 1, path: null }],
      chartConfig: { kind: 'bar' as const, unit: 'count' as const },
      markdown: 'Jede Nacht zusammengezählt.',
      updatedAt: '',
    };
    const { find } = renderForTest(
      <TileContent widget={{ kind, title: 'Fonds', options: {} }} answer={answer} />,
    );
    expect(find('.hint', HTMLElement).innerText).toBe('Jede Nacht zusammengezählt.');
  },
);

it('lets each of several text tiles say its own text', () => {
  const answer = {
    legend: [],
    columns: [],
    rows: [],
    chartData: [],
    chartConfig: null,
    markdown: 'Text der ersten Kachel',
    updatedAt: '',
  };
  const widget = { kind: 'text', title: 'Hinweise' } as const;
  const page = renderForTest(
    <TileContent widget={{ ...widget, options: { markdown: 'Text der zweiten' } }} answer={answer} />,
  );
  expect(document.body.textContent).toBe('Text der zweiten');
  page.rerender(<TileContent widget={{ ...widget, options: {} }} answer={answer} />);
  expect(document.body.textContent).toBe('Text der ersten Kachel');
});

it('draws a bar for few, and none for none', () => {
  const bar = (label: string, value: number) => ({ label, value, path: null });
  const answer = {
    legend: [],
    columns: [],
    rows: [],
    chartData: [bar('85 bis 100', 400), bar('25 bis 49', 1), bar('0 bis 24', 0)],
    chartConfig: { kind: 'bar' as const, unit: 'count' as const },
    markdown: null,
    updatedAt: '',
  };
  const { target } = renderForTest(
    <TileContent widget={{ kind: 'chart', title: 'Bewertungen', options: {} }} answer={answer} />,
  );
  const bars = [...target.querySelectorAll('.dashboard__bar')].map((cell) => cell.children.length);
  expect(bars).toEqual([1, 1, 0]);
});
