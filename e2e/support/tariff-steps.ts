import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DeskApi } from './desk-api.ts';
import type { Journey, Size } from './journey.ts';

/** Builds tariffs, submits them; may not approve. */
export const tariffManager = 'tarif@demo.example';
/** Approves and publishes; may not edit. */
export const tariffApprover = 'freigabe@demo.example';

/** A key nobody else has, so that journeys may run on one demo world again and again. */
export const freshKey = (word: string): string => `${word}-${crypto.randomUUID().slice(0, 8)}`;

export type Kind = 'risk' | 'selection' | 'allocation' | 'universe';

/** The page on screen, without its frame. */
export const pageTitle = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 1, name: title, exact: true });

/** Opens a wizard for something new; a draft an earlier journey left is discarded. */
export async function startNew(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await wizardReady(page);
  await discardDraft(page);
}

/** Starts anew where the wizard on screen offers the draft of an earlier visit. */
export async function discardDraft(page: Page): Promise<void> {
  const discard = page.getByRole('button', { name: 'Verwerfen', exact: true });
  if (!(await discard.isVisible())) return;
  await discard.click();
  await discard.waitFor({ state: 'detached' });
}

/** The steps of a wizard are on screen, with the page's own content. */
export async function wizardReady(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Schritte' }).waitFor();
  await page.locator('.wizard__content .ui-skeleton').waitFor({ state: 'detached' });
}

/** Goes on to the page with this title. */
export async function next(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await pageTitle(page, title).waitFor();
  await wizardReady(page);
}

/** Saves what is new and waits for the list's or wizard's word that it is stored. */
export async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText(`„${name}“ wurde gespeichert.`).waitFor();
}

/** Saves the component that is open and waits for the word that it is stored. */
export async function saveComponent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await componentSaved(page);
}

export async function componentSaved(page: Page): Promise<void> {
  await page
    .getByText(/wurde gespeichert\.$/)
    .first()
    .waitFor();
}

/** Fills a field and leaves it, as a person does: its finding may be shown from then on. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Chooses the first entry of a list that contains the text, once the list is loaded. */
export async function choose(field: Locator, text: string): Promise<void> {
  const value = await field.locator('option', { hasText: text }).first().getAttribute('value');
  await field.selectOption(value);
}

/** Picks one of a few choices shown side by side. */
export async function pick(page: Page, group: string, choice: string): Promise<void> {
  await page.getByRole('group', { name: group, exact: true }).getByText(choice, { exact: true }).click();
}

/** Name and key: the first page of every component. */
export async function fillComponentInfo(page: Page, name: string, key: string): Promise<void> {
  await enter(page.getByLabel('Bezeichnung'), name);
  await enter(page.getByLabel('Schlüssel'), key);
}

/** Targets and ranges of the risk classes on screen, percent as text. */
export async function fillRiskClasses(
  page: Page,
  classes: readonly (readonly [target: string, range: string])[],
): Promise<void> {
  for (const [index, [target, range]] of classes.entries()) {
    await enter(page.getByLabel(`Zielwert der Klasse ${index + 1}`), target);
    await enter(page.getByLabel(`Bandbreite der Klasse ${index + 1}`), range);
  }
}

/** What the product says is wrong with a field, with plain spaces; '' while nothing is. */
export async function errorOf(field: Locator): Promise<string> {
  const text = await field.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => id.endsWith('-error'))
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
  return text.replaceAll('\u00a0', ' ').trim();
}

/** The field says exactly this, now or in a moment. */
export async function expectError(field: Locator, text: string): Promise<void> {
  await expect.poll(() => errorOf(field)).toBe(text);
}

/** Fills a field wrong, reads what is said of it, and fills it right: nothing is said any more. */
export async function provoke(field: Locator, wrong: string, text: string, right: string): Promise<void> {
  await enter(field, wrong);
  await expectError(field, text);
  await enter(field, right);
  await expectError(field, '');
}

/** What keeps the page from being left or saved, as its summary lists it, with plain spaces. */
export async function summary(page: Page): Promise<string[]> {
  const texts = await page.locator('.error-summary__entry').allInnerTexts();
  return texts.map((text) => text.replaceAll('\u00a0', ' '));
}

/** Steps in the life of a version, by the button that takes them. */
export type VersionStep =
  | 'Zur Freigabe einreichen'
  | 'Zurücknehmen'
  | 'Freigeben'
  | 'Zurückweisen'
  | 'Veröffentlichen'
  | 'Als neue Version wiederherstellen'
  | 'Entwurf verwerfen';

/** Opens the dialog of a step on the card of a version (`Version 2`) or of a tariff that waits for approval. */
export async function openStep(page: Page, card: string, step: VersionStep): Promise<Locator> {
  await page
    .getByRole('article', { name: card, exact: true })
    .getByRole('button', { name: step, exact: true })
    .click();
  return page.getByRole('dialog', { name: step });
}

/** Confirms the step of an open dialog and waits until it is done. */
export async function confirmStep(dialog: Locator, step: VersionStep): Promise<void> {
  await dialog.getByRole('button', { name: step, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Takes a step with the version on a card. */
export async function takeStep(page: Page, card: string, step: VersionStep): Promise<void> {
  await confirmStep(await openStep(page, card, step), step);
}

/** Where the versions of a tariff are. */
export const versionsPath = (tariffId: string): string => `/admin/tariffs/${tariffId}/versions`;

/** Id of the tariff whose wizard is on screen; one just created has its address a moment after the word that it is stored. */
export async function tariffIdOf(page: Page): Promise<string> {
  await page.waitForURL(/\/admin\/tariffs\/[0-9a-f-]{36}\//);
  const id = /\/admin\/tariffs\/([0-9a-f-]{36})\//.exec(page.url())?.[1];
  if (id === undefined) throw new Error(`no tariff at ${page.url()}`);
  return id;
}

/** Searches a fund and takes the first hit; its name. */
export async function pickFund(page: Page, label: string | RegExp, search: string): Promise<string> {
  await page.getByLabel(label).fill(search);
  const hit = page
    .getByRole('list', { name: 'Gefundene Fonds' })
    .getByRole('button', { name: new RegExp(search, 'i') })
    .first();
  await hit.waitFor();
  const name = await hit.locator('.fund-search__name').innerText();
  await hit.click();
  return name;
}

/** The cell of a matrix in a row (0 = first; those of categories do not count) and a risk class (0 = first). */
export const matrixCell = (page: Page, row: number, column: number): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.locator('[data-cell]') })
    .nth(row)
    .getByRole('gridcell')
    .nth(column);

/** What the cells of the matrix say, row by row, without percent signs. */
export async function matrixTexts(page: Page, rows: number, columns: number): Promise<string[][]> {
  const texts: string[][] = [];
  for (let row = 0; row < rows; row += 1) {
    const cells: string[] = [];
    for (let column = 0; column < columns; column += 1) {
      const cell = matrixCell(page, row, column);
      const input = cell.locator('input');
      const text = (await input.count()) > 0 ? await input.inputValue() : await cell.innerText();
      cells.push(text.replace(/[\s\u00a0]*%?\s*$/, ''));
    }
    texts.push(cells);
  }
  return texts;
}

/** Submission, approval and publication from today on, with both people on the page of the versions. */
export async function publishVersion({
  manager,
  approver,
  version,
}: {
  readonly manager: Page;
  readonly approver: Page;
  readonly version: number;
}): Promise<void> {
  const card = `Version ${version}`;
  await takeStep(manager, card, 'Zur Freigabe einreichen');
  await approver.reload();
  await takeStep(approver, card, 'Freigeben');
  await takeStep(approver, card, 'Veröffentlichen');
  await approver
    .getByText(/ist veröffentlicht\.$/)
    .first()
    .waitFor();
}

/** A complete tariff as draft, made over HTTP as a copy of one of the demo: what a journey begins with. */
export async function newTariffOf(
  api: DeskApi,
  sourceKey = 'EW-RENTE',
): Promise<{ id: string; name: string }> {
  const tariffs = await api.get<{ id: string; key: string }[]>('/tariffs?pageSize=250');
  const source = tariffs.find(({ key }) => key === sourceKey);
  if (!source) throw new Error(`the demo has no tariff ${sourceKey}`);
  const key = freshKey('KOPIE');
  const copy = { name: `Tarif ${key}`, key };
  const { id } = await api.send<{ id: string }>('POST', `/tariffs/${source.id}/copy`, copy);
  return { id, name: copy.name };
}

/**
 * Puts the version beside the published one away, whatever state a broken journey left it in.
 *
 * @param api somebody who may edit and submit tariffs
 */
export async function clearOpenVersion(api: DeskApi, tariffId: string): Promise<void> {
  const { version } = await api.get<{ version: { versionNumber: number; state: string } }>(
    `/tariffs/${tariffId}`,
  );
  const body = { versionNumber: version.versionNumber, comment: '' };
  if (version.state === 'submitted' || version.state === 'approved') {
    await api.send('POST', `/tariffs/${tariffId}/withdraw`, body);
  }
  if (version.state !== 'published') await api.send('POST', `/tariffs/${tariffId}/discard`, body);
}

/** A copy of a component of the demo (11 peer groups, 7 classes), open on a page of its wizard. */
export async function openAllocation(
  journey: Journey,
  api: DeskApi,
  step = 'allocation-matrix',
  size: Size = 'desktop',
): Promise<Page> {
  const list = await api.get<{ id: string; key: string }[]>('/tariff-components/allocation?pageSize=250');
  const source = list.find(({ key }) => key === 'ALLO-EW-RENTE');
  if (!source) throw new Error('the demo has no allocation ALLO-EW-RENTE');
  const key = freshKey('ALLO');
  const { id } = await api.send<{ id: string }>('POST', `/tariff-components/allocation/${source.id}/copy`, {
    name: `Allokation ${key}`,
    key,
  });
  const page = await journey.signedIn(
    tariffManager,
    `/admin/tariff-components/allocation/${id}/${step}`,
    size,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await wizardReady(page);
  if (step === 'allocation-matrix') await page.getByRole('grid').waitFor();
  return page;
}
