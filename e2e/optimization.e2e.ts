import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseProposal, handOverKeyInformation, showProposals } from './support/desk-steps.ts';
import {
  expectAccessible,
  expectAccessibleAtBothSizes,
  loaded,
  type Size,
  useJourney,
} from './support/journey.ts';
import { textsOver } from './support/overlaps.ts';
import { patience, patienceWithJobs } from './support/patience.ts';
import { show } from './support/show.ts';

const journey = useJourney();

interface ListedContract {
  readonly id: string;
  readonly externalKey: string;
}

/** Calls the API as the signed-in page does; the journeys look only at the screen otherwise. */
async function answerOf(page: Page, path: RegExp, act: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const [response] = await Promise.all([
      page.waitForResponse((candidate) => path.test(candidate.url())),
      act(),
    ]);
    try {
      return await response.json();
    } catch (error) {
      // The answer belonged to the page that was just left; the next one is ours.
      if (attempt === 3) throw error;
    }
  }
}

/** Contracts of a bank in the list, those with most hints first. */
async function contractsOf(page: Page, bankPrefix: string): Promise<ListedContract[]> {
  const rows = await answerOf(page, /\/api\/contracts\?.*sort=-hints/, () =>
    page.goto('/contracts?sort=-hints'),
  );
  // The list's own schema is checked by the application; here its keys are enough.
  return (rows as ListedContract[]).filter(({ externalKey }) => externalKey.startsWith(bankPrefix));
}

/** Opens the optimisation of the contract at `place` in the list of a bank. */
async function openOptimization(user: string, size: Size, bankPrefix: string, place: number): Promise<Page> {
  const page = await journey.signedIn(user, '/contracts', size);
  const contract = (await contractsOf(page, bankPrefix))[place];
  if (!contract) throw new Error(`the demo has no contract ${place} of ${bankPrefix}`);
  await show(page, `/contracts/${contract.id}/optimization`);
  // A plan an earlier journey left is replaced.
  await showProposals(page);
  return page;
}

const chosenRisk = (page: Page) => page.locator('.opt-risk__flag--after .opt-risk__flag-value').innerText();
const orderCount = async (page: Page) => page.locator('.opt-orders__side').count();

/** The newest SMS of the demo that came after `since`. */
async function smsCode(since: number): Promise<string> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const answer = await fetch(`${journey.url}/api/demo/outbox`);
    // Shape of the call `demo/outbox`; newest first.
    const messages = (await answer.json()) as { kind: string; text: string; createdAt: string }[];
    const newest = messages.find(({ kind, createdAt }) => kind === 'sms' && Date.parse(createdAt) >= since);
    const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('no SMS with a code arrived');
}

/** Stores the full switch of the first contract whose plan no check blocks (an expired profile does). */
async function storeExecutablePlan(): Promise<Page> {
  for (let place = 1; place < 8; place += 1) {
    const page = await openOptimization('berater@demo.example', 'desktop', 'QB-', place);
    await chooseProposal(page, 'Volle Umschichtung');
    await loaded(page);
    const store = page.getByRole('button', { name: /Vorschlag übernehmen|Plan ersetzen/ });
    if (await store.isEnabled()) {
      await store.click();
      await page.getByRole('heading', { name: 'Geplante Optimierung' }).waitFor();
      await page.getByRole('heading', { name: 'Basisinformationsblätter' }).waitFor();
      await loaded(page);
      const isWithout = await page.getByText('Kein Basisinformationsblatt hinterlegt').first().isVisible();
      const execute = page.getByRole('button', { name: 'Ausführen', exact: true });
      if (!isWithout && (await execute.isEnabled())) return page;
    }
    await page.context().close();
  }
  throw new Error('the demo has no contract whose plan may be executed');
}

describe.each<Size>(['desktop', 'phone'])('what if (%s)', (size) => {
  it('recomputes at once: class, added cash, locked funds; keyboard only', async () => {
    const page = await openOptimization('berater@demo.example', size, 'QB-', 0);
    await expectAccessible(page);
    const before = await chosenRisk(page);
    const classes = page.getByRole('group', { name: 'Risikoklasse' });
    await classes.getByRole('radio', { checked: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chosenRisk(page)).not.toBe(before);
    await page.getByText('Abweichend vom Vertrag').waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => chosenRisk(page)).toBe(before);

    await page.getByLabel('Zuzahlung').fill('5000');
    await chooseProposal(page, 'Depot behalten');
    await expect.poll(() => orderCount(page)).toBeGreaterThan(0);
    // Until the other proposal is drawn the orders of the first one still stand there.
    await expect.poll(() => page.locator('.opt-orders .ui-label').allInnerTexts()).not.toContain('Verkauf');
    await expect.poll(() => orderCount(page)).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Fonds festlegen' }).click();
    const fund = page.getByRole('group', { name: /^Vorgabe für / }).first();
    await fund.getByRole('radio', { name: 'Fixieren' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: '1 Fonds festgelegt' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Vorgaben zurücksetzen' }).click();
    await expect.poll(() => page.getByLabel('Zuzahlung').inputValue()).toBe('');
  });
});

describe('a plan', () => {
  it('is stored, edited by hand under a guard, and carried out with a code by SMS once key information is handed over', async () => {
    const page = await storeExecutablePlan();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Aufträge bearbeiten' }).click();
    const rows = page
      .locator('.opt-edit__row')
      .filter({ has: page.getByRole('group', { name: /^Richtung/ }) });
    await rows.first().waitFor();
    const orders = await rows.count();
    const bought = rows.filter({ has: page.getByRole('radio', { name: 'Kauf', checked: true }) }).last();
    await bought.getByRole('button', { name: /^Auftrag entfernen/ }).click();
    await expect.poll(() => rows.count()).toBe(orders - 1);
    await expectAccessible(page);

    // Leaving asks; staying keeps the edit.
    await page.getByRole('link', { name: 'Übersicht' }).click();
    const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect.poll(() => rows.count()).toBe(orders - 1);
    await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
    await page.getByText('Von Hand geändert').waitFor();
    await expect.poll(() => orderCount(page)).toBe(orders - 1);

    const since = Date.now() - 1000;
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    // Nothing is bought before its key information was handed over.
    const information = page.getByRole('dialog', { name: 'Basisinformationsblätter' });
    await information.getByText('Noch nicht ausgehändigt').first().waitFor();
    await information.getByRole('button', { name: 'Aushändigung bestätigen' }).click();
    await information.getByText(/Bitte wählen Sie, wie/).waitFor();
    await expectAccessibleAtBothSizes(page);
    await handOverKeyInformation(information);
    const dialog = page.getByRole('dialog', { name: 'Optimierung ausführen' });
    const provider = dialog.getByLabel(/Code per SMS/);
    const password = dialog.getByRole('button', { name: 'Bankpasswort eingeben' });
    await provider.or(password).waitFor();
    if (await password.isVisible()) {
      await password.click();
      await page.locator('.bank-password').getByLabel('Passwort').first().fill('Quader-2026');
      await page.keyboard.press('Enter');
      await provider.waitFor();
    }
    await expectAccessible(page);
    await provider.check();
    await dialog.getByRole('button', { name: 'Code anfordern' }).click();
    const field = dialog.getByRole('textbox', { name: /^TAN/ });
    await field.waitFor();
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
      .toBe('one-time-code');
    await expectAccessible(page);

    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('Der Code ist nicht richtig.').waitFor();
    await dialog.getByText('Noch 4 Versuche').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');

    await field.fill(await smsCode(since));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const card = page.locator('.opt-execution').first();
    await card
      .getByText(/^(Ausgeführt|Teilweise ausgeführt|Gesendet)$/)
      .first()
      .waitFor();
    await expect.poll(() => card.getByRole('listitem').count()).toBe(orders - 1);
    await expectAccessible(page);
  });

  it('says on a phone that a risk is above the band, and nothing lies over it', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts', 'phone');
    const rows = await answerOf(page, /\/api\/contracts\?.*sort=-hints/, () =>
      page.goto('/contracts?sort=-hints&riskOutOfBand=true'),
    );
    const above = (rows as (ListedContract & { risk: { status: string } })[]).find(
      ({ risk }) => risk.status === 'above',
    );
    await show(page, `/contracts/${above?.id}/optimization`);
    await showProposals(page);
    await page.getByText('über dem Band', { exact: true }).first().waitFor();
    expect(await textsOver(page, 'über dem Band')).toEqual([]);
  });

  it('is discarded after a question', async () => {
    const page = await openOptimization('berater@demo.example', 'phone', 'QB-', 2);
    await chooseProposal(page, 'Volle Umschichtung');
    await page.getByRole('button', { name: /Vorschlag übernehmen|Plan ersetzen/ }).click();
    await page.getByRole('button', { name: 'Plan verwerfen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Geplante Optimierung verwerfen' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Plan verwerfen' }).click();
    await page.getByText('Die geplante Optimierung ist verworfen.').waitFor();
    await page.getByRole('heading', { name: 'Vorschläge im Vergleich' }).waitFor();
  });
});

describe('hints', () => {
  it('are checked, dismissed with a reason, and opened again', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts');
    const contract = (await contractsOf(page, 'TG-'))[0];
    await show(page, `/contracts/${contract?.id ?? ''}/optimization-hints`);
    await page.getByRole('button', { name: 'Vertrag prüfen' }).click();
    await page.getByText(/^Vertrag geprüft/).waitFor();
    await page.getByText(/Zuletzt geprüft am .* durch Jürgen Weiß/).waitFor();
    const group = page.locator('.opt-hints__toggle').first();
    await group.focus();
    await page.keyboard.press('Enter');
    await expectAccessibleAtBothSizes(page);
    await page
      .getByRole('button', { name: /^Verwerfen: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Verwerfen' }).click();
    await dialog.getByText('Bitte geben Sie eine Begründung an.').waitFor();
    await dialog.getByLabel('Begründung').fill('Mit dem Kunden besprochen');
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Verwerfen' }).click();
    await dialog.waitFor({ state: 'detached' });
    const decided = page.locator('section', {
      has: page.getByRole('heading', { name: 'Entschiedene Hinweise' }),
    });
    // One of several funds may be all that was dismissed: its group is called otherwise than the one it came from.
    const kept = decided.locator('.opt-hints__group').first();
    await kept.locator('.opt-hints__toggle').click();
    await kept.getByText('Notiz: Mit dem Kunden besprochen').first().waitFor();
    await kept
      .getByRole('button', { name: /^Wieder öffnen/ })
      .first()
      .click();
    await page.getByText('Hinweis wieder geöffnet').waitFor();
  });
});

describe('a bulk check', () => {
  it('runs over everything a filter finds and shows its results', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts?riskOutOfBand=true');
    const shown = Number(
      (
        await page
          .getByText(/\d+ Treffer/)
          .first()
          .innerText()
      ).match(/\d+/)?.[0],
    );
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    await page.getByRole('button', { name: /Treffer auswählen$/ }).click();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Verträge prüfen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verträge prüfen' });
    await dialog
      .getByText(new RegExp(`^${shown} (Vertrag|Verträge) geprüft$`))
      .waitFor({ timeout: patienceWithJobs });
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('runs over single contracts chosen with the keyboard', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts');
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    const first = page.locator('[data-row="0"]');
    await first.getByText(/\d/).first().waitFor();
    await first.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 Verträge ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Verträge prüfen' }).click();
    await page.getByRole('dialog').getByText('2 Verträge geprüft').waitFor();
  });
});
