import { expect, test } from 'vitest';
import {
  type Answer,
  execution,
  isins,
  newestCode,
  sign,
  signedIn,
  startWorld,
  transactionHash,
} from '../../test/practice-world.ts';

/** A page of a list of depots. */
interface Heads {
  readonly depots: readonly { externalKey: string }[];
  readonly nextAfter: string | null;
}

test('a depot is valued to the cent and its revision is equal as long as nothing changed', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const first = await bank('GET', '/depots/QB-1');
  expect(first.body).toMatchObject({
    externalKey: 'QB-1',
    holderName: 'Elif Krüger',
    state: 'open',
    // 10.123456 * 101.25 = 1024.99992
    totalValue: 1025,
    cashValue: 0,
    valuationDate: '2026-11-20',
    positions: [
      {
        isin: isins[0],
        quantity: 10.123456,
        price: 101.25,
        priceDate: '2026-11-20',
        value: 1025,
        costValue: 900,
      },
    ],
    savingsPlan: { contribution: 150, contributionInterval: 1, entries: [{ isin: isins[0], fraction: 1 }] },
  });
  const { revision } = first.body;
  expect((await bank('GET', '/depots/QB-1')).body['revision']).toBe(revision);
  expect(first.headers.get('etag')).toBe(`"${String(revision)}"`);

  const changed = await world.call('PATCH', '/control/banks/90010001/depots/demo.example/QB-1', {
    cashValue: 12.5,
  });
  expect(changed.body['revision']).not.toBe(revision);
  expect((await bank('GET', '/depots/QB-1')).body).toEqual(changed.body);
  await world.call('PATCH', '/control/banks/90010001/depots/demo.example/QB-1', { cashValue: 0 });
  expect((await bank('GET', '/depots/QB-1')).body['revision']).toBe(revision);
});

test('who has the answer already gets 304', async () => {
  const world = await startWorld();
  const { body } = await world.call('POST', '/banks/90010001/sessions', {
    loginName: 'berater@demo.example',
    password: 'Geheim-2026',
  });
  const authorization = `Bearer ${String(body['token'])}`;
  const path = `${world.url}/banks/90010001/depots/QB-1`;
  const first = await fetch(path, { headers: { authorization } });
  await first.text();
  const second = await fetch(path, {
    headers: { authorization, 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(second.status).toBe(304);
});

test('lists show the partner its own depots, rejected ones on request', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const keys = async (query: string) =>
    (await bank<Heads>('GET', `/depots${query}`)).body.depots.map(({ externalKey }) => externalKey);
  expect(await keys('')).toEqual(['QB-1']);
  expect(await keys('?includeRejected=true')).toEqual(['QB-1', 'QB-2']);

  const other = await signedIn(world, '90010001', {
    loginName: 'berater@nord.example',
    password: 'Geheim-2026',
  });
  expect((await other('GET', '/depots/QB-1')).body).toMatchObject({ totalValue: 240 });
  expect(await other('GET', '/depots/QB-2')).toMatchObject({ status: 404, body: { code: 'depot.unknown' } });
});

test('pages follow each other without gap or repetition', async () => {
  const many = Array.from({ length: 25 }, (_, index) => ({
    kind: 'depot',
    bankId: '90020002',
    partnerKey: 'demo.example',
    externalKey: `TG-${String(index + 10)}`,
    holderName: 'Ömer Yılmaz',
    positions: [],
  }));
  const world = await startWorld();
  await world.call('POST', '/control/seed', many.map((line) => JSON.stringify(line)).join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  const bank = await signedIn(world, '90020002');
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { body }: Answer<Heads> = await bank<Heads>('GET', `/depots?limit=10&after=${after}`);
    seen.push(...body.depots.map(({ externalKey }) => externalKey));
    after = body.nextAfter;
  }
  expect(seen).toEqual(['TG-1', ...many.map(({ externalKey }) => externalKey)]);
  expect((await bank('GET', '/depots?limit=1001')).status).toBe(400);
});

const opening = {
  clientRequestId: 'r-1',
  transactionHash,
  holderName: 'Zoë Lehmann',
  externalConsumerKey: null,
  iban: 'DE89370400440532013000',
  bic: null,
  productKey: 'QB-DEPOT',
  consents: ['terms'],
};

test('a depot is opened once, after signing exactly this request', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const signing = await bank('POST', '/depot-signings', opening);
  expect(signing.body).toMatchObject({
    state: 'pending',
    text: 'Eröffnung eines Depots QB-DEPOT für Zoë Lehmann freigeben',
  });
  const signingId = String(signing.body['signingId']);
  expect(await bank('POST', '/depots', { ...opening, signingId })).toMatchObject({
    status: 403,
    body: { code: 'signing.notConfirmed', state: 'pending' },
  });
  await bank('POST', `/signings/${signingId}/select`, { methodId: 'sms' });
  await bank('POST', `/signings/${signingId}/confirm`, { code: await newestCode(world.call) });
  expect(await bank('POST', '/depots', { ...opening, signingId, holderName: 'Anders' })).toMatchObject({
    status: 409,
    body: { code: 'signing.transactionChanged' },
  });
  const opened = await bank('POST', '/depots', { ...opening, signingId });
  expect(opened).toMatchObject({ status: 201, body: { state: 'open' } });
  const { externalKey } = opened.body;
  expect(externalKey).toMatch(/^QB-26-9\d{6}$/);
  expect(await bank('POST', '/depots', { ...opening, signingId })).toMatchObject({
    status: 200,
    body: { externalKey },
  });
  expect((await bank('POST', '/depots', { ...opening, signingId, productKey: 'X' })).body['code']).toBe(
    'depot.contentDiffers',
  );
  expect((await bank('GET', `/depots/${String(externalKey)}`)).body).toMatchObject({
    holderName: 'Zoë Lehmann',
    totalValue: 0,
    positions: [],
    savingsPlan: null,
  });
});

test('only an empty depot is closed, and a closed one takes no orders', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  expect(await bank('DELETE', '/depots/QB-1')).toMatchObject({
    status: 409,
    body: { code: 'depot.notEmpty' },
  });
  const given = execution('o-1');
  const signingId = await sign(world.call, bank, given);
  await world.call('PATCH', '/control/banks/90010001/depots/demo.example/QB-1', { positions: [] });
  expect((await bank('DELETE', '/depots/QB-1')).status).toBe(204);
  expect(await bank('POST', '/orders', { ...given, signingId })).toMatchObject({
    status: 409,
    body: { code: 'depot.closed' },
  });
  expect((await bank('POST', '/signings', execution('o-2'))).body['code']).toBe('depot.closed');
});
