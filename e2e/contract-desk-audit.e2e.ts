import { beforeAll, describe, expect, it } from 'vitest';
import { banks, DeskApi, tradableContract } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, rowsOf, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const journey = useJourney();
const bank = usePracticeBank();
const user = 'admin@demo.example';
let api: DeskApi;

/** What the desk does with a contract, in the words of the log: area to choose, and the entry. */
const deeds = [
  ['Verträge', 'Änderungen der Bank entschieden'],
  ['Verträge', 'Vertrag geprüft'],
  ['Optimierung', 'Vorschlag gespeichert'],
  ['Optimierung', 'Vorschlag verworfen'],
  ['Bankzugänge', 'Bankpasswort hinterlegt'],
] as const;

beforeAll(async () => {
  api = await DeskApi.signIn(journey.url, user);
  const { id, externalKey } = await tradableContract(api, banks.quader);
  await bank.change(banks.quader.bankId, externalKey, {
    cashValue: Math.round(Math.random() * 1_000_000) / 100,
  });
  await api.refresh(id);
  await api.decideChanges(id, true);
  await api.send('POST', `/contracts/${id}/check`);
  await api.send('POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
  await api.discardPlan(id);
});

describe('the log of the revision', () => {
  it('names who did what at the desk, in words, and proves that nothing was altered', async () => {
    const page = await journey.signedIn('revision@demo.example', '/audit');
    const rows = rowsOf(page);
    await rows.getByText(/\d/).first().waitFor();
    await expectAccessibleAtBothSizes(page);
    for (const [area, entry] of deeds) {
      await page.getByLabel('Bereich').selectOption({ label: area });
      const row = rows.filter({ hasText: entry }).first();
      await row.waitFor();
      await expect.poll(() => row.innerText()).not.toMatch(/[a-z]+\.[a-z]+[A-Z]/);
    }
    await page.getByRole('button', { name: 'Kette prüfen' }).click();
    await page.getByText('Das Protokoll ist vollständig und unverändert.').waitFor();
    await expectAccessibleAtBothSizes(page);
  });
});
