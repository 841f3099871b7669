// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import type { HoldingFile } from './analysis-queries.ts';
import { StatementReview } from './statement-review.tsx';

speaksGerman();

const first = { isin: 'IE00BYZK4669', name: 'Erster', quantity: 10.5, value: 1050 };
const file = (total: number | null): HoldingFile => ({
  holdings: [first],
  refused: [],
  asked: [
    {
      isin: 'US0378331005',
      name: 'Zweiter',
      quantity: 3,
      value: 61,
      page: 2,
      source: 'US0378331005  Zweiter  3  20,00  61,00',
      reason: 'Stückzahl mal Kurs ergibt nicht den Wert.',
    },
  ],
  statement: { total, isProved: false, priceDate: '2026-06-30' },
});
const open = (total: number | null) => {
  const onTake = vi.fn<(holdings: readonly object[]) => void>();
  const page = renderForTest(<StatementReview guid="g" file={file(total)} onTake={onTake} />);
  const take = () => page.click('.ui-button--primary');
  return { page, onTake, take, text: () => page.target.textContent };
};
const [confirm, leave] = ['[aria-label="Bestätigen: Zweiter"]', '[aria-label="Weglassen: Zweiter"]'];

describe('a statement that is not proved', () => {
  it('gives nothing before each line is decided; corrected to its sum it is taken without another question', () => {
    const { page, onTake, take, text } = open(1110);
    expect(text()).toContain('Seite 2: US0378331005');
    take();
    expect(onTake).not.toHaveBeenCalled();
    expect(text()).toContain('Bitte bestätigen Sie jede Zeile');
    const [, , value = ''] = [...page.target.querySelectorAll('.analysis__asked input')].map(
      ({ id }) => `#${id}`,
    );
    page.type(value, '60');
    page.leave(value);
    page.click(confirm ?? '');
    take();
    expect(onTake).toHaveBeenCalledWith([
      first,
      { isin: 'US0378331005', name: 'Zweiter', quantity: 3, value: 60 },
    ]);
  });

  it('whose sum is not met or not named is confirmed as a whole', () => {
    // 1050 is what is proved.
    for (const total of [1110, 1050.01, null]) {
      const { page, onTake, take, text } = open(total);
      // What is confirmed as a whole is seen.
      expect(text()).toContain('IE00BYZK4669 · 10,5\u00a0Stück · 1.050,00\u00a0€');
      page.click(leave ?? '');
      take();
      expect(onTake).not.toHaveBeenCalled();
      expect(text()).toContain('Bitte bestätigen Sie, dass die Bestände vollständig sind.');
      page.click('input[type=checkbox]');
      take();
      expect(onTake).toHaveBeenCalledWith([first]);
    }
  });
});

it('of a table speaks of no sum and no proof', () => {
  const onTake = vi.fn<(holdings: readonly object[]) => void>();
  const page = renderForTest(
    <StatementReview guid="g" file={{ ...file(null), statement: null }} onTake={onTake} />,
  );
  expect(page.target.textContent).toContain('Ein Bestand kann so übernommen werden.');
  expect(page.target.textContent).not.toContain('Der Auszug nennt keine Summe');
  page.click(confirm ?? '');
  page.click('.ui-button--primary');
  expect(onTake).toHaveBeenCalledOnce();
});

it('is called a statement only where it is one', () => {
  const titled = (statement: HoldingFile['statement'], isOfBank = false) =>
    renderForTest(
      <StatementReview guid="g" file={{ ...file(null), statement }} isOfBank={isOfBank} onTake={vi.fn()} />,
    ).target.textContent;
  expect(titled(file(null).statement)).toMatch(/^Auszug prüfen.*mit dem Auszug:/);
  expect(titled(null)).toMatch(/^Datei prüfen.*mit Ihrer Datei:/);
  expect(titled(null)).not.toContain('Auszug');
  expect(titled(null, true)).toMatch(/^Bestände der Bank prüfen/);
});
