/** A practice bank on a free port with two small banks, for tests over real HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openBank } from '../src/bank.ts';
import { createApplication } from '../src/http/create-application.ts';

export const isins = ['DE0005933931', 'IE00B4L5Y983', 'LU0274208692'] as const;
export const transactionHash = 'ab'.repeat(32);
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const startMs = Date.parse('2026-11-20T10:00:00Z');
export const signIn = { loginName: 'berater@demo.example', password: 'Geheim-2026' };

const login = {
  kind: 'login',
  partnerKey: 'demo.example',
  displayName: 'Jürgen Weiß',
  password: signIn.password,
  phoneNumber: '+491701234711',
  totpSecret,
};
const depot = {
  kind: 'depot',
  bankId: '90010001',
  partnerKey: 'demo.example',
  externalConsumerKey: 'K1',
  holderName: 'Elif Krüger',
  productKey: 'QB-DEPOT',
};

export const seedLines: readonly object[] = [
  { kind: 'bank', bankId: '90010001', bankName: 'Quaderbank', bic: null, depotPrefix: 'QB' },
  { kind: 'bank', bankId: '90020002', bankName: 'Talgrund', bic: null, executionDelayMs: 3000 },
  { ...login, bankId: '90010001', loginName: signIn.loginName, methods: ['sms', 'totp', 'decoupled'] },
  { ...login, bankId: '90020002', loginName: signIn.loginName, methods: ['decoupled'] },
  {
    ...login,
    bankId: '90010001',
    loginName: 'alt@demo.example',
    passwordState: 'expired',
    methods: ['sms'],
  },
  {
    ...login,
    bankId: '90010001',
    loginName: 'zu@demo.example',
    passwordState: 'locked',
    methods: ['sms'],
  },
  {
    ...login,
    bankId: '90010001',
    partnerKey: 'nord.example',
    loginName: 'berater@nord.example',
    methods: ['sms'],
  },
  { kind: 'price', isin: isins[0], price: 101.25, priceDate: '2026-11-20' },
  { kind: 'price', isin: isins[1], price: 80, priceDate: '2026-11-19' },
  {
    ...depot,
    externalKey: 'QB-1',
    positions: [{ isin: isins[0], quantity: 10.123456, costValue: 900 }],
    savingsPlan: { contribution: 150, contributionInterval: 1, entries: [{ isin: isins[0], fraction: 1 }] },
  },
  { ...depot, externalKey: 'QB-2', positions: [], state: 'rejected' },
  {
    ...depot,
    partnerKey: 'nord.example',
    externalKey: 'QB-1',
    positions: [{ isin: isins[1], quantity: 3 }],
  },
  {
    ...depot,
    bankId: '90020002',
    externalKey: 'TG-1',
    positions: [{ isin: isins[1], quantity: 50 }],
  },
  { kind: 'seeded' },
];

/** Parsed JSON; what the tests look at is compared there. */
type AnyBody = Record<string, never> & { readonly [key: string]: unknown };

export interface Answer<Body = AnyBody> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface World {
  readonly url: string;
  /** What a test moves time with. */
  readonly clock: { now: number };
  /** A test that reads on in the answer says what it expects of it. */
  call<Body = AnyBody>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
}

/** Calls a bank at an address; an answer that is no JSON throws, as it does for any client. */
export function caller(url: string): World['call'] {
  return async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> => {
    const isText = typeof body === 'string';
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' && answer.status !== 200 ? {} : JSON.parse(text),
    };
  };
}

export const ndjson = (lines: readonly object[]): string =>
  lines.map((line) => JSON.stringify(line)).join('\n');

/** A seeded bank that ends with the test. */
export async function startWorld(lines: readonly object[] = seedLines): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'practice-bank-'));
  const clock = { now: startMs };
  const bank = openBank(folder, () => clock.now);
  const application = createApplication(bank);
  await application.listen({ port: 0, host: '127.0.0.1' });
  // Listening on TCP, so there is an address with a port.
  const url = `http://127.0.0.1:${(application.server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    await application.close();
    bank.store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const call = caller(url);
  if (lines.length > 0)
    await call('POST', '/control/seed', ndjson(lines), { 'content-type': 'application/x-ndjson' });
  return { url, clock, call };
}

/** The authorization header of a fresh session. */
export async function authorize(
  call: World['call'],
  bankId = '90010001',
  given = signIn,
): Promise<Record<string, string>> {
  const { body } = await call('POST', `/banks/${bankId}/sessions`, given);
  return { authorization: `Bearer ${String(body['token'])}` };
}

/** Signed-in calls of one bank. */
export async function signedIn(world: Pick<World, 'call'>, bankId = '90010001', given = signIn) {
  const headers = await authorize(world.call, bankId, given);
  return <Body = AnyBody>(method: string, path: string, body?: unknown) =>
    world.call<Body>(method, `/banks/${bankId}${path}`, body, headers);
}

export type BankCall = Awaited<ReturnType<typeof signedIn>>;

export const sellOrder = { action: 'sell', isin: isins[0], fromIsin: null, quantity: 2.5, amount: 253.13 };

export const execution = (clientOrderId: string, changes: object = {}) => ({
  clientOrderId,
  externalKey: 'QB-1',
  transactionHash,
  orders: [sellOrder],
  savingsPlan: null,
  ...changes,
});

/** The code of the newest SMS. */
export async function newestCode(call: World['call']): Promise<string> {
  const { body } = await call<{ messages: readonly { code: string }[] }>('GET', '/outbox');
  // A message without a code fails the test that asked for it.
  return body.messages[0]?.code ?? '';
}

/** Starts a signing and confirms it by SMS; gives its id. */
export async function sign(call: World['call'], bank: BankCall, given: object): Promise<string> {
  const started = await bank('POST', '/signings', given);
  const id = String(started.body['signingId']);
  await bank('POST', `/signings/${id}/select`, { methodId: 'sms' });
  await bank('POST', `/signings/${id}/confirm`, { code: await newestCode(call) });
  return id;
}
