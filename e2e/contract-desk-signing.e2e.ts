import { describe, expect, it } from 'vitest';
import { banks, DeskApi, tradableContract } from './support/desk-api.ts';
import {
  codeFieldOf,
  enterCode,
  expectOnce,
  newestExecution,
  openExecution,
  openOptimization,
  planAndExecute,
  requestSms,
  signBySms,
  storePlan,
} from './support/desk-steps.ts';
import { expectAccessible, expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const journey = useJourney();
const bank = usePracticeBank();
const user = 'admin@demo.example';
/** A signing lives five minutes. */
const beyondExpiry = 301_000;
const api = DeskApi.later(journey, user);

const executionsOf = async (id: string) => (await api.depot(id)).executions;

describe('a code', () => {
  it('that is wrong costs an attempt; one that came too late executes nothing; a new one does', async () => {
    const contract = await tradableContract(api, banks.quader);
    const page = await journey.signedIn(user, '/contracts');
    const dialog = await planAndExecute(page, contract);
    await requestSms(dialog);
    const code = await bank.smsCode(contract.externalKey);
    await enterCode(dialog, code === '111111' ? '222222' : '111111');
    await dialog.getByText('Der Code ist nicht richtig.').waitFor();
    await dialog.getByText('Noch 4 Versuche').waitFor();
    await expect.poll(() => codeFieldOf(dialog).inputValue()).toBe('');
    await expectAccessibleAtBothSizes(page);

    await bank.advance(beyondExpiry);
    await enterCode(dialog, code);
    await dialog.getByText('Die Freigabe ist abgelaufen. Es wurde nichts ausgeführt.').waitFor();
    await expectAccessibleAtBothSizes(page);
    expect(await executionsOf(contract.id)).toEqual([]);

    await dialog.getByRole('button', { name: 'Neu beginnen' }).click();
    await dialog.getByRole('button', { name: 'Code anfordern' }).waitFor();
    await signBySms(dialog, bank, contract);
    await dialog.waitFor({ state: 'detached' });
    await newestExecution(page).getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();
    await expectOnce(api, bank, contract);
  });
});

describe('orders that are changed after the code was requested', () => {
  it('void it, and the user is told why', async () => {
    const contract = await tradableContract(api, banks.quader);
    const page = await journey.signedIn(user, '/contracts');
    const dialog = await planAndExecute(page, contract);
    await requestSms(dialog);

    const second = await page.context().newPage();
    await openOptimization(second, contract);
    await second.getByRole('button', { name: 'Aufträge bearbeiten' }).click();
    const rows = second.locator('.opt-edit__row');
    const bought = rows.filter({ has: second.getByRole('radio', { name: 'Kauf', checked: true }) }).last();
    await bought.getByRole('button', { name: /^Auftrag entfernen/ }).click();
    await second.getByRole('button', { name: 'Prüfen und speichern' }).click();
    await second.getByText('Von Hand geändert').waitFor();
    await second.close();

    await enterCode(dialog, await bank.smsCode(contract.externalKey));
    await dialog.getByText('Die Aufträge wurden nach der Freigabe geändert.').waitFor();
    await expectAccessible(page);
    expect(await executionsOf(contract.id)).toEqual([]);
    // Signed anew it is the changed plan.
    await dialog.getByRole('button', { name: 'Neu beginnen' }).click();
    await signBySms(dialog, bank, contract);
    await dialog.waitFor({ state: 'detached' });
    await newestExecution(page).getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();
    await expectOnce(api, bank, contract);
  });
});

describe('a plan whose holdings have moved', () => {
  it('is told to be outdated, cannot be carried out, and is computed anew', async () => {
    const contract = await tradableContract(api, banks.quader);
    const page = await journey.signedIn(user, '/contracts', 'phone');
    // A browser that hears of the change would show it before anybody can ask for the execution.
    await page.route('**/api/live', () => undefined);
    await openOptimization(page, contract);
    await storePlan(page);
    await bank.change(banks.quader.bankId, contract.externalKey, { cashValue: 4321.09 });
    await api.refresh(contract.id);
    await api.decideChanges(contract.id, true);

    // The page still shows the plan as it was: the server refuses to carry it out.
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Optimierung ausführen' });
    await dialog.getByText('Seit der Planung hat sich geändert, worauf der Plan beruht.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByText('Der Plan ist nicht mehr aktuell').waitFor();
    await page.getByText('Bestand oder Sparplan haben sich geändert.').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Ausführen', exact: true }).isDisabled())
      .toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Neu berechnen' }).click();
    await page.getByText('Der Plan ist mit den aktuellen Daten neu berechnet.').waitFor();
    await page.getByText('Der Plan ist nicht mehr aktuell').waitFor({ state: 'detached' });
    await openExecution(page);
  });
});

describe('a refusal of the bank', () => {
  it("is shown in the bank's words and can be sent again as it was", async () => {
    const contract = await tradableContract(api, banks.quader);
    const page = await journey.signedIn(user, '/contracts');
    const dialog = await planAndExecute(page, contract);
    const sent: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/execute-plannedoptimization')) sent.push(request.postData());
    });
    await bank.fault('orders.place', 'orderRefused', {
      externalKey: contract.externalKey,
      traderCode: 'A17',
      traderMessage: 'Der Handel ist gerade ausgesetzt.',
      retryable: true,
    });
    await signBySms(dialog, bank, contract);
    await dialog.getByText('Die Bank hat die Aufträge nicht angenommen').waitFor();
    await dialog.getByText('Der Handel ist gerade ausgesetzt.').waitFor();
    await dialog.getByText('Kennzeichen der Bank: A17').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
    const withCode = () => sent.filter((payload) => payload?.includes('"token":"'));
    await expect.poll(() => withCode().length).toBeGreaterThan(1);
    expect(withCode()[1]).toBe(withCode()[0]);
    // The bank's signing is used up by what it refused, so that it is signed anew.
    await signBySms(dialog, bank, contract);
    await dialog.waitFor({ state: 'detached' });
    await newestExecution(page).getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();
    expect((await executionsOf(contract.id)).map(({ state }) => state)).toEqual(['confirmed', 'refused']);
  });

  it('for want of the contract’s confirmation says so', async () => {
    const contract = await tradableContract(api, banks.quader);
    const page = await journey.signedIn(user, '/contracts', 'phone');
    // A browser that hears of the change would show it before anybody can ask for the execution.
    await page.route('**/api/live', () => undefined);
    await openOptimization(page, contract);
    await storePlan(page);
    await bank.change(banks.quader.bankId, contract.externalKey, { needsConfirmation: true });
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    const modal = page.locator('.api-error-modal');
    await modal.getByText(/fehlt die Bestätigung des Instituts/).waitFor();
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'OK' }).click();
    expect(await executionsOf(contract.id)).toEqual([]);
    await bank.change(banks.quader.bankId, contract.externalKey, { needsConfirmation: false });
    await openExecution(page);
  });
});
