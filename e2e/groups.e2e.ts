import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';
import { withinASecond } from './support/within-a-second.ts';

const journey = useJourney();

describe('the people of a group', () => {
  it('are found, wait to be saved, and see what they may at once', async () => {
    const name = `Filiale ${crypto.randomUUID().slice(0, 8)}`;
    const page = await journey.signedIn('admin@demo.example', '/user-management/groups/new/info');
    const description = page.getByLabel('Beschreibung');
    expect(await description.getAttribute('rows')).toBe('4');
    // What the switch does to rights is said before it is used.
    await page.getByText('Rechte, die jemand in ihr hat, gelten nicht mehr', { exact: false }).waitFor();
    await page.getByLabel('Name der Gruppe').fill(name);
    await description.fill('Nur für diesen Gang');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL(/\/groups\/[0-9a-f-]{36}\/users/);
    const groupId = /groups\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

    // One letter asks for nothing.
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/users?')) asked.push(new URL(request.url()).search);
    });
    const search = page.getByRole('searchbox').first();
    await search.pressSequentially('w');
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    await search.pressSequentially('eiß', { delay: 20 });
    const add = page.getByRole('button', { name: 'Hinzufügen: Jürgen Weiß' });
    await add.click();
    // A slow machine may pause between the letters.
    expect(asked.at(-1)).toContain(encodeURIComponent('weiß'));
    await page.getByRole('button', { name: 'Hinzufügen: Franziska Weiß' }).waitFor();
    await expect.poll(() => add.count()).toBe(0);

    // All, some, none; taking somebody out of the list takes back what he was given.
    const customers = page.getByRole('checkbox', { name: 'Kunden', exact: true });
    const isPartly = () => customers.evaluate((box: HTMLInputElement) => box.indeterminate);
    const partlyAndEdit = async () => [await isPartly(), await edit.isChecked()];
    const edit = page.getByRole('checkbox', { name: 'Kunden der Gruppe bearbeiten' });
    await expect
      .poll(async () => [await customers.isChecked(), ...(await partlyAndEdit())])
      .toEqual([false, true, false]);
    await customers.check();
    await expect.poll(partlyAndEdit).toEqual([false, true]);
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Entfernen: Jürgen Weiß' }).first().click();
    await add.click();
    await expect.poll(partlyAndEdit).toEqual([true, false]);
    await customers.check();

    // A session of his that runs sees the new group with its next request.
    const adviser = await DeskApi.signIn(journey.url, 'berater@demo.example');
    const groupsOfHis = async () =>
      (await adviser.get<{ groups: { groupId: string }[] }>('/auth/user')).groups.map((each) => each.groupId);
    expect(await groupsOfHis()).not.toContain(groupId);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Keine Änderungen').waitFor();
    await withinASecond(groupsOfHis, (groups) => groups.includes(groupId));

    // A member is no candidate any more, not even where he was found before.
    await search.fill('weiß');
    await page.getByRole('button', { name: 'Hinzufügen: Franziska Weiß' }).waitFor();
    await expect.poll(() => add.count()).toBe(0);
    await page.getByRole('button', { name: 'Entfernen: Jürgen Weiß' }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Keine Änderungen').waitFor();
    await withinASecond(groupsOfHis, (groups) => !groups.includes(groupId));
    await page.getByRole('link', { name: 'Angaben' }).click();
    await page.getByRole('button', { name: 'Löschen' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Löschen' })
      .click();
    await page.waitForURL(/\/user-management\/groups$/);
  });
});
