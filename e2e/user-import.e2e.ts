import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';

const journey = useJourney();

describe('people from a file', () => {
  it('are looked at, with the reason of each refusal, and taken', async () => {
    const page = await journey.signedIn('admin@demo.example', '/user-management/users/import');
    await page.getByRole('heading', { name: 'Personen einlesen' }).waitFor();
    const mail = `${crypto.randomUUID()}@firma.example`;
    const text = `Name;E-Mail;Rolle\nPia Probe;${mail};Berater\nKai Kaiser;kai@firma.example;Kaiser\n`;
    await page
      .getByLabel('Datei mit Personen', { exact: false })
      .first()
      .setInputFiles({ name: 'personen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Datei lesen' }).click();
    await page.getByText('Die Rolle „Kaiser“ gibt es nicht', { exact: false }).waitFor();
    await expectAccessibleAtBothSizes(page);
    // What was looked at is what is taken: another file asks for another look.
    const file = page.getByLabel('Datei mit Personen', { exact: false }).first();
    const other = 'Name;E-Mail\n;niemand@firma.example\n';
    await file.setInputFiles({ name: 'andere.csv', mimeType: 'text/csv', buffer: Buffer.from(other) });
    await expect.poll(() => page.getByRole('button', { name: 'Übernehmen', exact: true }).count()).toBe(0);
    await file.setInputFiles({ name: 'personen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Datei lesen' }).click();
    await page.getByRole('button', { name: 'Übernehmen', exact: true }).click();
    await page.getByText('Die Personen wurden übernommen.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.goto(`/user-management/users?search=${encodeURIComponent(mail)}`);
    await page.getByRole('link', { name: 'Pia Probe' }).waitFor();
  });
});
