import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';

const journey = useJourney();
const user = 'admin@demo.example';
let contractId = '';
let fund = { fundId: 0, name: '' };

/** A contract of the demo with a fund of which nothing is recorded yet. */
beforeAll(async () => {
  const api = await DeskApi.signIn(journey.url, user);
  for (const { id } of await api.contracts()) {
    const { body } = await api.call('GET', `/contracts/${id}/movements`);
    // As the call says them; a journey names what it reads.
    const funds = body as { fundId: number; name: string; held: number; movements: object[] }[];
    const found = funds.find(({ held, movements }) => held > 20 && movements.length === 0);
    if (!found) continue;
    contractId = id;
    fund = found;
    return;
  }
  throw new Error('the demo has no fund without recorded purchases');
});

const entry = (page: Page) => page.locator('details', { hasText: fund.name });
const form = (page: Page) => page.getByRole('dialog');
const edit = (page: Page) =>
  page.getByRole('button', { name: `Umsätze bearbeiten Umsätze von ${fund.name}` });
const save = (page: Page) => form(page).getByRole('button', { name: 'Speichern' }).click();

describe('the purchases of a fund', () => {
  it('are entered by hand, explain the units held, and are removed again', async () => {
    const page = await journey.signedIn(user, `/contracts/${contractId}/portfolio`);
    await entry(page).getByText('es ist kein Kauf erfasst').waitFor();
    await entry(page).locator('summary').click();
    await edit(page).click();
    await form(page).getByRole('button', { name: 'Umsatz hinzufügen' }).click();
    await expectAccessibleAtBothSizes(page);

    // What is missing is said with its line, and nothing is stored.
    await save(page);
    await form(page).getByText('Umsatz 1: Bitte geben Sie einen Tag bis heute ein.').first().waitFor();
    await form(page).getByLabel('Tag').fill('03.02.2020');
    await form(page).getByLabel('Anteile').fill('0');
    await save(page);
    await form(page).getByText('Umsatz 1: Bitte geben Sie Anteile über 0 ein.').first().waitFor();
    await form(page).getByLabel('Anteile').fill('10,5');
    await form(page).getByLabel('Betrag').fill('1.050,00');
    await save(page);
    await form(page).waitFor({ state: 'detached' });
    const recorded = entry(page).getByRole('table', { name: `Umsätze von ${fund.name}` });
    await recorded.getByRole('cell', { name: 'von Hand' }).waitFor();
    await expect.poll(() => recorded.innerText()).toMatch(/03\.02\.2020\s+Kauf\s+10,5\s+1\.050,00\s€/);
    const lots = entry(page).getByRole('table', { name: `Noch gehaltene Käufe von ${fund.name}` });
    await expect.poll(() => lots.innerText()).toMatch(/03\.02\.2020\s+10,5\s+1\.050,00\s€\s+100,00\s€/);
    await entry(page)
      .getByText(/Für [\d.,]+ von [\d.,]+ Anteilen ist kein Kauf erfasst/)
      .waitFor();
    await expectAccessibleAtBothSizes(page);

    await edit(page).click();
    await form(page).getByRole('button', { name: 'Umsatz 1 entfernen' }).click();
    await save(page);
    await form(page).waitFor({ state: 'detached' });
    await entry(page).getByText('es ist kein Kauf erfasst').waitFor();
  });
});
