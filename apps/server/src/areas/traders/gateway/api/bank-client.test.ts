import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TraderAccess, TraderFault } from '../trader-gateway.ts';
import { ApiGateway } from './api-gateway.ts';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url: string;
let gateway: ApiGateway;
let behave: Behaviour;
let calls: string[];

const access: TraderAccess = { issuerId: 1, bankId: '90010001', loginName: 'a', password: 'geheim-2026' };
const session = { token: 't'.repeat(32), expiresAt: new Date(Date.now() + 900_000).toISOString() };
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Signs in as usual; everything else does what the test says. */
const signedIn =
  (then: Behaviour): Behaviour =>
  (request, response) =>
    request.url?.endsWith('/sessions') ? void json(response, 201, session) : then(request, response);

beforeEach(async () => {
  calls = [];
  behave = (_request, response) => void json(response, 500, {});
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => behave(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on TCP, so there is an address with a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = new ApiGateway(url);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The fault a call ends with. */
const faultOf = (call: Promise<unknown>): Promise<TraderFault> =>
  call.then(
    () => Promise.reject(new Error('no fault')),
    (error: unknown) => (error instanceof TraderFault ? error : Promise.reject(error)),
  );

describe('what a bank answers', () => {
  it.each<[string, Behaviour]>([
    [
      'HTML',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['half a JSON text', (_request, response) => void response.writeHead(200).end('{"token":')],
    ['an empty body', (_request, response) => void response.writeHead(200).end()],
    ['other members', (_request, response) => void json(response, 201, { token: 1 })],
    [
      'a redirect',
      (_request, response) => void response.writeHead(302, { location: `${url}/elsewhere` }).end(),
    ],
    ['500 in HTML', (_request, response) => void response.writeHead(500).end('<h1>Error</h1>')],
    ['a cut connection', (request) => void request.socket.destroy()],
    [
      'a cut body',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '500' });
        response.write('{"token":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'more than 4 MiB',
      (_request, response) =>
        void response.writeHead(200).end(JSON.stringify({ token: 'x'.repeat(5_000_000) })),
    ],
    [
      'an unknown refusal',
      (_request, response) => void json(response, 400, { code: 'odd.thing', message: 'Seltsam' }),
    ],
    ['a status without sense', (_request, response) => void response.writeHead(304).end()],
  ])('%s is a fault of which work may have been done', async (_name, answer) => {
    behave = answer;
    expect(await faultOf(gateway.signIn(access))).toMatchObject({ kind: 'unknown' });
    expect(calls).toEqual(['POST /banks/90010001/sessions']);
  });

  it.each([
    [401, 'auth.wrongPassword', 'wrongPassword'],
    [403, 'auth.passwordExpired', 'mustUpdatePassword'],
    [423, 'auth.locked', 'locked'],
    [400, 'auth.passwordRules', 'passwordRules'],
    [401, 'auth.oldPasswordWrong', 'oldPasswordWrong'],
    [503, 'bank.closed', 'unavailable'],
    [422, 'order.refused', 'refused'],
    [422, 'contract.missingConfirmation', 'missingContractConfirmation'],
    [400, 'signing.invalidCode', 'invalidCode'],
    [410, 'signing.expired', 'signingExpired'],
    [409, 'signing.transactionChanged', 'transactionChanged'],
    [404, 'depot.unknown', 'notFound'],
    [409, 'order.contentDiffers', 'unknown'],
    [500, 'bank.error', 'unknown'],
    [500, 'order.refused', 'unknown'],
  ] as const)('%i %s is %s', async (status, code, kind) => {
    behave = (_request, response) => void json(response, status, { code, message: 'Text', attemptsLeft: 3 });
    expect(await faultOf(gateway.signIn(access))).toMatchObject({ kind, message: 'Text' });
  });

  it('about another order is no answer', async () => {
    const clientOrderId = randomUUID();
    behave = signedIn(
      (_request, response) =>
        void json(response, 200, {
          clientOrderId: randomUUID(),
          state: 'executed',
          results: [],
          traderCode: null,
          traderMessage: null,
        }),
    );
    expect(await faultOf(gateway.findExecution(access, clientOrderId))).toMatchObject({ kind: 'unknown' });
    behave = signedIn(
      (_request, response) => void json(response, 404, { code: 'order.unknown', message: '' }),
    );
    expect(await gateway.findExecution(access, clientOrderId)).toBeNull();
    behave = signedIn(
      (_request, response) => void json(response, 404, { code: 'depot.unknown', message: '' }),
    );
    expect(await faultOf(gateway.findExecution(access, clientOrderId))).toMatchObject({ kind: 'notFound' });
  });

  it('a list of depots that never ends is a fault', async () => {
    behave = signedIn((_request, response) => void json(response, 200, { depots: [], nextAfter: 'A' }));
    expect(await faultOf(gateway.listDepots(access))).toMatchObject({ kind: 'unknown' });
  });
});

describe('sessions at the bank', () => {
  const signing = {
    signingId: 's',
    state: 'pending',
    selectedMethodId: null,
    attemptsLeft: 5,
    methods: [],
    text: '',
    expiresAt: session.expiresAt,
  };

  it('are kept for one password, and renewed once when the bank ended them', async () => {
    let isEnded = false;
    behave = signedIn((_request, response) => {
      if (isEnded) json(response, 401, { code: 'auth.sessionExpired', message: '' });
      else json(response, 200, signing);
      isEnded = false;
    });
    await gateway.readSigning(access, 's');
    await gateway.readSigning(access, 's');
    expect(calls.filter((call) => call.endsWith('/sessions'))).toHaveLength(1);
    await gateway.readSigning({ ...access, password: 'anders' }, 's');
    expect(calls.filter((call) => call.endsWith('/sessions'))).toHaveLength(2);
    isEnded = true;
    await gateway.readSigning(access, 's');
    expect(calls.filter((call) => call.endsWith('/sessions'))).toHaveLength(3);
    behave = signedIn(
      (_request, response) => void json(response, 401, { code: 'auth.sessionExpired', message: '' }),
    );
    expect(await faultOf(gateway.readSigning(access, 's'))).toMatchObject({ kind: 'unknown' });
  });

  it('carry the token to this bank only, keys encoded in the path', async () => {
    behave = signedIn((_request, response) => void json(response, 200, signing));
    await gateway.readSigning(access, '../../x?y');
    expect(calls.at(-1)).toBe('GET /banks/90010001/signings/..%2F..%2Fx%3Fy');
  });
});

describe('limits', () => {
  it('four calls at once a bank; another bank is not held up', async () => {
    const held: ServerResponse[] = [];
    behave = (request, response) => {
      if (request.url?.includes('90010001')) held.push(response);
      else json(response, 201, session);
    };
    const waiting = Array.from({ length: 6 }, () => gateway.signIn(access));
    await expect.poll(() => held.length).toBe(4);
    expect(await gateway.signIn({ ...access, bankId: '90020002' })).toMatchObject({
      loggedInUntil: session.expiresAt,
    });
    expect(held).toHaveLength(4);
    for (const response of held.splice(0)) json(response, 201, session);
    await expect.poll(() => held.length).toBe(2);
    for (const response of held) json(response, 201, session);
    expect(await Promise.all(waiting)).toHaveLength(6);
  });

  it('the breaker opens after five failures and lets nothing through; refusals never open it', async () => {
    behave = (_request, response) => void json(response, 401, { code: 'auth.wrongPassword', message: '' });
    for (let count = 0; count < 8; count += 1) await faultOf(gateway.signIn(access));
    expect(calls).toHaveLength(8);
    behave = (_request, response) => void response.writeHead(500).end();
    for (let count = 0; count < 5; count += 1) await faultOf(gateway.signIn(access));
    expect(await faultOf(gateway.signIn(access))).toMatchObject({ kind: 'unavailable', isRetryable: true });
    expect(calls).toHaveLength(13);
    expect(await faultOf(gateway.signIn({ ...access, bankId: '90020002' }))).toMatchObject({
      kind: 'unknown',
    });
  });

  it('a bank nobody listens for is unavailable: nothing was sent', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await faultOf(gateway.signIn(access))).toMatchObject({ kind: 'unavailable' });
  });

  it('a bank that says nothing for 10 s is given up', async () => {
    behave = () => {};
    expect(await faultOf(gateway.signIn(access))).toMatchObject({ kind: 'unknown' });
  }, 15_000);
});

describe('the limit of a call', () => {
  /** Every answer after so long, and sessions that end at once: signing in, the call, signing in, the call again. */
  const slow =
    (ms: number): Behaviour =>
    (request, response) =>
      void setTimeout(() => {
        if (request.url?.endsWith('/sessions')) json(response, 201, session);
        else json(response, 401, { code: 'auth.sessionExpired', message: 'Abgelaufen' });
      }, ms);

  it('is one for signing in, the call and its repetition', async () => {
    behave = slow(4000);
    expect(await faultOf(gateway.readDepot(access, 'D-1'))).toMatchObject({ kind: 'unknown' });
    // A limit of its own for each would have let all four through.
    expect(calls.length).toBeLessThan(4);
  }, 20_000);

  it('ends with the step it belongs to', async () => {
    behave = slow(4000);
    const step = { ...access, signal: AbortSignal.timeout(300) };
    await faultOf(gateway.readDepot(step, 'D-1'));
    const sent = calls.length;
    // Signing in, and nothing after it.
    expect(sent).toBeLessThan(2);
    // Over is over: nothing leaves any more.
    await faultOf(gateway.readDepot(step, 'D-1'));
    expect(calls.length).toBe(sent);
  }, 20_000);
});
