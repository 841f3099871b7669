import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { demoPassword, useJourney } from './support/journey.ts';
import { type MobileHost, startMobileHost } from './support/mobile-host.ts';

const journey = useJourney();
let host: MobileHost;
beforeAll(async () => {
  host = await startMobileHost();
});
afterAll(() => host.stop());

const heardMessage = z.object({
  command: z.string(),
  data: z.optional(
    z.nullable(z.looseObject({ fileName: z.optional(z.string()), base64: z.optional(z.string()) })),
  ),
});

it('an app a house allows itself gets a report as a file, named by contract, day and kind', async () => {
  // The house names the app on screen; the installation knows of none.
  const admin = await journey.signedIn('admin@demo.example', '/admin/white-label');
  const apps = admin.getByLabel('Apps und Seiten, die einbetten dürfen');
  await apps.fill(host.origin);
  await admin.getByRole('button', { name: 'Speichern' }).click();
  await expect
    .poll(async () => (await fetch(`${journey.url}/auth/login`)).headers.get('content-security-policy'))
    .toContain(`frame-ancestors ${host.origin}`);

  const page = await journey.visitor('phone');
  await page.goto(host.pageFor(journey.url));
  const heard = async () =>
    (await page.evaluate(() => Reflect.get(window, 'heard') as string[])).map((text) =>
      heardMessage.parse(JSON.parse(text)),
    );
  await expect.poll(async () => (await heard()).map(({ command }) => command)).toEqual(['IsMobile']);
  const frame = page.frames().find((one) => one.url().startsWith(journey.url));
  if (!frame) throw new Error('The product is not in the frame.');
  let count = 0;
  const appSays = (command: string, data: unknown) => {
    count += 1;
    const message = { command, data, origin: 'App', version: 1, messageId: `r${count}` };
    return page.evaluate(([text, target]) => window.frames[0]?.postMessage(text, target), [
      JSON.stringify(message),
      journey.url,
    ] as const);
  };
  await appSays('IsMobile', { platform: 'ios', appVersion: '1.0' });
  const body = { userName: 'berater@demo.example', password: demoPassword, clientType: 'mobile' };
  const answer = await fetch(`${journey.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await appSays('LoginSuccess', { tokenResponse: await answer.json() });
  await frame.locator('[role=row][data-row]').first().click();
  await frame.waitForURL(/\/contracts\/[0-9a-f-]{36}\//);
  await frame.getByRole('link', { name: 'Dokumente' }).last().click();
  await frame.getByRole('button', { name: 'Depotübersicht erstellen' }).click();

  const file = async () => (await heard()).find(({ command }) => command === 'OpenPdf')?.data;
  await expect.poll(file).toBeTruthy();
  const { fileName, base64 } = (await file()) ?? {};
  const key = await frame
    .locator('main')
    .getByText(/^[A-Z]{2}-\d\d-\d{7}$/)
    .first()
    .innerText();
  // The day of whoever holds the phone.
  const day = await frame.evaluate(() =>
    [new Date().getFullYear() % 100, new Date().getMonth() + 1, new Date().getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join(''),
  );
  expect(fileName).toBe(`${key}_${day}_depotOverview.pdf`);
  expect(
    Buffer.from(base64 ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});
