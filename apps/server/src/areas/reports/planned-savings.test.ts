import { expect, it } from 'vitest';
import { reportChart, reportSource } from '../../../test/report-world.ts';
import { buildDepotOverview } from './report/build-depot-overview.ts';
import { buildLegalContract } from './report/build-legal-contract.ts';

const options = { withCharts: false, salutation: null };

it('tells of a savings plan that begins later with its day, and of none only where none is agreed', () => {
  const source = reportSource();
  const { currentSavingsPlan: current } = source.detail;
  if (!current) throw new Error('the contract saves');
  const papers = (currentSavingsPlan: typeof current | null, plannedSavingsPlan: typeof current | null) => {
    const of = { ...source, detail: { ...source.detail, currentSavingsPlan, plannedSavingsPlan } };
    const [overview, sheet] = [
      buildDepotOverview(of, reportChart, null, options),
      buildLegalContract(of, options),
    ];
    return [overview, sheet].map(({ blocks }) => JSON.stringify(blocks).replaceAll('\u00a0', ' '));
  };
  const planned = { ...current, validFrom: '2027-02-01', contribution: 400 };
  const [overview, sheet] = papers(null, planned);
  expect(overview).toContain('"400,00 €","note":"ab 01.02.2027, monatlich"');
  expect(overview).toContain('Künftige Beitragsaufteilung');
  expect(sheet).toContain('["Beitrag","400,00 € monatlich, ab dem 01.02.2027"]');
  expect(sheet).toContain('Sparrate 400,00 € monatlich, ab dem 01.02.2027');
  // The one in force is told, not the one that follows it.
  for (const paper of papers(current, planned)) {
    expect(paper).toContain('250,00 €');
    expect(paper).not.toContain('400,00 €');
  }
  expect(papers(null, null)[0]).toContain('kein Sparplan');
});
