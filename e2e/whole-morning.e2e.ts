import { claimNextTask, listTasks } from '@depotwerk/api/workbench/workbench';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { expectAccessible, loaded, useJourney } from './support/journey.ts';
import { Keyboard } from './support/keyboard.ts';
import { openCount, tasksAtRest } from './support/work-list.ts';

const journey = useJourney();

beforeAll(() => tasksAtRest(journey.url));

const doneButton = /^Erledigen: /;
const firstDone = (page: Page) => page.getByRole('button', { name: doneButton }).first();

/** What is done gives the focus to what comes next: no way has to be gone twice. */
async function doneByKeys(page: Page): Promise<void> {
  const keyboard = new Keyboard(page);
  const { name, isShown } = await keyboard.focused();
  expect({ isDoneButton: doneButton.test(name), isShown }).toEqual({ isDoneButton: true, isShown: true });
  await keyboard.press('Enter');
  await expect.poll(async () => (await keyboard.focused()).name).not.toBe(name);
}

async function endsAtHeading(page: Page): Promise<void> {
  expect((await new Keyboard(page).focused()).name).toBe('Arbeitsplatz');
}

/** How one task after the other is worked off. */
const hands = {
  'by keyboard alone': {
    size: 'desktop',
    next: (page: Page) => new Keyboard(page).press('n'),
    begin: (page: Page) => new Keyboard(page).to('Erledigen: '),
    done: doneByKeys,
    end: endsAtHeading,
  },
  'by taps': {
    size: 'phone',
    next: (page: Page) => page.getByRole('button', { name: 'Nächste Aufgabe' }).click(),
    begin: async () => {},
    done: (page: Page) => firstDone(page).click(),
    end: async () => {},
  },
} as const;

describe('a whole morning', () => {
  const north = 'berater@nord.example';

  it.each(['by keyboard alone', 'by taps'] as const)(
    'goes %s from the sign-in to an empty list',
    async (way) => {
      const { size, next, begin, done, end } = hands[way];
      const call = await adviserApi(journey.url, north);
      const tasks = async (status = '') =>
        listTasks.answer.parse((await call('GET', `/workbench/tasks?pageSize=250${status}`)).answer);
      const page = await journey.signedIn(north, '/workbench', size);
      await firstDone(page).waitFor();
      await loaded(page);
      const isDone = async () => (await page.getByText('Alles erledigt').count()) > 0;
      expect(await isDone()).toBe(false);
      const begun = new Set((await tasks('&status=done')).map(({ id }) => id));

      // The first one where its work is done, and back.
      await next(page);
      await page.waitForURL((url) => url.pathname !== '/workbench');
      await page.goBack();
      await firstDone(page).waitFor();
      await loaded(page);

      await begin(page);
      while (!(await isDone())) {
        const before = await openCount(page);
        await done(page);
        await expect.poll(async () => (await openCount(page)) < before).toBe(true);
        await loaded(page);
      }
      await page.getByText('0 offene Aufgaben').waitFor();
      await end(page);
      expect(await tasks()).toEqual([]);
      await expectAccessible(page);

      // The next morning is as long.
      const ended = (await tasks('&status=done')).filter(({ id }) => !begun.has(id));
      const again: number[] = [];
      for (const { id } of ended) again.push((await call('POST', `/workbench/tasks/${id}/reopen`)).status);
      expect(again).toEqual(ended.map(() => 200));
    },
  );
});

describe('two people on the same tasks', () => {
  it('get different ones, and what one has done leaves the other’s list by itself', async () => {
    const one = await journey.signedIn(adviser, '/workbench');
    const other = await journey.signedIn('assistenz@demo.example', '/workbench', 'phone');
    for (const page of [one, other]) {
      await firstDone(page).waitFor();
      await loaded(page);
    }
    await tasksAtRest(journey.url);
    // Some tasks concern one of them alone: a row that stands once in both lists is the same task.
    const namesIn = (page: Page) =>
      page
        .getByRole('button', { name: doneButton })
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
        );
    const [ofOne, ofOther] = await Promise.all([one, other].map(namesIn));
    const isOnce = (names: readonly string[] | undefined, name: string) =>
      names?.filter((found) => found === name).length === 1;
    const shared = ofOne?.find((name) => isOnce(ofOne, name) && isOnce(ofOther, name)) ?? 'none is shared';
    const rowIn = (page: Page) => page.getByRole('button', { name: shared, exact: true });
    const before = await openCount(other);
    await rowIn(one).click();
    await rowIn(other).waitFor({ state: 'detached' });
    await expect.poll(() => openCount(other)).toBe(before - 1);
    await one.getByRole('button', { name: 'Rückgängig' }).click();
    await rowIn(other).waitFor();
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
