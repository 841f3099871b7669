import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, signIn, useJourney } from './support/journey.ts';

const journey = useJourney();
const password = 'Birnbaum tanzt leise';

/** Invites an adviser, with or without a number on record; the mail address. */
async function invite(phoneNumber: string | null): Promise<string> {
  const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
  const roles = await administrator.get<{ id: string; roleName: string }[]>('/roles');
  const userName = `neu-${crypto.randomUUID()}@demo.example`;
  const { id } = await administrator.send<{ id: string }>('POST', '/users', {
    userName,
    fullName: 'Nora Neu',
    company: '',
    phoneNumber,
    roleId: roles.find(({ roleName }) => roleName === 'Berater')?.id,
    isInactive: false,
  });
  await administrator.send('POST', `/users/${id}/invite`);
  return userName;
}

/** Opens the link of the newest mail to somebody. */
async function openLink(page: Page, userName: string): Promise<void> {
  await page.goto('/demo/outbox');
  await page
    .locator('.ui-card', { hasText: userName })
    .first()
    .getByRole('link', { name: 'Link öffnen' })
    .click();
  await expect.poll(() => page.getByLabel('Benutzername').inputValue()).toBe(userName);
  await page.getByLabel(/^Neues Passwort/).fill(password);
  await page.getByLabel(/^Passwort wiederholen/).fill(password);
}

describe('an invitation', () => {
  it('asks for name and password, and for a code by SMS only where there is a number', async () => {
    const page = await journey.visitor();
    const submit = page.getByRole('button', { name: 'Zugang freischalten' });
    await openLink(page, await invite(null));
    expect(await page.getByLabel('Code aus der SMS').count()).toBe(0);
    await expectAccessibleAtBothSizes(page);
    await submit.click();
    await page.getByRole('heading', { name: 'Zugang freigeschaltet' }).waitFor();

    const withNumber = await invite('+49-1512-7777777');
    await openLink(page, withNumber);
    await submit.click();
    await page.getByRole('alert').getByText('ist eine Telefonnummer hinterlegt', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Code anfordern' }).click();
    await page.getByRole('status').first().waitFor();
    await expectAccessibleAtBothSizes(page);
    const outbox = await fetch(`${journey.url}/api/demo/outbox`);
    // Shape of the call `demo/outbox`; newest first, among them what the practice bank sent, whose clock other journeys turn.
    const messages = (await outbox.json()) as { recipient: string; text: string }[];
    const own = messages.find(({ recipient }) => recipient.replace(/\D/g, '').endsWith('15127777777'));
    const code = /\b\d{6}\b/.exec(own?.text ?? '')?.[0] ?? '';
    await page.getByLabel('Code aus der SMS').fill(code);
    await submit.click();
    await page.getByRole('heading', { name: 'Zugang freigeschaltet' }).waitFor();
    await page.getByRole('link', { name: 'Anmelden' }).click();
    await signIn(page, withNumber, password);
    await page.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
  });
});
