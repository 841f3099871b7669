import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, loaded, rowsOf, useJourney } from './support/journey.ts';

const journey = useJourney();
const panel = (page: Page) => page.getByRole('dialog');

async function createTag(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Schlagwort anlegen' }).first().click();
  await panel(page).getByLabel('Name').fill(name);
  await panel(page).getByRole('button', { name: 'Speichern' }).click();
  await panel(page).waitFor({ state: 'detached' });
}

describe('tags', () => {
  it('are kept by the house, given at contract and customer and to many, and find them again', async () => {
    const page = await journey.signedIn('admin@demo.example', '/admin/tags');
    const mark = crypto.randomUUID().slice(0, 6);
    const [meeting, old] = [`Jahresgespräch ${mark}`, `Gespräch ${mark}`];
    await createTag(page, meeting);
    await createTag(page, old);
    await expectAccessibleAtBothSizes(page);

    await page.goto(`${new URL(page.url()).origin}/contracts`);
    await loaded(page);
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    for (const index of [0, 1]) await rowsOf(page).nth(index).getByRole('checkbox').check();
    const saved = page.waitForEvent('download');
    const bar = page.getByRole('region', { name: 'Auswahl' });
    await bar.getByRole('button', { name: 'Exportieren' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/^Verträge.*\.csv$/);
    await page.getByRole('button', { name: 'Ändern', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schlagwort vergeben' }).click();
    await panel(page).getByLabel('Schlagwort').selectOption(old);
    await panel(page).getByText('2 Verträge werden geändert.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByRole('button', { name: 'Änderung ausführen' }).click();
    await panel(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Schlagwort', { exact: true }).selectOption(old);
    await page.getByText('2 Treffer').waitFor();
    await rowsOf(page).first().getByRole('link').first().click();
    await page.getByText(old).first().waitFor();
    await page.getByRole('button', { name: 'Schlagwörter ändern' }).click();
    await panel(page).getByLabel(meeting).check();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByRole('button', { name: 'Speichern' }).click();
    await panel(page).waitFor({ state: 'detached' });
    await page.getByText(meeting).first().waitFor();

    const holder = page.getByRole('heading', { level: 1 }).getByRole('link');
    await holder.click();
    // The contract stays on screen until the customer's page is there, and has a button of the same name.
    await holder.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Schlagwörter ändern' }).click();
    await panel(page).getByLabel(meeting).check();
    await panel(page).getByRole('button', { name: 'Speichern' }).click();
    await panel(page).waitFor({ state: 'detached' });
    await page.getByText(meeting).first().waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('link', { name: 'Verlauf' }).click();
    await page.getByText(`Schlagwort vergeben: ${meeting}`).first().waitFor();

    await page.goto(`${new URL(page.url()).origin}/customers`);
    await loaded(page);
    await page.getByLabel('Schlagwort', { exact: true }).selectOption(meeting);
    await page.getByText('1 Treffer').waitFor();
    await expectAccessibleAtBothSizes(page);

    await page.goto(`${new URL(page.url()).origin}/admin/tags`);
    await loaded(page);
    await page.getByRole('link', { name: old, exact: true }).click();
    await panel(page).getByLabel('Anderes Schlagwort').selectOption(meeting);
    await panel(page).getByRole('button', { name: 'Zusammenlegen' }).click();
    await page
      .getByText(`Möchten Sie „${old}“ durch „${meeting}“ ersetzen und löschen?`, { exact: false })
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('dialog').last().getByRole('button', { name: 'Zusammenlegen' }).click();
    await page.getByText(`Jetzt steht überall „${meeting}“.`).waitFor();
    await expect.poll(() => page.getByRole('link', { name: old, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: /Schlagwort anlegen/ }).waitFor();
  });
});
