import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, loaded, useJourney } from './support/journey.ts';

const journey = useJourney();
let status = 202;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status).end());
});

beforeAll(async () => {
  await new Promise<void>((done) => {
    receiver.listen(0, '127.0.0.1', done);
  });
  await withoutInterface();
});
afterAll(async () => {
  await withoutInterface();
  receiver.closeAllConnections();
  receiver.close();
});

/** Other journeys read their codes from the demo's outbox. */
async function withoutInterface(): Promise<void> {
  const administrator = await DeskApi.signIn(journey.url, 'admin@demo.example');
  const { etag } = await administrator.call('GET', '/admin/sms-settings');
  if (etag !== '"0"') await administrator.send('DELETE', '/admin/sms-settings', undefined, etag ?? undefined);
}

describe('SMS by an interface of the house', () => {
  it('is set up, tested, shows what was refused, and is taken away again', async () => {
    const page = await journey.signedIn('admin@demo.example', '/admin/sms');
    await page.getByText('In der Demo gehen SMS nicht hinaus').waitFor();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('alert').getByText('Schlüssel der Unterschrift').waitFor();
    await expectAccessibleAtBothSizes(page);
    // A server that listens on TCP has such an address.
    const { port } = receiver.address() as AddressInfo;
    await page.getByLabel(/^Adresse/).fill(`http://127.0.0.1:${port}/sms`);
    await page.getByLabel('Schlüssel der Unterschrift').fill('ein gemeinsames Geheimnis, lang genug');
    await page.getByLabel('Absender').fill('Demohaus');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Ein Schlüssel ist hinterlegt').waitFor();
    await page.getByLabel('Telefonnummer').fill('0151 21234567');
    await page.getByRole('button', { name: 'Test-SMS senden' }).click();
    await page.getByText('Die Schnittstelle hat die Test-SMS an +4915121234567 angenommen.').waitFor();
    status = 403;
    await page.getByRole('button', { name: 'Test-SMS senden' }).click();
    await page.getByText('Die SMS-Schnittstelle hat die Nachricht abgelehnt (Code 403).').waitFor();

    // A code that is refused stands below, and goes when somebody says so.
    const person = await DeskApi.signIn(journey.url, 'assistenz@demo.example');
    await person.send('POST', '/auth/activation', {
      tokenProviderType: 'sms',
      tokenProviderId: '+4915121234599',
      description: '',
      password: 'Depotwerk-Demo-1',
    });
    const row = page.getByRole('listitem').filter({ hasText: '4599' }).first();
    await row.getByText('Nicht zustellbar').waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    status = 200;
    await row.getByRole('button', { name: /Erneut senden/ }).click();
    await row.getByText('Gesendet').waitFor();

    await page.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('In der Demo gehen SMS nicht hinaus').waitFor();
  });
});
