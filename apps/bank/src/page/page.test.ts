import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { startWorld } from '../../test/practice-world.ts';

test('the page and its parts come with a strict policy and from here only', async () => {
  const { url } = await startWorld();
  for (const [path, type] of [
    ['/', 'text/html'],
    ['/page.css', 'text/css'],
    ['/page.js', 'text/javascript'],
  ] as const) {
    const answer = await fetch(`${url}${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const text = await answer.text();
    expect(text).not.toMatch(/innerHTML|style="|on(click|load)=/);
    expect(text).not.toMatch(/https?:\/\//);
  }
  expect((await fetch(`${url}/favicon.ico`)).status).toBe(204);
});

test('a link from another page leads to it, a frame or script of one does not', async () => {
  const { url } = await startWorld();
  const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
  // Node's own fetch sets its mode; what a browser would send is told by the tests of the guard.
  expect(await status({})).toBe(200);
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
});

test('demo banks show their password and the code of now, others nothing', async () => {
  const world = await startWorld([]);
  await world.call(
    'POST',
    '/control/seed',
    [
      { kind: 'bank', bankId: '12345678', bankName: 'Andere', bic: null },
      {
        kind: 'partner',
        partnerKey: 'demo.example',
        users: [{ loginName: 'berater@demo.example', displayName: 'Jürgen Weiß', phoneNumber: null }],
      },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
    { 'content-type': 'application/x-ndjson' },
  );
  const { body: accounts } = await world.call<Record<string, unknown>[]>('GET', '/accounts');
  expect(accounts).toHaveLength(6);
  expect(accounts[0]).toMatchObject({ bankName: 'Andere', password: null, totpSecret: null });
  const secret = String(accounts[1]?.['totpSecret']);
  expect(accounts[1]).toMatchObject({
    bankName: 'Quaderbank Depotservice',
    password: 'Quader-2026',
    totpCode: generateSync({ secret, epoch: world.clock.now / 1000 }),
  });
  expect(accounts.map((account) => account['passwordState'])).toEqual([
    null,
    'valid',
    'valid',
    'valid',
    'expired',
    'locked',
  ]);
  expect(accounts[5]).toMatchObject({ lockedLogins: 1 });
});

test.each([
  ['not JSON', '{'],
  ['an unknown kind', '{"kind":"gift"}'],
  [
    'a bank that is not there',
    '{"kind":"depot","bankId":"1","partnerKey":"p","externalKey":"k","holderName":"h","positions":[]}',
  ],
  [
    'a fund without price',
    '{"kind":"depot","bankId":"90010001","partnerKey":"p","externalKey":"k","holderName":"h","positions":[{"isin":"LU0274208692","quantity":1}]}',
  ],
])('a seed with %s is refused with its line, and its batch is not kept', async (_what, line) => {
  const world = await startWorld();
  const lines = `{"kind":"price","isin":"DE0005140008","price":10,"priceDate":"2026-11-20"}\n\n${line}`;
  expect(
    await world.call('POST', '/control/seed', lines, { 'content-type': 'application/x-ndjson' }),
  ).toMatchObject({ status: 400, body: { code: 'request.invalid', line: 3 } });
  expect((await world.call('GET', '/control/state')).body).toMatchObject({ prices: 2 });
});
