import type { Page } from 'playwright-core';
import { DeskApi } from './desk-api.ts';
import { endWithTest } from './journey.ts';

/** Takes every second factor of a demo person away, whatever an earlier walk left; the sessions end with it. */
export async function withoutSecondFactor(url: string, userName: string): Promise<void> {
  const administrator = await DeskApi.signIn(url, 'admin@demo.example');
  const people = await administrator.get<{ id: string; userName: string }[]>(
    `/users?search=${encodeURIComponent(userName)}`,
  );
  const person = people.find((candidate) => candidate.userName === userName);
  if (!person) throw new Error(`the demo has no ${userName}`);
  await administrator.send('POST', `/users/${person.id}/reset-second-factor`);
}

/** Gives the page a device that holds passkeys and knows its owner. */
export async function withDevice(page: Page): Promise<void> {
  endWithTest(page);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
