import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessible, useJourney } from './support/journey.ts';
import {
  choose,
  clearOpenVersion,
  enter,
  freshKey,
  pageTitle,
  pick,
  publishVersion,
  takeStep,
  tariffApprover,
  tariffManager,
  versionsPath,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();
const user = 'admin@demo.example';
/** Few other journeys need its contracts; in the end they follow what they followed before. */
const tariffKey = 'MF-BASIS';
let api: DeskApi;

interface TariffRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly publishedVersionNumber: number;
}

beforeAll(async () => {
  api = await DeskApi.signIn(journey.url, user);
});

/** Number of the version that is worked on. */
async function openVersionOf(tariffId: string): Promise<number> {
  const { version } = await api.get<{ version: { versionNumber: number } }>(`/tariffs/${tariffId}`);
  return version.versionNumber;
}

/** Checks the contract as an adviser does; what the check found, by its words. */
async function check(page: Page, contractId: string): Promise<string[]> {
  await page.goto(`/contracts/${contractId}/optimization-hints`);
  await page.getByRole('button', { name: 'Vertrag prüfen' }).click();
  const said = page.getByText(/^Vertrag geprüft/);
  await said.waitFor();
  await page.locator('.opt-hints__toggle').first().waitFor();
  return [await said.innerText(), ...(await page.locator('.opt-hints__toggle').allInnerTexts())];
}

/** The groups of the full proposal with their targets, as the adviser sees them. */
async function proposal(page: Page, contractId: string): Promise<string[]> {
  await page.goto(`/contracts/${contractId}/optimization`);
  await page.getByRole('heading', { name: 'Vorschläge im Vergleich' }).waitFor();
  await page.locator('.opt-groups__row').first().waitFor();
  const texts = await page.locator('.opt-groups__row').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' '));
}

/** A copy of an allocation component with its matrix computed anew, all in the browser; its key. */
async function allocationCopy(page: Page, sourceKey: string): Promise<string> {
  const key = freshKey('PROBE');
  await page.goto(`/admin/tariff-components?kind=allocation&search=${sourceKey}`);
  await page
    .getByRole('button', { name: /^Weitere Aktionen/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Kopieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Baustein kopieren' });
  await enter(dialog.getByLabel('Bezeichnung'), `Allokation ${key}`);
  await enter(dialog.getByLabel('Schlüssel'), key);
  await dialog.getByRole('button', { name: 'Kopieren' }).click();
  await pageTitle(page, 'Allgemein').waitFor();
  await wizardReady(page);
  await page.getByRole('link', { name: /^Allokationsmatrix/ }).click();
  await pageTitle(page, 'Allokationsmatrix').waitFor();
  await choose(page.getByLabel('Allokationsart'), 'Minimum-Varianz');
  await pick(page, 'Berechnung', 'Automatisch');
  // While it waits for its computation, the component cannot be saved.
  await page.getByText('lässt sich der Baustein nicht speichern', { exact: false }).waitFor();
  await page.getByText('Die Anteile sind berechnet', { exact: false }).waitFor();
  await page.getByText('Alle Risikoklassen ergeben genau 100 %.').waitFor();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText(`„Allokation ${key}“ wurde gespeichert.`).waitFor();
  return key;
}

describe('contracts follow their tariff', () => {
  it('check and proposals change with a version built in the browser, and come back with its rollback', async () => {
    const tariffs = await api.get<TariffRow[]>('/tariffs?pageSize=250');
    const tariff = tariffs.find(({ key }) => key === tariffKey);
    if (!tariff) throw new Error(`the demo has no tariff ${tariffKey}`);
    await clearOpenVersion(api, tariff.id);
    const { publishedVersionNumber: former } = tariff;
    const [contract] = await api.contracts(`&tariffId=${tariff.id}`);
    if (!contract) throw new Error('the tariff has no contract');

    const desk = await journey.signedIn(user, '/contracts');
    const checkedBefore = await check(desk, contract.id);
    const proposedBefore = await proposal(desk, contract.id);

    const manager = await journey.signedIn(tariffManager, '/admin/tariff-components');
    const key = await allocationCopy(manager, `ALLO-${tariffKey}`);
    await manager.goto(`/admin/tariffs/${tariff.id}/components`);
    await wizardReady(manager);
    await choose(manager.getByLabel('Allokationsbaustein'), key);
    await manager.getByRole('button', { name: 'Speichern', exact: true }).click();
    await manager.getByText(`„${tariff.name}“ wurde gespeichert.`).waitFor();

    // A saved draft reaches nobody.
    expect(await check(desk, contract.id)).toEqual(checkedBefore);
    expect(await proposal(desk, contract.id)).toEqual(proposedBefore);

    // The impact preview tells beforehand what it would do.
    await manager.goto(`${versionsPath(tariff.id)}?view=impact`);
    await manager.getByRole('button', { name: /Auswirkung berechnen|Neu berechnen/ }).click();
    await manager.getByText('Verträge mit anderem Ergebnis').waitFor();
    await manager.getByText(/^Berechnet am /).waitFor();
    await expectAccessible(manager);

    const approver = await journey.signedIn(tariffApprover, versionsPath(tariff.id));
    await manager.goto(versionsPath(tariff.id));
    const changed = await openVersionOf(tariff.id);
    await publishVersion({ manager, approver, version: changed });
    const checkedAfter = await check(desk, contract.id);
    const proposedAfter = await proposal(desk, contract.id);
    expect(proposedAfter).not.toEqual(proposedBefore);
    expect(checkedAfter).not.toEqual(checkedBefore);

    // What differs stands in the comparison, in words and figures.
    await manager.goto(`${versionsPath(tariff.id)}?view=compare&a=${former}&b=${changed}`);
    await manager.getByText('Allokationsbaustein', { exact: true }).first().waitFor();
    await manager.getByText('Allokationsmatrix', { exact: true }).first().waitFor();
    await expectAccessible(manager);

    // Rolled back, contracts follow the former content again.
    await manager.goto(versionsPath(tariff.id));
    await takeStep(manager, `Version ${former}`, 'Als neue Version wiederherstellen');
    await publishVersion({ manager, approver, version: await openVersionOf(tariff.id) });
    expect(await check(desk, contract.id)).toEqual(checkedBefore);
    expect(await proposal(desk, contract.id)).toEqual(proposedBefore);
  }, 120_000);
});
