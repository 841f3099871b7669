import { claimNextTask, listTasks } from '@depotwerk/api/workbench/workbench';
import { beforeAll, describe, expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { expectAccessible, loaded, useJourney } from './support/journey.ts';
import { Keyboard } from './support/keyboard.ts';
import { openCount, tasksAtRest } from './support/work-list.ts';

const journey = useJourney();

beforeAll(() => tasksAtRest(journey.url));

describe('a whole morning', () => {
  const north = 'berater@nord.example';
  const doneButton = /^Erledigen: /;

  it.each([
    ['by keyboard alone', 'desktop'],
    ['by taps', 'phone'],
  ] as const)('goes %s from the sign-in to an empty list', async (_hands, size) => {
    const call = await adviserApi(journey.url, north);
    const tasks = async (status = '') =>
      listTasks.answer.parse((await call('GET', `/workbench/tasks?pageSize=250${status}`)).answer);
    const page = await journey.signedIn(north, '/workbench', size);
    await page.getByRole('button', { name: doneButton }).first().waitFor();
    await loaded(page);
    const isDone = async () => (await page.getByText('Alles erledigt').count()) > 0;
    expect(await isDone()).toBe(false);
    const keyboard = new Keyboard(page);
    const begun = new Set((await tasks('&status=done')).map(({ id }) => id));

    // The first one where its work is done, and back.
    if (size === 'desktop') await keyboard.press('n');
    else await page.getByRole('button', { name: 'Nächste Aufgabe' }).click();
    await page.waitForURL((url) => url.pathname !== '/workbench');
    await page.goBack();
    await page.getByRole('button', { name: doneButton }).first().waitFor();
    await loaded(page);

    if (size === 'desktop') await keyboard.to('Erledigen: ');
    while (!(await isDone())) {
      const before = await openCount(page);
      const first = page.getByRole('button', { name: doneButton }).first();
      if (size === 'phone') await first.click();
      else {
        // What is done gives the focus to what comes next: no way has to be gone twice.
        const { name, isShown } = await keyboard.focused();
        expect(name).toMatch(doneButton);
        expect(isShown).toBe(true);
        await keyboard.press('Enter');
        await expect.poll(async () => (await keyboard.focused()).name).not.toBe(name);
      }
      await expect.poll(async () => (await openCount(page)) < before).toBe(true);
      await loaded(page);
    }
    await page.getByText('0 offene Aufgaben').waitFor();
    if (size === 'desktop') expect((await keyboard.focused()).name).toBe('Arbeitsplatz');
    expect(await tasks()).toEqual([]);
    await expectAccessible(page);

    // The next morning is as long.
    for (const { id } of await tasks('&status=done'))
      if (!begun.has(id)) expect((await call('POST', `/workbench/tasks/${id}/reopen`)).status).toBe(200);
  });
});

describe('two people on the same tasks', () => {
  it('get different ones, and what one has done leaves the other’s list by itself', async () => {
    const one = await journey.signedIn(adviser, '/workbench');
    const other = await journey.signedIn('assistenz@demo.example', '/workbench', 'phone');
    for (const page of [one, other]) {
      await page
        .getByRole('button', { name: /^Erledigen: / })
        .first()
        .waitFor();
      await loaded(page);
    }
    const before = await openCount(other);
    expect(await openCount(one)).toBe(before);
    await one
      .getByRole('button', { name: /^Erledigen: / })
      .first()
      .click();
    await expect.poll(() => openCount(other)).toBe(before - 1);
    await one.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => openCount(other)).toBe(before);

    const [mine, theirs] = await Promise.all(
      [one, other].map(async (page) => {
        const claimed = page.waitForResponse((answer) => answer.url().endsWith('/workbench/tasks/next'));
        await page.getByRole('button', { name: 'Nächste Aufgabe' }).click();
        return claimNextTask.answer.parse(await (await claimed).json());
      }),
    );
    expect(mine?.id).toBeDefined();
    expect(mine?.id).not.toBe(theirs?.id);
  });
});
