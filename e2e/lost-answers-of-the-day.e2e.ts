import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loaded, loseAnswer, useJourney } from './support/journey.ts';

const journey = useJourney();
const panel = (page: Page) => page.getByRole('dialog');

describe('answers that are lost', () => {
  it('leave the dialog of a task open with who was chosen, until the server has said yes', async () => {
    const page = await journey.signedIn('admin@demo.example', '/workbench');
    const task = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Erledigen: / }) })
      .first();
    await task.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Zuweisen' }).click();
    const owner = panel(page).getByRole('combobox', { name: 'Zuständig' });
    await owner.waitFor();
    await owner.selectOption({ index: 1 });
    const chosen = await owner.inputValue();
    const keys = new Set<string | undefined>();
    await page.route('**/workbench/tasks/*/assign', async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      await new Promise((done) => setTimeout(done, 500));
      await route.fulfill({ status: 503, body: '' });
    });
    const assign = panel(page).getByRole('button', { name: 'Zuweisen' });
    await assign.dblclick();
    await panel(page).getByRole('alert').waitFor();
    expect(await owner.inputValue()).toBe(chosen);
    // Repeated by itself, and by the double click not done twice.
    expect(keys.size).toBe(1);
    expect([...keys][0]).toBeTruthy();
    await page.unroute('**/workbench/tasks/*/assign');
    await assign.click();
    await panel(page).waitFor({ state: 'detached' });
  });

  it('of a view can be tried again under another name', async () => {
    const page = await journey.signedIn('admin@demo.example', '/contracts?withHints=true', 'phone');
    await loaded(page);
    await page.locator('.saved-views').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Als neue Ansicht speichern' }).click();
    const mark = crypto.randomUUID().slice(0, 6);
    const name = panel(page).getByLabel('Name');
    await name.fill(`Verloren ${mark}`);
    await page.route('**/saved-views', loseAnswer);
    await panel(page).getByRole('button', { name: 'Speichern' }).click();
    await panel(page).getByRole('alert').waitFor();
    expect(await name.inputValue()).toBe(`Verloren ${mark}`);
    await page.unroute('**/saved-views', loseAnswer);
    await name.fill(`Gefunden ${mark}`);
    await panel(page).getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: `Ansicht: Gefunden ${mark}`, exact: true }).waitFor();
  });
});
