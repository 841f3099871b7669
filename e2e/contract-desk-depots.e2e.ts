import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { banks, DeskApi } from './support/desk-api.ts';
import { codeFieldOf, requestSms } from './support/desk-steps.ts';
import { expectAccessible, rowsOf, rowWith, type Size, sizes, toTop, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';
import { show } from './support/show.ts';

interface Depot {
  readonly externalKey: string;
  readonly issuerId: number;
  readonly state: string;
}
interface Linked {
  readonly contractId: string;
  readonly externalKey: string;
  readonly traderDepotId: string | null;
}

const journey = useJourney();
const bank = usePracticeBank();
const user = 'admin@demo.example';
const { issuerId } = banks.quader;
let api: DeskApi;

beforeAll(async () => {
  api = await DeskApi.signIn(journey.url, user);
  await api.signInAt(banks.quader);
  // Another journey may have read this bank within the last five minutes: its depots are then known already.
  await api.call('POST', '/contracts/remote-refresh', { issuerId });
});

const newDepots = async (query = ''): Promise<Depot[]> => api.get(`/trader-depots/new?pageSize=250${query}`);
const unlinked = async (): Promise<Linked[]> =>
  api.get(`/trader-depot-contracts?issuerId=${issuerId}&isLinked=false&pageSize=250`);

/** Through the row's menu; a card on a phone opens the dialog that offers both. */
async function choose(page: Page, externalKey: string, entry: 'Ignorieren' | 'Verknüpfen'): Promise<void> {
  const row = await rowWith(page, externalKey);
  if (page.viewportSize()?.width === sizes.phone.width) {
    await row.click();
    if (entry === 'Ignorieren') await page.getByRole('dialog').getByRole('button', { name: entry }).click();
    return;
  }
  await row.getByRole('button', { name: /^Weitere Aktionen/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

let free: Depot[] = [];
beforeEach(async () => {
  const known = new Set((await unlinked()).map(({ externalKey }) => externalKey));
  const found = (await newDepots()).filter(
    ({ externalKey, state }) => externalKey.startsWith(banks.quader.prefix) && state === 'new',
  );
  free = found.filter(({ externalKey }) => !known.has(externalKey));
});

describe.each<Size>(['desktop', 'phone'])('depots the banks report (%s)', (size) => {
  it('are set aside, and still shown on request beside rejected ones', async () => {
    const depot = free[0];
    const page = await journey.signedIn(user, '/trader-depots', size);
    await rowWith(page, depot?.externalKey ?? '');
    await toTop(page);
    await expectAccessible(page);
    await choose(page, depot?.externalKey ?? '', 'Ignorieren');
    await page.getByText(`Das Depot ${depot?.externalKey} wird nicht mehr als neu gezeigt.`).waitFor();
    await rowsOf(page)
      .filter({ hasText: depot?.externalKey ?? '' })
      .waitFor({ state: 'detached' });
    await page.getByText('Abgelehnte und ignorierte anzeigen').click();
    await page.waitForURL(/includeRejected=true/);
    await (await rowWith(page, depot?.externalKey ?? '')).getByText('ignoriert').waitFor();
    await toTop(page);
    await expectAccessible(page);
    expect((await newDepots('&includeRejected=true')).map(({ state }) => state)).toContain('rejected');
  });

  it('are linked to the contract with the same number, read, and released again', async () => {
    const reported = new Set((await newDepots()).map(({ externalKey }) => externalKey));
    const contract = (await unlinked()).find(({ externalKey }) => reported.has(externalKey));
    const externalKey = contract?.externalKey ?? '';
    const page = await journey.signedIn(user, '/trader-depots', size);
    await choose(page, externalKey, 'Verknüpfen');
    const dialog = page.getByRole('dialog', { name: `Depot ${externalKey} verknüpfen` });
    const choice = dialog.getByLabel(/^Vertrag/);
    await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(1);
    await choice.selectOption(contract?.contractId ?? '');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Verknüpfen' }).click();
    await page.getByText(`Das Depot ${externalKey} ist verknüpft.`).waitFor();

    await page.goto(`/contracts/${contract?.contractId}/overview`);
    const more = page.getByRole('button', { name: 'Weitere Aktionen', exact: true });
    await more.click();
    await page.getByRole('menuitem', { name: 'Bankdaten abrufen' }).click();
    await page.getByText(/^Abruf beendet/).waitFor();
    await expectAccessible(page);

    await more.click();
    await page.getByRole('menuitem', { name: 'Verknüpfung lösen' }).click();
    const question = page.getByRole('dialog', { name: 'Verknüpfung mit dem Depot lösen' });
    await question.getByText(new RegExp(`Der Vertrag ${externalKey} und das Depot`)).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Verknüpfung lösen' }).click();
    await page.getByText(`Die Verknüpfung von ${externalKey} ist gelöst.`).waitFor();
    await page.getByText('nicht verknüpft').first().waitFor();
    await more.click();
    await page.getByRole('menuitem', { name: 'Drucken' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Verknüpfung lösen' }).count()).toBe(0);
    await expect
      .poll(async () => (await newDepots()).map((depot) => depot.externalKey))
      .toContain(externalKey);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rückgängig' }).last().click();
    await page.getByText(`${externalKey} ist wieder verknüpft`).waitFor();
    await expect
      .poll(async () => (await newDepots()).map((depot) => depot.externalKey))
      .not.toContain(externalKey);
  });
});

describe('a depot nobody has a contract for', () => {
  it('gets a new one, which can be read from the bank at once', async () => {
    const externalKey = free[0]?.externalKey ?? '';
    const page = await journey.signedIn(user, '/trader-depots', 'phone');
    await choose(page, externalKey, 'Verknüpfen');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Verknüpfen mit').selectOption({ label: 'neuem Vertrag' });
    await dialog.getByLabel('Kunde suchen').fill('Ber');
    await dialog.locator('.search-pick__hit').first().click();
    await dialog.getByLabel(/^Tarif/).selectOption({ label: 'Quaderbank Fondsdepot' });
    // The bank names another holder than the customer chosen here: that has to be said once more.
    await dialog.getByRole('button', { name: 'Verknüpfen' }).click();
    await dialog.getByText(/^Das Depot lautet auf/).waitFor();
    await dialog.getByLabel('Depotinhaber und Kunde sind verschieden, trotzdem verknüpfen').check();
    await expectAccessible(page);
    const [answer] = await Promise.all([
      page.waitForResponse((candidate) => candidate.url().endsWith('/link-to-contract')),
      dialog.getByRole('button', { name: 'Verknüpfen' }).click(),
    ]);
    // Answer of the call linkDepotToContract.
    const { contractId } = (await answer.json()) as { contractId: string };
    await page.getByText(`Das Depot ${externalKey} ist verknüpft.`).waitFor();
    await api.refresh(contractId);
    await show(page, `/contracts/${contractId}/portfolio`);
    await page
      .getByText(/^Stand: /)
      .first()
      .waitFor();
    await expectAccessible(page);
  });
});

describe('a depot to be opened', () => {
  it('is opened at the bank with a code by SMS', async () => {
    const page = await journey.signedIn(user, '/trader-depots');
    const before = new Set((await newDepots()).map(({ externalKey }) => externalKey));
    await page.getByRole('button', { name: 'Depot eröffnen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Depot bei der Bank eröffnen' });
    await dialog.getByLabel('Kunde suchen').fill('Ber');
    await dialog.locator('.search-pick__hit').first().click();
    await dialog.getByLabel(/^Institut/).selectOption({ label: 'Online-Banking Quaderbank Depotservice' });
    await dialog.getByLabel(/^Tarif/).selectOption({ label: 'Quaderbank Fondsdepot' });
    await dialog.getByLabel(/^IBAN/).fill('DE00 1');
    await dialog.getByLabel(/^IBAN/).blur();
    await dialog.getByText('Das ist keine gültige IBAN.').waitFor();
    await dialog.getByLabel(/^IBAN/).fill('DE89 3704 0044 0532 0130 00');
    await dialog.getByLabel(/^Produktkennung/).fill('QB-DEPOT');
    await dialog.getByLabel('Der Kunde hat den Bedingungen der Bank zugestimmt.').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Weiter zur Freigabe' }).click();
    await requestSms(dialog);
    await expectAccessible(page);
    await codeFieldOf(dialog).fill(await bank.smsCode('röffn'));
    await dialog.getByRole('button', { name: 'Depot eröffnen' }).click();
    await page.getByText('Das Depot ist eröffnet. Verknüpfen Sie es mit einem Vertrag.').waitFor();
    const opened = (await newDepots()).filter(({ externalKey }) => !before.has(externalKey));
    expect(opened.map(({ state }) => state)).toEqual(['new']);
    await expectAccessible(page);
  });
});
