import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';

const journey = useJourney();
const admin = 'admin@demo.example';

/** The other system: it takes what is signed with the secret it was given. */
let secret = '';
const told: { event: string; objectId: string }[] = [];
const system = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    const timestamp = String(request.headers['x-depotwerk-timestamp']);
    const expected = `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
    if (request.headers['x-depotwerk-signature'] === expected) told.push(JSON.parse(body));
    response.writeHead(told.length > 0 ? 204 : 401).end();
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => {
    system.listen(0, '127.0.0.1', done);
  });
  // A server that listens on TCP has such an address.
  url = `http://127.0.0.1:${(system.address() as AddressInfo).port}/depotwerk`;
});
afterAll(() => {
  system.closeAllConnections();
  system.close();
});

describe('another system', () => {
  it('is told what happens, signed, and the log says what became of it', async () => {
    const name = 'Buchhaltung Nord';
    const page = await journey.signedIn(admin, '/admin/webhooks');
    await page.getByRole('button', { name: 'Webhook anlegen' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Webhook anlegen' });
    await panel.getByRole('button', { name: 'Speichern' }).click();
    await panel.getByText('Bitte', { exact: false }).first().waitFor();
    await panel.getByLabel('Name').fill(name);
    await panel.getByLabel('Adresse').fill(url);
    await panel.getByRole('button', { name: 'Schlüssel erzeugen' }).click();
    secret = await panel.getByLabel('Schlüssel der Unterschrift').inputValue();
    expect(secret.length).toBeGreaterThanOrEqual(32);
    await panel.getByLabel('Vertrag geprüft').check();
    await expectAccessibleAtBothSizes(page);
    await panel.getByRole('button', { name: 'Speichern' }).click();
    await panel.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: `Bearbeiten: ${name}` }).click();
    const opened = page.getByRole('dialog', { name });
    await opened.getByRole('button', { name: 'Testmeldung senden' }).click();
    await opened.getByText('Das System hat die Testmeldung angenommen.').waitFor();
    expect(told).toMatchObject([{ event: 'webhooks.test' }]);
    await opened.getByRole('button', { name: 'Abbrechen' }).click();

    const call = await adviserApi(journey.url, admin);
    const [contract] = listContracts.answer.parse((await call('GET', '/contracts?pageSize=1')).answer);
    expect((await call('POST', `/contracts/${contract?.id}/check`)).status).toBe(200);
    await expect
      .poll(() => told.at(-1))
      .toMatchObject({
        event: 'contracts.check',
        objectId: contract?.id,
      });
    const entry = page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasText: 'Angenommen (Code 204)' });
    await entry.first().waitFor();
    await expectAccessibleAtBothSizes(page);

    await page.getByRole('button', { name: `Bearbeiten: ${name}` }).click();
    await opened.getByRole('button', { name: 'Löschen' }).click();
    await page
      .getByRole('dialog', { name: 'Eintrag löschen' })
      .getByRole('button', { name: 'Löschen' })
      .click();
    await page.getByText(name).first().waitFor({ state: 'detached' });
  });
});
