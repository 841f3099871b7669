import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answerAll } from './support/analysis-steps.ts';
import { expectAccessible, expectAccessibleAtBothSizes, type Size, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const journey = useJourney();
const bank = usePracticeBank();

const password = 'Kunde-2026';
const panel = (page: Page) => page.locator('.ui-card', { hasText: 'Von der Bank übernehmen' });
const heading = (page: Page, name: string) => panel(page).getByRole('heading', { name });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

/** The holdings of a new analysis, with one typed by hand. */
async function begin(size: Size): Promise<Page> {
  const page = await journey.visitor(size);
  await page.goto(`${journey.url}/depotanalysis`);
  await page.getByLabel('stimme ich zu').check();
  await page.getByRole('button', { name: 'Analyse beginnen' }).click();
  await page.getByText('Welches Ziel hat die Anlage').waitFor();
  await answerAll(page);
  await page.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
  await page.getByRole('searchbox', { name: 'ISIN, WKN oder Name' }).fill('aktien');
  const add = page.getByRole('button', { name: /^Hinzufügen: / });
  await add.first().click();
  await page.getByLabel('Wert in Euro').fill('1.234');
  return page;
}

const typedByHand = (page: Page) => page.getByLabel('Wert in Euro').first().inputValue();

async function signIn(page: Page, bankName: string, loginName: string, given = password): Promise<void> {
  await panel(page).getByRole('combobox', { name: 'Bank' }).selectOption({ label: bankName });
  await panel(page).getByLabel('Anmeldename').fill(loginName);
  await panel(page).getByLabel('Passwort', { exact: false }).first().fill(given);
  await panel(page).getByLabel('Dem einmaligen Abruf').check();
  await button(page, 'Anmelden').click();
}

describe('a visitor links her bank', () => {
  it('by a code, after wrong ones and a reload, and completes what the bank does not know', async () => {
    const page = await begin('desktop');
    await expectAccessibleAtBothSizes(page);
    await button(page, 'Bank verbinden').click();
    await heading(page, 'Bei der Bank anmelden').waitFor();
    await button(page, 'Anmelden').click();
    await page.getByText('Ohne Einwilligung kann die Bank nicht gefragt werden.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await signIn(page, 'Quaderbank Depotservice', 'jana.quader', 'falsch');
    await page.getByText('bei Quaderbank Depotservice nicht richtig').waitFor();
    // The password is gone after each try, name and consent are not.
    await expect.poll(() => panel(page).locator('input[type=password]').inputValue()).toBe('');
    await signIn(page, 'Quaderbank Depotservice', 'jana.quader');
    await heading(page, 'Abruf bei Quaderbank').waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByText('Code per SMS').click();
    await button(page, 'Code anfordern').click();
    await panel(page).getByRole('textbox', { name: 'TAN' }).waitFor();
    // Nothing of what was typed is lost with the page.
    await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
    await page.reload();
    const code = panel(page).getByRole('textbox', { name: 'TAN' });
    await code.waitFor();
    expect(await typedByHand(page)).toBe('1.234,00');
    await code.fill('1');
    await button(page, 'Bestätigen').click();
    await panel(page).getByText('Der Bestätigungscode ist nicht richtig.').waitFor();
    await panel(page).getByText('Noch 4 Versuche').waitFor();
    await expectAccessibleAtBothSizes(page);
    await code.fill(await bank.smsCode('Depotbestände'));
    await code.press('Enter');
    await heading(page, 'Depots bei Quaderbank').waitFor();
    await panel(page).getByText('Wert nicht vollständig bekannt').waitFor();
    await expectAccessibleAtBothSizes(page);
    await button(page, 'Bestände übernehmen').click();
    await heading(page, 'Bestände der Bank prüfen').waitFor();
    await panel(page).getByText('Genossenschaftsanteile Talgrund, 10 Stück, 500,00 EUR').waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByRole('button', { name: 'Weglassen: Genossenschaftsanteile Talgrund' }).click();
    await button(page, 'Bestände übernehmen').click();
    await panel(page).getByText('5 Bestände von der Bank übernommen').waitFor();
    await panel(page).getByText('es zählt die Stückzahl').waitFor();
    await expectAccessibleAtBothSizes(page);
    await expect.poll(() => page.locator('.analysis__holding').count()).toBe(6);
    await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await page.getByRole('heading', { name: 'Was auffällt' }).waitFor();
    await page.getByText('von 100').waitFor();
  });

  it('by an approval in the app, given while the page is loaded anew; one that is refused is said', async () => {
    const page = await begin('desktop');
    for (const verdict of ['reject', 'approve'] as const) {
      if (verdict === 'reject') await button(page, 'Bank verbinden').click();
      await signIn(page, 'Talgrund Fondsbank', 'tim.talgrund');
      await heading(page, 'Abruf bei Talgrund').waitFor();
      await button(page, 'Freigabe anfordern').click();
      await heading(page, 'Bitte in der Banking-App freigeben').waitFor();
      await expectAccessibleAtBothSizes(page);
      await page.reload();
      await heading(page, 'Bitte in der Banking-App freigeben').waitFor();
      await bank.decide('Depotbestände', verdict);
      if (verdict === 'reject') await panel(page).getByText('in der Banking-App abgelehnt').waitFor();
    }
    await button(page, 'Bestände übernehmen').click();
    await panel(page).getByText('3 Bestände von der Bank übernommen').waitFor();
    await expect.poll(() => page.locator('.analysis__holding').count()).toBe(4);
  });
});

it('goes by keyboard alone, and back to typing without losing what was typed', async () => {
  const page = await begin('desktop');
  await button(page, 'Bank verbinden').focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Bei der Bank anmelden');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Mar');
  await page.keyboard.press('Tab');
  await page.keyboard.type('mira.marsch');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  // Past the button that shows the password.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await heading(page, 'Abruf bei Marschland').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Abruf bei Marschland Direktbank freigeben');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('textbox', { name: 'TAN' }).waitFor();
  await page.keyboard.type(generateSync({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Depots bei Marschland').waitFor();
  await button(page, 'Ohne Bank weiter').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Bank verbinden');
  expect(await typedByHand(page)).toBe('1.234,00');
  // It is over at the server as well.
  await page.reload();
  await button(page, 'Bank verbinden').waitFor();
});

it('says what a bank refuses or does not answer, each with what to do', async () => {
  const page = await begin('phone');
  await button(page, 'Bank verbinden').click();
  for (const [bankName, loginName, said] of [
    ['Quaderbank Depotservice', 'gesa.gesperrt', 'ist gesperrt. Bitte wenden Sie sich an die Bank'],
    ['Heidegrund Privatbank', 'hanna.heide', 'ist abgelaufen. Bitte ändern Sie es zuerst'],
  ] as const) {
    await signIn(page, bankName, loginName);
    await panel(page).getByText(said).waitFor();
  }
  await bank.fault('customerSessions.create', 'html');
  await signIn(page, 'Quaderbank Depotservice', 'otto.leer');
  await panel(page).getByText('war nicht lesbar').waitFor();
  await expectAccessible(page);
  await bank.fault('customerSessions.create', 'hang');
  await signIn(page, 'Quaderbank Depotservice', 'otto.leer');
  await panel(page).getByText('hat nicht rechtzeitig geantwortet').waitFor();
  await signIn(page, 'Quaderbank Depotservice', 'otto.leer');
  await button(page, 'Code anfordern').click();
  const code = panel(page).getByRole('textbox', { name: 'TAN' });
  await code.waitFor();
  for (let count = 0; count < 4; count += 1) {
    await code.fill('1');
    await button(page, 'Bestätigen').click();
    await panel(page)
      .getByText(count < 3 ? `Noch ${4 - count} Versuche` : 'Noch 1 Versuch')
      .waitFor();
  }
  await code.fill('1');
  await button(page, 'Bestätigen').click();
  await panel(page).getByText('Der Code war zu oft falsch').waitFor();
  await expectAccessible(page);
});

it('is there for a customer who has her own portfolio looked at again, without a depot too', async () => {
  const page = await journey.signedIn('kunde@demo.example', '/my/analysis');
  await page.getByLabel('stimme ich zu').check();
  await page.getByRole('button', { name: 'Analyse beginnen' }).click();
  // Her holdings are there already, her answers are not.
  await answerAll(page);
  await page.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
  await button(page, 'Bank verbinden').click();
  await signIn(page, 'Quaderbank Depotservice', 'otto.leer');
  await button(page, 'Code anfordern').click();
  const code = panel(page).getByRole('textbox', { name: 'TAN' });
  // Before it is asked for, the newest code is another's.
  await code.waitFor();
  await code.fill(await bank.smsCode('Depotbestände'));
  await button(page, 'Bestätigen').click();
  await panel(page).getByText('kein Depot').waitFor();
  await expectAccessible(page);
  await button(page, 'Ohne Bank weiter').click();
  await button(page, 'Bank verbinden').waitFor();
});
