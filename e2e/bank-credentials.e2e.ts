import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { banks, DeskApi } from './support/desk-api.ts';
import { expectAccessible, loaded, signIn, useJourney } from './support/journey.ts';
import { patienceWithJobs } from './support/patience.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const passwords: Record<string, string> = {
  'Quaderbank Depotservice': 'Quader-2026',
  'Talgrund Fondsbank': 'Talgrund-2026',
};
const journey = useJourney();
const practiceBank = usePracticeBank();
const heidegrund = '90040004';

/** Forgets a person's passwords of the banks (ids of issuers), which a walk before may have left. */
async function forgetPasswords(userName: string, issuerIds: readonly number[]): Promise<void> {
  const api = await DeskApi.signIn(journey.url, userName);
  for (const issuerId of issuerIds) await api.send('DELETE', `/trader-credentials?issuerId=${issuerId}`);
}

const dialogOf = (page: Page) => page.locator('.bank-password');

/** Name of the bank the dialog asks for, once the dialog knows it. */
async function bankOf(page: Page, not = ''): Promise<string> {
  await page.waitForFunction((other) => {
    const title = document.querySelector('.bank-password .ui-dialog__title')?.textContent ?? '';
    return title !== '' && !title.endsWith('Ihrer Bank') && (other === '' || !title.includes(other));
  }, not);
  const title = await dialogOf(page).locator('.ui-dialog__title').textContent();
  return (title ?? '').replace('Anmeldung bei ', '');
}

async function enter(page: Page, password: string, label = 'Anmelden'): Promise<void> {
  await dialogOf(page).getByLabel('Passwort', { exact: false }).first().fill(password);
  await dialogOf(page).getByRole('button', { name: label, exact: true }).click();
}

describe('the question for bank passwords', () => {
  it('asks one bank after another, explains a wrong password, and reads from the banks once all are given', async () => {
    const user = 'beraterin@demo.example';
    for (const { bankId } of Object.values(banks)) {
      await practiceBank.setLogin(bankId, user, { passwordState: 'valid' });
    }
    await forgetPasswords(
      user,
      Object.values(banks).map(({ issuerId }) => issuerId),
    );
    const page = await journey.visitor('desktop', true);
    await page.goto('/auth/login?returnUrl=%2Fcontracts');
    await signIn(page, user);
    await dialogOf(page).waitFor();
    const first = await bankOf(page);
    expect(Object.keys(passwords)).toContain(first);
    // Neither Escape nor a click beside it closes the dialog; there is never a second one.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    await expect.poll(() => dialogOf(page).count()).toBe(1);
    await expect
      .poll(() =>
        dialogOf(page)
          .getByLabel(/^Neues Passwort( \*)?$/)
          .isDisabled(),
      )
      .toBe(true);
    await expectAccessible(page);

    await enter(page, 'falsch');
    const alert = dialogOf(page).getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain(`Das Passwort für ${first} ist nicht richtig.`);

    await enter(page, passwords[first] ?? '');
    const second = await bankOf(page, first);
    expect(Object.keys(passwords)).toContain(second);
    const confirmed = page.waitForResponse((answer) =>
      answer.url().endsWith('/trader-credentials/confirmed'),
    );
    await enter(page, passwords[second] ?? '');
    expect((await confirmed).status()).toBe(202);
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.getByText(/Abruf beendet/).waitFor({ timeout: patienceWithJobs });
    const panel = page.getByRole('region', { name: 'Abruf bei den Banken' });
    await panel.getByRole('button', { name: 'Schließen' }).click();

    // Whoever deletes a password is not asked for it at once, whatever is read again.
    await page.goto('/settings/bank-credentials');
    const bank = page.locator('.bank-list__item', { hasText: first });
    await bank.getByRole('button', { name: 'Passwort löschen' }).click();
    await bank.getByText('Kein Passwort gespeichert.').waitFor();
    await loaded(page);
    expect(await dialogOf(page).count()).toBe(0);

    // Given in the settings it counts as well; banks read a moment ago are left alone, and no older outcome is said again.
    await bank.getByRole('button', { name: 'Passwort eingeben' }).click();
    const again = page.waitForResponse((answer) => answer.url().endsWith('/trader-credentials/confirmed'));
    await enter(page, passwords[first] ?? '');
    expect((await again).status()).toBe(202);
    await bank.getByText('angemeldet', { exact: true }).waitFor();
    await loaded(page);
    expect(await panel.count()).toBe(0);
  });

  it('goes away by its link until the next sign-in, and logs out', async () => {
    const page = await journey.visitor('phone', true);
    await page.goto('/auth/login?returnUrl=%2Fcustomers');
    await signIn(page, 'admin@nord.example');
    for (const left of [1, 0]) {
      await dialogOf(page).waitFor();
      await expectAccessible(page);
      await dialogOf(page).getByRole('button', { name: 'Schließen' }).click();
      if (left === 0) await dialogOf(page).waitFor({ state: 'detached' });
    }
    const asked = page.waitForResponse((answer) => answer.url().includes('pending-issuer-credentials'));
    await page.reload();
    await asked;
    await loaded(page);
    expect(await dialogOf(page).count()).toBe(0);

    // A new session asks again; logging out from the dialog ends it.
    await page.goto('/logout');
    await page.getByLabel('Benutzername').waitFor();
    await signIn(page, 'admin@nord.example');
    await dialogOf(page).getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL('**/auth/login**');
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('depotwerk.dismissedBanks')))
      .toBeNull();
  });
});

describe('bank access in the settings', () => {
  it('switches to a new password when the old one has expired, and says when access is locked', async () => {
    const user = 'berater@demo.example';
    await practiceBank.setLogin(heidegrund, user, { password: 'Heide-2025', passwordState: 'expired' });
    await forgetPasswords(user, [4]);
    const page = await journey.signedIn(user, '/settings/bank-credentials');
    const bank = (name: string) => page.locator('.bank-list__item', { hasText: name });
    await bank('Heidegrund').getByRole('button', { name: 'Passwort eingeben' }).click();
    await enter(page, 'Heide-2025');
    const updated = dialogOf(page).getByLabel(/^Neues Passwort( \*)?$/);
    await dialogOf(page).getByRole('alert').waitFor();
    await expect.poll(() => dialogOf(page).getByRole('alert').textContent()).toContain('ist abgelaufen');
    await expect.poll(() => updated.isEnabled()).toBe(true);
    await updated.fill('Heide-2026');
    const repeat = dialogOf(page).getByLabel(/^Neues Passwort wiederholen/);
    await repeat.fill('Heide-2027');
    await repeat.blur();
    await dialogOf(page).getByText('Die Passwörter stimmen nicht überein.').waitFor();
    const change = dialogOf(page).getByRole('button', { name: 'Passwort ändern' });
    await expect.poll(() => change.isDisabled()).toBe(true);
    await repeat.fill('Heide-2026');
    await change.click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await bank('Heidegrund').getByText('angemeldet', { exact: true }).waitFor();
    await expectAccessible(page);

    await bank('Steinufer').getByRole('button', { name: 'Passwort eingeben' }).click();
    await enter(page, 'Steinufer-2026');
    await dialogOf(page)
      .getByText(/Ihr Zugang bei Steinufer.* ist gesperrt/)
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Schließen' }).click();

    await bank('Heidegrund').getByRole('button', { name: 'Passwort löschen' }).click();
    await bank('Heidegrund').getByText('Kein Passwort gespeichert.').waitFor();
  });
});
