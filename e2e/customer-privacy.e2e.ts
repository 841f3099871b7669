import { describe, expect, it } from 'vitest';
import { expectAccessible, loseAnswer, useJourney } from './support/journey.ts';

const journey = useJourney();

describe('data protection of a customer', () => {
  it('consent, archive, hold and erasure', async () => {
    const page = await journey.signedIn('admin@demo.example', '/customers', 'phone');
    const dialog = page.getByRole('dialog');
    const name = `Recht${crypto.randomUUID().slice(0, 6)}`;
    await page.getByRole('button', { name: 'Kunde anlegen' }).click();
    await dialog.getByLabel('Nachname').fill(name);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('link', { name: 'Datenschutz', exact: true }).first().click();

    await page.getByRole('button', { name: 'Einwilligung erfassen' }).click();
    await dialog.getByLabel('Einwilligung').selectOption({ label: 'Werbung per E-Mail' });
    await dialog.getByLabel('Fassung des Textes').fill('2026-01');
    // The server records it, its answer is lost: tried once more it is still one consent.
    await page.route('**/consents', loseAnswer);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/consents', loseAnswer);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Fassung 2026-01').first().waitFor();
    expect(await page.getByText('Fassung 2026-01').count()).toBe(1);
    await page.getByRole('button', { name: 'Widerruf erfassen' }).click();
    await dialog.getByRole('button', { name: 'Widerruf erfassen' }).click();
    await page.getByRole('cell', { name: 'Widerrufen' }).waitFor();
    await expect.poll(() => page.getByText('Fassung 2026-01').count()).toBe(2);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Auskunft erstellen' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Datenauskunft_Recht.*\.zip$/);

    await page.getByRole('button', { name: 'Löschsperre setzen' }).click();
    await dialog.getByLabel('Grund').fill('Rechtsstreit');
    await dialog.getByRole('button', { name: 'Setzen' }).click();
    await page.getByText('Eine Löschsperre verhindert derzeit jede Löschung.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Kunde löschen' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Löschsperre aufheben' }).click();
    await dialog.getByLabel('Grund').fill('Vergleich');
    await dialog.getByRole('button', { name: 'Aufheben' }).click();
    await page.getByText('Aufgehoben, weil: Vergleich').waitFor();

    await page.getByRole('button', { name: 'Kunde löschen' }).click();
    await expectAccessible(page);
    await dialog.getByLabel('Mir ist bewusst', { exact: false }).check();
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
    await page.waitForURL(/\/customers$/);
    await page.getByRole('link', { name: 'Löschungen' }).click();
    await page.getByText('SHA-256', { exact: false }).first().waitFor();
  });
});
