import { afterAll, describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, rowsOf, useJourney } from './support/journey.ts';

const journey = useJourney();
const userName = 'assistenz@demo.example';

/** Gives the demo's assistant a role by its name. */
async function giveRole(name: string): Promise<void> {
  const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
  const roles = await administrator.get<{ id: string; roleName: string }[]>('/roles');
  const found = await administrator.get<{ id: string; userName: string }[]>(`/users?search=${userName}`);
  const id = found.find((person) => person.userName === userName)?.id;
  const { etag, body } = await administrator.call('GET', `/users/${id}`);
  // The answer of the call; of it only what the form sends is sent back.
  const { fullName, company, phoneNumber, isInactive } = body as Record<string, unknown>;
  const roleId = roles.find(({ roleName }) => roleName === name)?.id;
  const draft = { userName, fullName, company, phoneNumber, isInactive, roleId };
  await administrator.send('PUT', `/users/${id}`, draft, etag ?? undefined);
}

afterAll(() => giveRole('Assistenz'));

describe('another role while somebody works', () => {
  it('leads on from the first refusal, with the menu of now', async () => {
    await giveRole('Assistenz');
    const page = await journey.signedIn(userName, '/contracts');
    await rowsOf(page).first().waitFor();
    await giveRole('Tariffreigabe');
    // The page may have been refused something by itself before: the link is gone then.
    const told = page.getByText('Ihre Rechte haben sich geändert.', { exact: false });
    await page.getByRole('link', { name: 'Kunden' }).or(told).first().click();
    await told.waitFor();
    await page.getByRole('heading', { name: 'Freigaben', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Kunden' }).first().waitFor({ state: 'detached' });
    await expectAccessibleAtBothSizes(page);
  });
});

describe('the own page among the people', () => {
  it('keeps closed what somebody else changes, and says so', async () => {
    const page = await journey.signedIn('admin@demo.example', '/user-management/users');
    const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
    const people = await administrator.get<{ id: string; userName: string }[]>('/users?search=demo.example');
    const open = async (name: string) => {
      const id = people.find((person) => person.userName === name)?.id;
      await page.goto(`/user-management/users/${id}/info`);
      const role = page.getByLabel('Rolle', { exact: false });
      await role.waitFor();
      return [
        page.getByLabel('E-Mail-Adresse'),
        page.getByLabel('Telefonnummer'),
        role,
        page.getByRole('switch'),
      ];
    };
    for (const field of await open('admin@demo.example'))
      await expect.poll(() => field.first().isDisabled()).toBe(true);
    await page.getByText('was Sie dürfen, ändern Sie bei sich nicht hier', { exact: false }).waitFor();
    await expectAccessibleAtBothSizes(page);
    for (const field of await open('berater@demo.example'))
      await expect.poll(() => field.first().isDisabled()).toBe(false);
  });
});

describe('a link to set a password that was used or is over', () => {
  it('says so before anybody thinks one up', async () => {
    const page = await journey.visitor();
    const guid = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';
    await page.goto(`/auth/activation/credentials?guid=${guid}&userName=berater@demo.example`);
    await page.getByRole('heading', { name: 'Link nicht gültig' }).waitFor();
    await page.getByRole('link', { name: 'Link anfordern' }).waitFor();
    expect(await page.getByLabel('Passwort', { exact: false }).count()).toBe(0);
    await expectAccessibleAtBothSizes(page);
  });
});
