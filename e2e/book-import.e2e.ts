import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, sizes, useJourney } from './support/journey.ts';

const journey = useJourney();

describe('a book of business', () => {
  it('says first what is missing to whoever may not see every group, and offers no form', async () => {
    const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
    const { id } = await administrator.send<{ id: string }>('POST', '/groups', {
      groupName: `Ohne mich ${crypto.randomUUID().slice(0, 8)}`,
      groupDescription: 'Eine Gruppe, in der der Administrator keine Rechte hat',
      isInactive: false,
      parentGroupId: null,
    });
    try {
      const page = await journey.signedIn('admin@demo.example', '/admin/book-imports');
      await page.getByText('Rechte in allen Gruppen nötig').waitFor();
      await page
        .getByText(/In der Gruppe „Ohne mich .* fehlt Ihnen „Kunden der Gruppe bearbeiten“/)
        .waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Datei lesen' }).count()).toBe(0);
      await expectAccessibleAtBothSizes(page);
      await page.getByRole('main').getByRole('link', { name: 'Gruppen' }).click();
      await page.getByRole('heading', { name: 'Gruppen', level: 1 }).waitFor();
    } finally {
      const { etag } = await administrator.call('GET', `/groups/${id}`);
      await administrator.send('DELETE', `/groups/${id}`, undefined, etag ?? undefined);
    }
  });

  it('is uploaded, mapped, checked, written and taken back', async () => {
    const page = await journey.signedIn('admin@demo.example', '/admin/book-imports');
    await page.getByRole('heading', { name: 'Bestandsübernahme' }).waitFor();
    await page.getByRole('button', { name: 'Datei lesen' }).click();
    await page.getByText('Bitte wählen Sie eine Datei.').waitFor();
    const mark = crypto.randomUUID().slice(0, 8);
    const text = [
      'Kd;Vorname;Nachname;Geburtsdatum',
      `E2E-${mark}-1;Anna;Probe${mark};03.04.1964`,
      `E2E-${mark}-2;Uwe;Probe${mark};31.02.1970`,
    ].join('\n');
    await page
      .getByLabel('Datei', { exact: false })
      .first()
      .setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Datei lesen' }).click();
    await page.getByRole('heading', { name: 'kunden.csv' }).waitFor();
    await page.getByLabel('Bedeutung von Kd').selectOption('customerKey');
    await expectAccessibleAtBothSizes(page);
    // What is to be chosen is seen on a phone without scrolling the table.
    await page.setViewportSize(sizes.phone);
    const choice = await page.getByLabel('Bedeutung von Geburtsdatum').boundingBox();
    expect((choice?.x ?? 0) + (choice?.width ?? 0)).toBeGreaterThan(100);
    expect((choice?.x ?? 0) + (choice?.width ?? 0)).toBeLessThanOrEqual(sizes.phone.width);
    await page.setViewportSize(sizes.desktop);
    await page.getByRole('button', { name: 'Zeilen prüfen' }).click();
    await page.getByText('„31.02.1970“ ist kein gültiger Tag.', { exact: false }).waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: '1 Zeile übernehmen' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Übernommen$/ })
      .waitFor();
    await page.goto(`/customers?search=Probe${mark}`);
    await page.getByRole('link', { name: `Probe${mark}, Anna` }).waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Übernahme zurücknehmen' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Betroffene Zeilen: 1.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await question.getByRole('button', { name: 'Übernahme zurücknehmen' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Zurückgenommen$/ })
      .waitFor();
    await page.goto(`/customers?search=Probe${mark}`);
    await page.getByText('Keine Treffer', { exact: false }).first().waitFor();
    await expect.poll(() => page.getByRole('link', { name: `Probe${mark}, Anna` }).count()).toBe(0);
  });
});
