import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DeskApi, DeskContract } from './desk-api.ts';
import type { BankControl } from './practice-bank.ts';

/** The dialog that signs and carries out a plan. */
export const executionOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Optimierung ausführen' });

/** The newest execution of a contract with its state. */
export const newestExecution = (page: Page): Locator => page.locator('.opt-execution').first();

/** The field for the code; methods to choose from carry the same word. */
export const codeFieldOf = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^TAN/ });

export async function openOptimization(page: Page, { id }: Pick<DeskContract, 'id'>): Promise<void> {
  await page.goto(`/contracts/${id}/optimization`);
  await page
    .getByRole('heading', { name: 'Vorschläge im Vergleich' })
    .or(page.getByRole('heading', { name: 'Geplante Optimierung' }))
    .first()
    .waitFor();
}

/** Stores the proposal that is chosen on screen as the contract's plan. */
export async function storePlan(page: Page): Promise<void> {
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
  await dialog.getByRole('heading', { name: 'Diese Aufträge geben Sie frei' }).waitFor();
  return dialog;
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
