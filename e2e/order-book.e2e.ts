import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adviser } from './support/adviser-api.ts';
import { banks, DeskApi, tradableContract } from './support/desk-api.ts';
import {
  newestExecution,
  openExecution,
  openOptimization,
  signBySms,
  storePlan,
} from './support/desk-steps.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const journey = useJourney();
const bank = usePracticeBank();
const second = 'admin@demo.example';
let api: DeskApi;
let office: DeskApi;

beforeAll(async () => {
  api = await DeskApi.signIn(journey.url, adviser);
  office = await DeskApi.signIn(journey.url, second);
});
// Other journeys of this product carry plans out alone.
afterAll(() => office.setApprovalLimit(null));

const executeButton = (page: Page) => page.getByRole('button', { name: 'Ausführen', exact: true });

describe('orders above the limit of the house', () => {
  it('wait for a second person, are carried out by the first, and stand in the order book', async () => {
    await office.setApprovalLimit(null);
    const contract = await tradableContract(api, banks.quader);
    const admin = await journey.signedIn(second, '/orders');
    await admin.getByText('In Ihrem Haus braucht kein Auftrag eine zweite Person.').waitFor();
    await expectAccessibleAtBothSizes(admin);
    await admin.getByRole('button', { name: 'Grenze festlegen' }).click();
    const limit = admin.getByRole('dialog', { name: 'Zweite Person bei großen Aufträgen' });
    await limit.getByLabel(/^Ab einer Umschichtung von/).fill('100');
    await expectAccessibleAtBothSizes(admin);
    await limit.getByRole('button', { name: 'Speichern' }).click();
    await admin.getByText(/Ab einer Umschichtung von 100,00\s€ muss eine zweite Person zustimmen/).waitFor();

    const page = await journey.signedIn(adviser, '/contracts');
    await openOptimization(page, contract);
    await storePlan(page);
    await page.getByText('Eine zweite Person muss zustimmen').waitFor();
    await expect.poll(() => executeButton(page).isDisabled()).toBe(true);
    await page.getByText('Vor der Ausführung muss eine zweite Person zustimmen.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Freigabe erbitten' }).click();
    const request = page.getByRole('dialog', { name: 'Freigabe erbitten' });
    await request.getByLabel(/^Anmerkung/).fill('Der Kunde drängt.');
    await expectAccessibleAtBothSizes(page);
    await request.getByRole('button', { name: 'Freigabe erbitten' }).click();
    await page.getByText('Wartet auf die Zustimmung einer zweiten Person').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Freigeben' }).count()).toBe(0);

    await admin.goto(`${journey.url}/orders?view=approvals`);
    await admin.getByText(contract.externalKey).first().waitFor();
    await expectAccessibleAtBothSizes(admin);
    await admin.getByText(contract.externalKey).first().click();
    await admin.waitForURL(/\/optimization/);
    await admin.getByText('„Der Kunde drängt.“').waitFor();
    await admin.getByRole('button', { name: 'Ablehnen' }).click();
    const refusal = admin.getByRole('dialog', { name: 'Vorschlag ablehnen' });
    await refusal.getByRole('button', { name: 'Ablehnen' }).click();
    await refusal.getByText('Bitte geben Sie einen Grund an.').waitFor();
    await expectAccessibleAtBothSizes(admin);
    await refusal.getByRole('button', { name: 'Abbrechen' }).click();
    await admin.getByRole('button', { name: 'Freigeben' }).click();
    const approval = admin.getByRole('dialog', { name: 'Vorschlag freigeben' });
    await approval.getByRole('button', { name: 'Freigeben' }).click();
    await admin.getByText('Von einer zweiten Person freigegeben').waitFor();
    await admin
      .getByText('Sie haben diesen Vorschlag freigegeben. Ausführen muss ihn jemand anderes.')
      .waitFor();
    await expect.poll(() => executeButton(admin).isDisabled()).toBe(true);
    await expectAccessibleAtBothSizes(admin);

    // The adviser's page hears of it, or has it when it is opened again.
    await page.reload();
    await page.getByText('Von einer zweiten Person freigegeben').waitFor();
    const dialog = await openExecution(page);
    await signBySms(dialog, bank, contract);
    await dialog.waitFor({ state: 'detached' });
    await newestExecution(page).getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();

    await admin.goto(`${journey.url}/orders?search=${contract.externalKey}`);
    const row = admin.locator('[data-row="0"]');
    await row.getByText('Ausgeführt').waitFor();
    await row.getByText(contract.externalKey).waitFor();
    await expectAccessibleAtBothSizes(admin);
  });
});
