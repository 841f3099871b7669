import { afterAll, describe, it } from 'vitest';
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
    await page.getByRole('link', { name: 'Kunden' }).first().click();
    await page.getByText('Ihre Rechte haben sich geändert.', { exact: false }).waitFor();
    await page.getByRole('heading', { name: 'Freigaben', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Kunden' }).first().waitFor({ state: 'detached' });
    await expectAccessibleAtBothSizes(page);
  });
});
