import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { listTasks } from '@depotwerk/api/workbench/workbench';
import { beforeAll, describe, expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import {
  expectAccessible,
  expectAccessibleAtBothSizes,
  loaded,
  sizes,
  useJourney,
} from './support/journey.ts';
import { show } from './support/show.ts';
import { openCount, tasksAtRest } from './support/work-list.ts';

const journey = useJourney();

beforeAll(() => tasksAtRest(journey.url));

describe('a morning', () => {
  it('begins with the next task, leads to its work, and ends with a shorter list', async () => {
    const page = await journey.signedIn(adviser, '/workbench');
    const tasks = page.getByRole('list').filter({ has: page.getByRole('button', { name: /^Erledigen: / }) });
    await tasks.first().waitFor();
    await expectAccessibleAtBothSizes(page);

    // One key, or one button on a phone: the most urgent task, on the page where its work is done.
    for (const next of [
      () => page.keyboard.press('n'),
      async () => {
        await page.setViewportSize(sizes.phone);
        await page.getByRole('button', { name: 'Nächste Aufgabe' }).click();
      },
    ]) {
      await next();
      await page.waitForURL((url) => url.pathname !== '/workbench');
      await page.goBack();
      await page.waitForURL(/\/workbench/);
      await page.getByText('Bei mir', { exact: true }).nth(1).waitFor();
    }
    await page.setViewportSize(sizes.desktop);

    // The number above the list leads to the tasks it counts.
    const overdue = page.getByRole('definition').getByRole('link').nth(1);
    const counted = await overdue.textContent();
    await overdue.click();
    await page.getByRole('button', { name: /Überfällig/ }).waitFor();
    await expect
      .poll(async () => {
        const titles = await page.getByRole('heading', { name: /\(\d+\)$/ }).allTextContents();
        return String(titles.reduce((sum, title) => sum + Number(/\d+(?=\)$)/.exec(title)), 0));
      })
      .toBe(counted);
    await page.getByRole('button', { name: /Überfällig/ }).click();
    // The list is asked anew: its number is not read at once.
    await loaded(page);

    const before = await openCount(page);
    const complete = page.getByRole('button', { name: /^Erledigen: / }).first();
    await complete.click();
    await page.getByText('Die Aufgabe ist erledigt.').waitFor();
    await expect.poll(() => openCount(page)).toBe(before - 1);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => openCount(page)).toBe(before);

    const putAside = async () => {
      await page
        .getByRole('button', { name: /^Weitere Aktionen: / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Eine Woche zurückstellen' }).click();
      await expect.poll(() => openCount(page)).toBe(before - 1);
    };
    // Put aside: gone from here, and found again among what is put aside.
    await putAside();
    await page.getByText('Die Aufgabe ist zurückgestellt.').waitFor();
    // Not meant: back by the keyboard, and put aside once more.
    await page.keyboard.press('Control+z');
    await page.getByText('Die Aufgabe ist nicht mehr zurückgestellt.').waitFor();
    await expect.poll(() => openCount(page)).toBe(before);
    await putAside();
    await page.getByLabel('Stand').selectOption('snoozed');
    await page
      .getByText(/^Zurückgestellt bis /)
      .first()
      .waitFor();
  });
});

describe('the search', () => {
  it('finds a customer’s contract from anywhere, without the mouse', async () => {
    const call = await adviserApi(journey.url);
    const [contract] = listContracts.answer.parse((await call('GET', '/contracts?pageSize=1')).answer);
    if (!contract) throw new Error('The adviser has no contract.');
    const page = await journey.signedIn(adviser, '/settings/display');
    const button = page.getByRole('button', { name: 'Suchen (Strg+K)' });
    // Keys work once the frame of the page is there.
    await button.waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: /^Kunden, Verträge/ });
    await search.fill(contract.externalKey);
    await page.getByRole('option', { name: contract.externalKey }).first().waitFor();
    await expectAccessible(page);
    await search.press('Enter');
    await page.waitForURL(`${journey.url}/contracts/${contract.id}/overview`);

    // Enter before the server has answered opens what the answer brings, also where nothing is shown yet.
    await page.goto('/contracts');
    await button.waitFor();
    await page.route('**/api/search?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await search.fill(contract.externalKey);
    await search.press('Enter');
    await page.waitForURL(`${journey.url}/contracts/${contract.id}/overview`);
    await page.unroute('**/api/search?*');

    // The same by a link out of a mail; a number that is foreign or unknown leads to one neutral page.
    await page.goto(`/goto/contract/${encodeURIComponent(contract.externalKey)}`);
    await page.waitForURL(`${journey.url}/contracts/${contract.id}/overview`);
    const detail = getContract.answer.parse((await call('GET', `/contracts/${contract.id}`)).answer);
    expect(detail.contract.externalKey).toBe(contract.externalKey);
    await page.goto('/goto/contract/GIBT-ES-NICHT');
    await page.getByRole('heading', { name: 'Dieser Link führt zu keiner Seite' }).waitFor();
    await expectAccessible(page);
  });

  it('offers what was opened last on a phone before anything is typed, newest first, without the page one is on', async () => {
    const call = await adviserApi(journey.url);
    const contracts = listContracts.answer.parse((await call('GET', '/contracts?pageSize=2')).answer);
    for (const { id } of contracts) await call('GET', `/contracts/${id}`);
    const [first, second] = contracts.map(({ externalKey }) => externalKey);
    if (first === undefined || second === undefined) throw new Error('The adviser has no two contracts.');
    const page = await journey.signedIn(adviser, '/settings/display', 'phone');
    const button = page.getByRole('button', { name: 'Suchen', exact: true });
    await button.waitFor();
    const openSearch = () => button.click();
    await openSearch();
    const last = page.getByRole('group', { name: 'Zuletzt verwendet' }).getByRole('option');
    await last.first().waitFor();
    expect((await last.allTextContents()).slice(0, 2)).toEqual([
      expect.stringContaining(second),
      expect.stringContaining(first),
    ]);
    await expectAccessible(page);
    const search = page.getByRole('combobox', { name: /^Kunden, Verträge/ });
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.waitForURL(`${journey.url}/contracts/${contracts[0]?.id}/overview`);
    await page.getByText(first).first().waitFor();

    // Back and forth between two: the other one is the first line.
    await openSearch();
    await last.filter({ hasText: second }).waitFor();
    expect(await last.first().textContent()).toContain(second);
    await search.press('Enter');
    await page.waitForURL(`${journey.url}/contracts/${contracts[1]?.id}/overview`);
    await openSearch();
    await search.fill('x');
    await expect.poll(() => last.count()).toBe(0);
  });
});

describe('the dashboard', () => {
  it('is arranged by keyboard alone, and its numbers lead to what they count', async () => {
    const page = await journey.signedIn(adviser, '/workbench?view=dashboard');
    await page.getByRole('heading', { name: 'Bestand und Volumen' }).waitFor();
    await page.getByText('Verträge', { exact: true }).first().waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Anordnen' }).click();
    const grip = page.getByRole('button', { name: 'Kachel „Bestand und Volumen“ verschieben' });
    await grip.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    // Where it lies is said at the tile and, to who does not see it, by a message.
    await page.getByRole('status').getByText('Spalte 2, Zeile 1, 5 breit, 4 hoch').waitFor();
    const tile = page.locator('.dashboard__tile').filter({ has: grip });
    await tile.getByText('Spalte 2, Zeile 1, 5 breit, 4 hoch').waitFor();
    await page.keyboard.press('Escape');
    await tile.getByText('Spalte 1, Zeile 1, 4 breit, 4 hoch').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    // Nothing that was arranged goes unasked.
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await tile.getByText('Spalte 2, Zeile 1, 4 breit, 4 hoch').waitFor();
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Eigene Anordnung').waitFor();

    const row = page.getByRole('row', { name: /^Klasse \d/ }).first();
    const outside = (await row.getByRole('cell').first().textContent()) ?? '';
    await row.getByRole('link').click();
    await page.waitForURL(/riskOutOfBand=true/);
    await page
      .getByText(new RegExp(`^${outside} (Vertrag|Verträge)`))
      .first()
      .waitFor();
  });
});

describe('the dashboard in two windows', () => {
  it('is replaced by neither unseen: who saves second chooses', async () => {
    const call = await adviserApi(journey.url);
    await call('DELETE', '/dashboard/config');
    const windows = [
      await journey.signedIn(adviser, '/workbench?view=dashboard'),
      await journey.signedIn(adviser, '/workbench?view=dashboard'),
    ] as const;
    const [first, second] = windows;
    for (const page of windows) {
      await page.getByRole('button', { name: 'Anordnen' }).click();
      // Its code may still be on its way, and it begins with what is stored once it is there.
      await page.getByRole('button', { name: 'Kachel „Ablaufende Profile“ entfernen' }).waitFor();
    }
    await first.getByRole('button', { name: 'Kachel „Top-Fonds“ entfernen' }).click();
    await first.getByRole('button', { name: 'Speichern', exact: true }).click();
    await first.getByText('Eigene Anordnung').waitFor();
    // What is arranged there goes on from what it was opened with, whatever is heard meanwhile.
    await second.getByRole('button', { name: 'Kachel „Ablaufende Profile“ entfernen' }).click();
    await second.getByRole('button', { name: 'Speichern', exact: true }).click();
    const choice = second.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await choice.waitFor();
    await expectAccessibleAtBothSizes(second);
    await choice.getByRole('button', { name: 'Alles vom anderen Stand' }).click();
    await choice.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await second.getByRole('button', { name: 'Speichern', exact: true }).click();
    await second.getByText('Eigene Anordnung').waitFor();
    await second.getByRole('heading', { name: 'Ablaufende Profile' }).waitFor();
    expect(await second.getByRole('heading', { name: 'Top-Fonds' }).count()).toBe(0);
  });
});

describe('a note', () => {
  it('is written, comes back in the work list on its day, is done in both places, and deleted and put back', async () => {
    const call = await adviserApi(journey.url);
    const followUps = async () => {
      const { answer } = await call('GET', '/workbench/tasks?taskType=followUp&pageSize=250');
      return listTasks.answer.parse(answer);
    };
    // One that waits for nothing: on a product that was walked on before the first one does.
    const waiting = new Set((await followUps()).map((task) => task.contract?.id));
    const contracts = listContracts.answer.parse((await call('GET', '/contracts?pageSize=50')).answer);
    const contract = contracts.find(({ id }) => !waiting.has(id));
    if (!contract) throw new Error('The adviser has no contract without a note to come back to.');
    const page = await journey.signedIn(adviser, `/contracts/${contract.id}/notes`);
    const text = `Ruft wegen der Rente zurück (${crypto.randomUUID().slice(0, 8)})`;
    await page.getByRole('button', { name: 'Notiz schreiben' }).click();
    const form = page.getByRole('dialog', { name: 'Notiz schreiben' });
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form.getByText('Bitte füllen Sie dieses Feld aus.').waitFor();
    await form.getByLabel('Notiz').fill(text);
    const today = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin' }).format(new Date());
    await form.getByLabel('Wiedervorlage am').fill(today);
    await form.getByLabel('Wiedervorlage am').blur();
    await expectAccessibleAtBothSizes(page);
    await form.getByRole('button', { name: 'Speichern' }).click();
    const line = page.getByRole('listitem').filter({ hasText: text });
    await line.getByText('Heute fällig').waitFor();
    await expectAccessibleAtBothSizes(page);

    const tasks = async () => (await followUps()).filter((task) => task.contract?.id === contract.id).length;
    await expect.poll(tasks).toBe(1);
    await show(page, '/workbench?type=followUp');
    const task = page
      .getByRole('listitem', { name: /^Notiz wieder vornehmen/ })
      .filter({ hasText: contract.externalKey });
    await task.getByRole('button', { name: /^Erledigen/ }).click();
    await page.getByText('Die Aufgabe ist erledigt.').waitFor();
    await show(page, `/contracts/${contract.id}/notes`);
    await line.getByText(/^Erledigt am /).waitFor();
    await line.getByRole('button', { name: 'Wieder öffnen' }).click();
    await expect.poll(tasks).toBe(1);

    await line.getByRole('button', { name: /^Weitere Aktionen/ }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await line.waitFor();
  });
});
