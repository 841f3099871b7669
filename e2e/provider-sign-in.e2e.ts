import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientSecret,
  IdentityProvider,
  type ProviderPerson,
} from '../apps/server/test/identity-provider.ts';
import { DeskApi } from './support/desk-api.ts';
import { demoPassword, expectAccessibleAtBothSizes, loaded, useJourney } from './support/journey.ts';

const journey = useJourney();
const settingsPath = '/admin/identity-provider';
// Other journeys look for "Anmelden": a broken walk must not leave a second one on the sign-in page.
const buttonText = 'Weiter mit Hauskonto';
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await IdentityProvider.start([journey.url]);
  await unlink('assistenz@demo.example');
});
afterAll(async () => {
  await change({ isActive: false, mappings: [] });
  await provider.stop();
});

/** Takes away the link an earlier walk left: an account has one. */
async function unlink(userName: string): Promise<void> {
  const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
  const found = await administrator.get<{ id: string; userName: string }[]>(`/users?search=${userName}`);
  const person = found.find((each) => each.userName === userName);
  await administrator.call('DELETE', `/users/${person?.id}/provider-link`);
}

/** Sets members of the provider's settings as an administrator. */
async function change(values: object): Promise<void> {
  const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
  const { etag, body } = await administrator.call('GET', settingsPath);
  // Answer of the settings; what is only told is not sent back.
  const {
    isSetUp,
    hasClientSecret: _has,
    testedAt: _tested,
    redirectUri: _to,
    logoutRedirectUri: _out,
    backChannelLogoutUri: _channel,
    rowVersion: _version,
    ...draft
  } = body as Record<string, unknown>;
  if (isSetUp !== true) return;
  const settings = { ...draft, clientSecret: null, ...values };
  await administrator.send('PUT', settingsPath, settings, etag ?? undefined);
}

/** Somebody is at the provider's machine; next he signs in there. */
function atProvider(subject: string, person: ProviderPerson): void {
  provider.subject = subject;
  provider.people.set(subject, person);
}
const person = (email: string, groups: readonly string[] = []): ProviderPerson => ({
  email,
  email_verified: true,
  name: 'Karla Haus',
  groups,
});

async function goToProvider(page: Page): Promise<void> {
  await page.goto('/auth/login?returnUrl=/settings/profile');
  await page.getByRole('button', { name: buttonText }).click();
}

const arrival = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/settings/profile');

describe('signing in through the provider of the house', () => {
  it('is set up on screen, offered at once, and links an account by its password', async () => {
    const administrator = await journey.signedIn('admin@demo.example', settingsPath);
    await administrator.getByLabel('Aussteller').fill(provider.issuer);
    await administrator.getByLabel('Client-ID').fill('depotwerk');
    await administrator.getByLabel('Client-Geheimnis').fill(clientSecret);
    await administrator.getByLabel('Text der Schaltfläche').fill(buttonText);
    await administrator.getByRole('switch', { name: 'Auf der Anmeldeseite anbieten' }).check();
    await administrator.getByLabel('Claim mit den Gruppen').fill('groups');
    await administrator.getByRole('button', { name: 'Zuordnung hinzufügen' }).click();
    await administrator.getByLabel('Wert des Claims').last().fill('innenrevision');
    await administrator
      .getByRole('combobox', { name: 'Rolle', exact: true })
      .last()
      .selectOption('Compliance/Revision');
    await administrator.getByRole('button', { name: 'Speichern' }).click();
    await administrator.getByText('Gespeichert').first().waitFor();
    await administrator.getByRole('button', { name: 'Verbindung prüfen' }).click();
    await administrator.getByText('Der Anmeldedienst antwortet.').waitFor();
    // Scrolled as people begin: half a button below the bar is no target.
    await administrator.evaluate(() => window.scrollTo(0, 0));
    await expectAccessibleAtBothSizes(administrator);

    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: buttonText }).waitFor();
    await expectAccessibleAtBothSizes(page);
    atProvider('kennung-1', person('assistenz@demo.example'));
    await goToProvider(page);
    await page.getByRole('heading', { name: 'Benutzerkonto verknüpfen' }).waitFor();
    await expect.poll(() => page.url()).not.toContain('code=');
    await page.getByText('assistenz@demo.example').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByLabel('Passwort', { exact: true }).fill('ein falsches Passwort');
    await page.getByRole('button', { name: 'Verknüpfen und anmelden' }).click();
    await page.getByRole('alert').getByText('Benutzername oder Passwort').waitFor();
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Verknüpfen und anmelden' }).click();
    await arrival(page);

    // Single log-out: the way leads over the provider, which forgets the person, too.
    // The sign-in page is passed on the way there, so only the provider's word tells that it was asked.
    const ended = page.waitForResponse((answer) =>
      answer.url().startsWith(`${provider.issuer}/session/end/`),
    );
    await page.goto('/logout').catch(() => {});
    await ended;
    await page.waitForURL(/\/auth\/login/);
    await goToProvider(page);
    await arrival(page);
    await page.getByRole('link', { name: 'Passwort' }).click();
    await page.getByText(/Anmeldedienst Ihres Hauses verknüpft/).waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
  });

  it('gives new people the role their group stands for', async () => {
    const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
    const roles = await administrator.get<{ id: string; roleName: string }[]>('/roles');
    const usual = roles.find(({ roleName }) => roleName === 'Assistenz')?.id;
    await change({ unknownPeople: 'create', defaultRoleId: usual });
    const mail = `karla-${Date.now()}@haus.example`;
    atProvider(mail, person(mail, ['innenrevision', 'alle']));
    const page = await journey.visitor();
    await goToProvider(page);
    await arrival(page);
    const [made] = await administrator.get<{ roleName: string }[]>(
      `/users?search=${encodeURIComponent(mail)}`,
    );
    expect(made?.roleName).toBe('Compliance/Revision');
  });

  it('says clearly why nobody is signed in', async () => {
    const page = await journey.visitor();
    const refused = async (words: RegExp) => {
      await page.getByRole('alert').getByText(words).waitFor();
      await expectAccessibleAtBothSizes(page);
    };
    await change({ unknownPeople: 'refuse' });
    atProvider('kennung-2', person('niemand@haus.example'));
    await goToProvider(page);
    await refused(/ist kein Benutzerkonto verknüpft/);
    await page.goto('/auth/oidc?state=von-gestern&code=alt');
    await refused(/wurde nicht angenommen oder ist abgelaufen/);
    await page.getByRole('link', { name: 'Neu anmelden' }).click();
    await page.waitForURL(/\/auth\/login/);

    // The provider dies after it has sent somebody back, and before it is asked who that is.
    await page.route('**/api/auth/oidc/callback', async (route) => {
      await provider.stop();
      await route.continue();
    });
    await goToProvider(page);
    await refused(/ist gerade nicht möglich/);
    // Nobody is sent to where nothing answers any more.
    await page.getByRole('link', { name: 'Neu anmelden' }).click();
    await page.getByRole('button', { name: buttonText }).click();
    await refused(/ist gerade nicht möglich/);
    await page.getByLabel('Benutzername').waitFor();
  });
});
