import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeskApi, type DeskContract } from './support/desk-api.ts';
import { expectAccessible, expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';

const journey = useJourney();
const user = 'admin@demo.example';
let insured: DeskContract[] = [];

beforeAll(async () => {
  const api = await DeskApi.signIn(journey.url, user);
  insured = (await api.contracts()).filter(({ insurer }) => insurer !== null);
});

/** A contract with an insurer; each journey takes its own. */
function contractAt(place: number): DeskContract {
  const contract = insured[place];
  if (!contract) throw new Error(`the demo has no contract ${place} with an insurer`);
  return contract;
}

async function openForm(page: Page, { id }: DeskContract): Promise<void> {
  await show(page, `/contracts/${id}/elements/fundSwitch`);
  await page.getByRole('heading', { name: /^Fondswechsel bei / }).waitFor();
}

/** The server answers every change half a second later; what follows from it is on screen then. */
async function settled(page: Page, act: () => Promise<unknown>): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().includes('/elements/fundSwitch/')),
    act(),
  ]);
  await answer.finished();
}

/** Adds a fund that is found by `search` and not chosen yet. */
async function addTarget(page: Page, search: string): Promise<void> {
  const targets = page.getByRole('list', { name: 'Zielfonds' }).getByRole('listitem');
  const before = await targets.count();
  const answered = page.waitForResponse(
    (candidate) => new URL(candidate.url()).searchParams.get('search')?.startsWith(search) === true,
  );
  await page.getByLabel('Fonds suchen').fill(search);
  await answered;
  const hits = page.getByRole('list', { name: 'Treffer' }).getByRole('button');
  // What was found for an earlier text stands there until the answer is shown.
  await hits
    .filter({ hasText: new RegExp(search, 'i') })
    .first()
    .click();
  await page.getByRole('button', { name: 'Fonds hinzufügen' }).first().click();
  await expect.poll(() => targets.count()).toBe(before + 1);
}

describe('the form of an insurer', () => {
  it('says what is missing, and sends the application with a number', async () => {
    const contract = contractAt(0);
    const page = await journey.signedIn(user, `/contracts/${contract.id}/overview`);
    await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Fondswechsel beantragen' }).click();
    await page.getByRole('heading', { name: /^Fondswechsel bei / }).waitFor();
    await expectAccessibleAtBothSizes(page);

    await page.getByRole('button', { name: 'Antrag senden' }).click();
    const faults = page.getByRole('alert').filter({ hasText: 'Angaben fehlen noch' });
    await faults.getByText('Bitte bestätigen Sie den Auftrag des Kunden.').waitFor();
    await expectAccessibleAtBothSizes(page);

    await settled(page, () => page.getByRole('button', { name: 'Alles umschichten' }).click());
    await addTarget(page, 'misch');
    await addTarget(page, 'renten');
    const targets = page.getByRole('list', { name: 'Zielfonds' });
    await expect.poll(() => targets.getByRole('listitem').count()).toBe(2);
    // The second came with the 0 % that were left.
    await faults.getByText(/Bitte einen Anteil über 0\s% angeben/).waitFor();
    await settled(page, () => page.getByRole('button', { name: 'Gleich verteilen' }).click());
    await faults.getByText(/Anteil über 0\s%/).waitFor({ state: 'detached' });
    await settled(page, () =>
      page.getByLabel('Der Kunde hat den Fondswechsel in dieser Form beauftragt.').check(),
    );
    // Nothing is bought before the key information was handed over.
    await settled(page, () =>
      page
        .getByRole('group', { name: 'Basisinformationsblatt ausgehändigt' })
        .getByLabel('auf Papier')
        .check(),
    );
    await faults.waitFor({ state: 'detached' });
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Antrag senden' }).click();
    await page.getByText(/Antragsnummer FW-\d{6}/).waitFor();
    await expectAccessibleAtBothSizes(page);
  });
});

describe('a draft', () => {
  it('is taken up in another session; who is late chooses between both versions, or loads it anew', async () => {
    const contract = contractAt(2);
    const remark = 'Bitte zum Monatsende';
    const first = await journey.signedIn(user, '/contracts');
    await openForm(first, contract);
    await settled(first, () => first.getByRole('button', { name: 'Alles umschichten' }).click());
    await settled(first, () => first.getByLabel('Bemerkung an den Versicherer').fill(remark));
    await first.getByRole('button', { name: 'Entwurf speichern' }).click();
    await first.getByText('Der Entwurf wurde gespeichert.').waitFor();

    const second = await journey.signedIn(user, '/contracts', 'phone');
    await openForm(second, contract);
    const field = second.getByLabel('Bemerkung an den Versicherer');
    await expect.poll(() => field.inputValue()).toBe(remark);
    await settled(second, () => field.fill(`${remark}, danke`));
    const confirmed = 'Der Kunde hat den Fondswechsel in dieser Form beauftragt.';
    await settled(second, () => second.getByLabel(confirmed).check());
    await second.getByRole('button', { name: 'Entwurf speichern' }).click();
    await second.getByText('Der Entwurf wurde gespeichert.').waitFor();

    // The first session still holds the older draft.
    await first.getByLabel('Bemerkung an den Versicherer').fill('Zu spät');
    const bannerOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Zwischenzeitlich geändert' });
    await bannerOf(first).waitFor();
    await expectAccessible(first);
    await first.getByRole('button', { name: 'Fassungen vergleichen' }).click();
    const choice = first.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await choice.getByRole('group', { name: 'Bemerkung an den Versicherer' }).getByText('Zu spät').waitFor();
    await expectAccessibleAtBothSizes(first);
    expect(await choice.getByRole('group').count()).toBe(2);
    await choice
      .getByRole('group', { name: 'Bemerkung an den Versicherer' })
      .getByLabel('Meine Fassung')
      .check();
    await choice.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await bannerOf(first).waitFor({ state: 'detached' });
    await first.getByRole('button', { name: 'Entwurf speichern' }).click();
    await first.getByText('Der Entwurf wurde gespeichert.').last().waitFor();
    await openForm(first, contract);
    await expect.poll(() => first.getByLabel('Bemerkung an den Versicherer').inputValue()).toBe('Zu spät');
    await expect.poll(() => first.getByLabel(confirmed).isChecked()).toBe(true);

    await field.fill('Noch später');
    await bannerOf(second).getByRole('button', { name: 'Neu laden' }).click();
    await bannerOf(second).waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe('Zu spät');
  });
});
