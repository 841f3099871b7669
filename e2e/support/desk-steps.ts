import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DeskApi, DeskContract } from './desk-api.ts';
import type { BankControl } from './practice-bank.ts';
import { show } from './show.ts';

/** The dialog that signs and carries out a plan. */
export const executionOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Optimierung ausführen' });

/** The newest execution of a contract with its state. */
export const newestExecution = (page: Page): Locator => page.locator('.opt-execution').first();

/** The field for the code; methods to choose from carry the same word. */
export const codeFieldOf = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^TAN/ });

export async function openOptimization(page: Page, { id }: Pick<DeskContract, 'id'>): Promise<void> {
  await show(page, `/contracts/${id}/optimization`);
  await page
    .getByRole('heading', { name: 'Vorschläge im Vergleich' })
    .or(page.getByRole('heading', { name: 'Geplante Optimierung' }))
    .first()
    .waitFor();
}

/** Shows the comparison of the proposals, also where a plan is stored already. */
export async function showProposals(page: Page): Promise<void> {
  const proposals = page.getByRole('heading', { name: 'Vorschläge im Vergleich' });
  const plan = page.getByRole('heading', { name: 'Geplante Optimierung' });
  await proposals.or(plan).waitFor();
  if (await plan.isVisible()) await page.getByText('Vorschläge', { exact: true }).click();
  await proposals.waitFor();
}

/** Chooses a proposal in the comparison: by its column, on phones by the choice above the table. */
export async function chooseProposal(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('group', { name: 'Vorschlag wählen' });
  const column = page.locator('.opt-table').getByRole('radio', { name, exact: true });
  await choice.or(column).first().waitFor();
  if (await choice.isVisible()) await choice.getByText(name, { exact: true }).click();
  else await column.check();
}

/** Stores the full switch as the contract's plan: the recommended proposal may be to do nothing. */
export async function storePlan(page: Page): Promise<void> {
  await chooseProposal(page, 'Volle Umschichtung');
  await page.getByRole('button', { name: 'Vorschlag übernehmen' }).click();
  await page.getByRole('heading', { name: 'Geplante Optimierung' }).waitFor();
}

/** Stores the full proposal of a contract and opens its execution. */
export async function planAndExecute(page: Page, contract: DeskContract): Promise<Locator> {
  await openOptimization(page, contract);
  await storePlan(page);
  return openExecution(page);
}

export async function openExecution(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
  const dialog = executionOf(page);
  const orders = dialog.getByRole('heading', { name: 'Diese Aufträge geben Sie frei' });
  // A plan computed anew may buy funds whose key information nobody has handed over yet.
  const information = page.getByRole('dialog', { name: 'Basisinformationsblätter' });
  await orders.or(information).first().waitFor();
  if (await information.isVisible()) await handOverKeyInformation(information);
  await orders.waitFor();
  return dialog;
}

/** Confirms in the dialog that the key information it shows was handed over. */
export async function handOverKeyInformation(information: Locator): Promise<void> {
  await information.getByLabel(/^Form der Aushändigung/).selectOption({ label: 'per E-Mail' });
  await information.getByRole('button', { name: 'Aushändigung bestätigen' }).click();
  await information.waitFor({ state: 'detached' });
}

/** Requests a code by SMS and enters what the bank sent for this depot. */
export async function signBySms(dialog: Locator, bank: BankControl, contract: DeskContract): Promise<void> {
  await requestSms(dialog);
  await enterCode(dialog, await bank.smsCode(contract.externalKey));
}

export async function requestSms(dialog: Locator): Promise<void> {
  await dialog.getByLabel(/Code per SMS/).check();
  await dialog.getByRole('button', { name: 'Code anfordern' }).click();
  await codeFieldOf(dialog).waitFor();
}

export async function enterCode(dialog: Locator, code: string): Promise<void> {
  await codeFieldOf(dialog).fill(code);
  await dialog.getByRole('button', { name: 'Aufträge ausführen' }).click();
}

/** The bank's books hold every order of the contract's only execution, and each once. */
export async function expectOnce(api: DeskApi, bank: BankControl, { id }: DeskContract): Promise<void> {
  const { executions } = await api.depot(id);
  expect(executions.map(({ state }) => state)).toEqual(['confirmed']);
  const [execution] = executions;
  const booked = await bank.booked(execution?.clientOrderId ?? '');
  const line = ({ action, isin }: { action: string; isin: string }) => `${action} ${isin}`;
  expect(booked.map(line).toSorted()).toEqual((execution?.orders ?? []).map(line).toSorted());
}
