import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BankFault, type CustomerBanks } from './areas/prospects/bank-link/customer-banks.ts';
import { createCustomerBanks } from './customer-banks.ts';

let server: Server;
let banks: CustomerBanks;
let behave: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    request.resume().on('end', () => behave(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on TCP, so there is an address with a port.
  banks = createCustomerBanks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const answer = (body: unknown, status = 200) => {
  behave = (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const access = { bankId: '90010001', token: 't'.repeat(43) };
const position = { isin: 'DE0005933931', name: 'Fonds', quantity: 1, price: 2, currency: 'EUR', value: 2 };
const depot = { externalKey: 'K-1', label: 'Depot', positions: [position] };
const head = { externalKey: 'K-1', label: 'Depot', valuationDate: '2026-11-20', totalValue: 2 };

const faultOf = (call: Promise<unknown>): Promise<BankFault> =>
  call.then(
    () => Promise.reject(new Error('no fault')),
    (error: unknown) => (error instanceof BankFault ? error : Promise.reject(error)),
  );

describe('an answer with anything out of bounds is refused whole', () => {
  it.each<[string, object]>([
    ['a negative number of units', { quantity: -1 }],
    ['a negative value', { value: -0.01 }],
    ['a price that is a text', { price: '2' }],
    ['a value beyond every depot', { value: 1e15 }],
    ['a number too large to be one', { value: Number.MAX_VALUE }],
    ['markup in a name', { name: 'Fonds <img src=x onerror=alert(1)>' }],
    ['an end of markup in a name', { name: '</script>' }],
    ['a name that turns the sentence', { name: 'Fonds \u202e' }],
    ['a zero byte', { name: 'Fonds\u0000' }],
    ['a name without end', { name: 'x'.repeat(301) }],
    ['no name', { name: undefined }],
    ['a currency that is none', { currency: 'Euro' }],
  ])('%s', async (_name, changes) => {
    answer({ ...depot, positions: [position, { ...position, ...changes }] });
    expect(await faultOf(banks.readDepot(access, 'K-1'))).toMatchObject({ kind: 'unreadable' });
  });

  it('more positions than a depot has, another depot, and a depot twice', async () => {
    answer({ ...depot, positions: Array.from({ length: 501 }, () => position) });
    expect(await faultOf(banks.readDepot(access, 'K-1'))).toMatchObject({ kind: 'unreadable' });
    answer({ ...depot, externalKey: 'K-2' });
    expect(await faultOf(banks.readDepot(access, 'K-1'))).toMatchObject({ kind: 'unreadable' });
    answer({ depots: [head, head] });
    expect(await faultOf(banks.listDepots(access))).toMatchObject({ kind: 'unreadable' });
  });

  it('a token that would be another header', async () => {
    const signing = {
      signingId: 's',
      state: 'pending',
      selectedMethodId: null,
      attemptsLeft: 5,
      methods: [{ id: 'sms', type: 'sms', description: 'SMS', maskedTarget: null }],
      text: 'Abruf',
      expiresAt: '2026-11-20T10:00:00Z',
    };
    const session = { token: 't'.repeat(43), expiresAt: '2026-11-20T10:00:00Z', signing };
    answer(session, 201);
    const given = { loginName: 'a', password: 'b' };
    expect(await banks.signIn('90010001', given)).toMatchObject({ token: session.token });
    answer({ ...session, token: `${'t'.repeat(43)}\r\nx-admin: 1` }, 201);
    expect(await faultOf(banks.signIn('90010001', given))).toMatchObject({ kind: 'unreadable' });
    answer({ ...session, signing: { ...signing, text: '<b>Jetzt</b> hier klicken' } }, 201);
    expect(await faultOf(banks.signIn('90010001', given))).toMatchObject({ kind: 'unreadable' });
    answer({ ...session, signing: { ...signing, methods: [] } }, 201);
    expect(await faultOf(banks.signIn('90010001', given))).toMatchObject({ kind: 'unreadable' });
  });

  it('whatever JSON it is: read as it says, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        // A client of its own each time: one bank that answers nonsense is left alone for a while.
        // Listening on TCP, so there is an address with a port.
        const fresh = createCustomerBanks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
        behave = (_request, response) => void response.writeHead(200).end(text);
        expect((await faultOf(fresh.listDepots(access))).kind).toBe('unreadable');
      }),
      { numRuns: 60 },
    );
  });
});

it('a good answer is read, with the token sent to this bank only', async () => {
  answer(depot);
  expect(await banks.readDepot(access, 'K-1')).toEqual(depot);
  expect(asked).toEqual([`GET /banks/90010001/customer-depots/K-1 Bearer ${access.token}`]);
  behave = (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  expect(await faultOf(banks.readDepot(access, 'K-1'))).toMatchObject({ kind: 'unreadable' });
  expect(asked).toHaveLength(2);
});

it('a key of dots alone never leaves its place', async () => {
  for (const key of ['.', '..'])
    expect(await faultOf(banks.readDepot(access, key))).toMatchObject({ kind: 'refused' });
  expect(asked).toEqual([]);
});

it("nothing of the bank's words is in what is thrown", async () => {
  answer(
    { code: 'auth.wrongPassword', message: 'jana.quader hat ein falsches Passwort', attemptsLeft: 3 },
    401,
  );
  const fault = await faultOf(banks.signIn('90010001', { loginName: 'jana.quader', password: 'x' }));
  expect(fault).toMatchObject({ kind: 'wrongLogin', attemptsLeft: 3 });
  expect(`${fault.message} ${String(fault.cause)} ${fault.stack}`).not.toContain('jana');
});

it('a bank nobody listens for is unavailable, and one without customers takes none', async () => {
  answer({
    bankId: '1',
    bankName: 'B',
    bic: null,
    loginHint: null,
    passwordRules: { minLength: 1, maxLength: 9, pattern: null },
  });
  expect(await banks.loginHint('90010001')).toBeNull();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await faultOf(banks.loginHint('90020002'))).toMatchObject({ kind: 'unavailable' });
});
