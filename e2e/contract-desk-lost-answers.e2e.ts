import { describe, expect, it } from 'vitest';
import { banks, DeskApi, tradableContract } from './support/desk-api.ts';
import {
  executionOf,
  expectOnce,
  newestExecution,
  openExecution,
  openOptimization,
  planAndExecute,
  signBySms,
  storePlan,
} from './support/desk-steps.ts';
import { expectAccessible, useJourney } from './support/journey.ts';
import { patienceWithJobs } from './support/patience.ts';
import { usePracticeBank } from './support/practice-bank.ts';

const journey = useJourney();
const bank = usePracticeBank();
const user = 'admin@demo.example';
const api = DeskApi.later(journey, user);

describe.each([
  // The bank has executed; what it said does not arrive, and its books cannot be asked for a while.
  ['is lost', 'lostAnswer'],
  ['is a page instead of data', 'html'],
  ['does not come', 'hangAfter'],
] as const)("the bank's answer to the orders %s", (_, kind) => {
  it('says that it is being cleared up, and ends in one known state', async () => {
    const contract = await tradableContract(api, banks.quader);
    const { externalKey } = contract;
    const page = await journey.signedIn(user, '/contracts', kind === 'html' ? 'phone' : 'desktop');
    const dialog = await planAndExecute(page, contract);
    await bank.fault('orders.place', kind, { externalKey, remaining: null });
    await bank.fault('orders.read', 'error', { status: 500, remaining: null });
    await signBySms(dialog, bank, contract);
    await page
      .getByText('Die Antwort der Bank ging verloren.')
      .first()
      .waitFor({ timeout: patienceWithJobs });
    expect((await api.depot(contract.id)).executions.map(({ state }) => state)).toEqual(['unknown']);
    // Nothing invites to order it twice: no "later again", and nothing left to press but to close.
    const unclear = dialog.getByRole('alert').filter({ hasText: 'Aufträge in Klärung' });
    await unclear.getByText('Bitte erteilen Sie sie nicht noch einmal').waitFor();
    expect(await page.locator('.api-error-modal').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: /Neu beginnen|Erneut versuchen/ }).count()).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Schließen', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await bank.clearFaults();
    await newestExecution(page)
      .getByText('Die Bank hat alle Aufträge ausgeführt.')
      .waitFor({ timeout: patienceWithJobs });
    await expect.poll(() => executionOf(page).count()).toBe(0);
    await expectOnce(api, bank, contract);
  });
});

describe('a bank that hangs before it signs', () => {
  it('is told, executes nothing, and the plan can be carried out afterwards', async () => {
    const contract = await tradableContract(api, banks.quader);
    const page = await journey.signedIn(user, '/contracts');
    await openOptimization(page, contract);
    await storePlan(page);
    await bank.fault('signings.create', 'hang', { externalKey: contract.externalKey, remaining: null });
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    await page.locator('.api-error-modal').waitFor({ timeout: patienceWithJobs });
    await page.locator('.api-error-modal').getByRole('button', { name: 'OK' }).click();
    expect((await api.depot(contract.id)).executions).toEqual([]);
    await bank.clearFaults();
    const dialog = await openExecution(page);
    await signBySms(dialog, bank, contract);
    await dialog.waitFor({ state: 'detached' });
    await newestExecution(page).getByText('Die Bank hat alle Aufträge ausgeführt.').waitFor();
    await expectOnce(api, bank, contract);
  });
});
