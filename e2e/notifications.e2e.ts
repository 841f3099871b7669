import { listTasks } from '@depotwerk/api/workbench/workbench';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { expectAccessibleAtBothSizes, loaded, useJourney } from './support/journey.ts';

const journey = useJourney();
const admin = 'admin@demo.example';

const bellOf = (page: Page) => page.getByRole('button', { name: /^Benachrichtigungen/ });
async function unreadOf(page: Page): Promise<number> {
  const name = (await bellOf(page).getAttribute('aria-label')) ?? '';
  return Number(/(\d+) ungelesen/.exec(name)?.[1] ?? 0);
}

describe('somebody who is given a task', () => {
  it('sees it under the bell at once, is led to it, and has read it then', async () => {
    const page = await journey.signedIn(adviser, '/settings/notifications');
    await bellOf(page).waitFor();
    await loaded(page);
    const before = await unreadOf(page);
    const mine = (await (await adviserApi(journey.url))('GET', '/auth/user')).answer as { id: string };

    const call = await adviserApi(journey.url, admin);
    const { answer } = await call('GET', '/workbench/tasks?owner=nobody&taskType=hints&pageSize=250');
    const visible = await (await adviserApi(journey.url))(
      'GET',
      '/workbench/tasks?owner=nobody&taskType=hints&pageSize=250',
    );
    const own = new Set(listTasks.answer.parse(visible.answer).map(({ id }) => id));
    const task = listTasks.answer.parse(answer).find(({ id }) => own.has(id));
    if (!task) throw new Error('there is no task for the adviser');
    const body = { userId: mine.id, fromUserId: null };
    expect((await call('POST', `/workbench/tasks/${task.id}/assign`, body)).status).toBe(200);

    await expect.poll(() => unreadOf(page)).toBe(before + 1);
    await bellOf(page).click();
    const panel = page.getByRole('dialog', { name: 'Benachrichtigungen' });
    const entry = panel.getByRole('button', { name: /Eine Aufgabe wurde Ihnen zugewiesen/ }).first();
    await entry.waitFor();
    await expectAccessibleAtBothSizes(page);
    await entry.click();
    await page.waitForURL(/\/contracts\/.*\/optimization-hints/);
    await expect.poll(() => unreadOf(page)).toBe(before);
  });

  it('chooses of what to hear, and finds the choice again', async () => {
    const page = await journey.signedIn(adviser, '/settings/notifications');
    const row = page.getByRole('listitem').filter({ hasText: 'Ein Kunde hat geschrieben' });
    const mail = row.getByRole('combobox');
    // What he has not chosen already.
    const wanted = (await mail.inputValue()) === 'daily' ? 'soon' : 'daily';
    await mail.selectOption(wanted);
    await page.getByText('Die Auswahl ist gespeichert.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.reload();
    await row.waitFor();
    await expect.poll(() => mail.inputValue()).toBe(wanted);
  });
});
