/** The calls of the banks, below `/banks`; docs/practice-bank.md shows each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { type Endpoint, type Faults, outcomeOf } from '../control/faults.ts';
import { closeDepot } from '../depots/close-depot.ts';
import { listDepots } from '../depots/list-depots.ts';
import {
  findOpening,
  openDepot,
  openingContent,
  openingShape,
  signedOpeningShape,
  summarizeOpening,
} from '../depots/open-depot.ts';
import { readDepot, requireDepot } from '../depots/read-depot.ts';
import { requireConfirmed } from '../depots/require-confirmed.ts';
import {
  executionHash,
  executionShape,
  placementShape,
  summarizeExecution,
} from '../orders/order-content.ts';
import { findOrder, placeOrder, presentOrder, requireNewOrder } from '../orders/place-order.ts';
import { settleDueOrders } from '../orders/settle-orders.ts';
import { changePassword } from '../sign-in/change-password.ts';
import type { Login } from '../sign-in/login.ts';
import { createSession, deleteSession, requireSession } from '../sign-in/sessions.ts';
import { confirmSigning, selectMethod } from '../signings/confirm-signing.ts';
import { createSigning, presentSigning, requireSigning } from '../signings/signing.ts';
import { listBanks, presentBank, requireBank } from './banks.ts';
import { parse } from './parse.ts';
import { codeShape, key, methodShape, type Params, signInShape, text } from './shapes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of a call of the banks, for faults. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** What strikes this request. */
    faults: Faults;
  }
}

const passwordShape = z.strictObject({
  loginName: text(100),
  oldPassword: z.string().check(z.maxLength(200)),
  newPassword: z.string().check(z.maxLength(200)),
});
const listShape = z.strictObject({
  after: z.prefault(z.string().check(z.maxLength(60)), ''),
  limit: z.prefault(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 500),
  includeRejected: z.prefault(z.enum(['true', 'false']), 'false'),
});

/** What a handler of a signed-in call gets. */
interface Call {
  readonly login: Login;
  readonly params: Params;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function addBankRoutes(application: FastifyInstance, bank: Bank): void {
  const bankIdOf = (request: FastifyRequest): string => (request.params as Params)['bankId'] ?? '';
  const route = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    endpoint: Endpoint,
    handle: (bankId: string, request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void => {
    application.route({
      method,
      url: `/banks/:bankId${path}`,
      config: { endpoint },
      // Not async: a reply is a promise too, and one that is cut off would look like an answer of nothing.
      handler: (request, reply) => {
        const answer = handle(bankIdOf(request), request, reply);
        return answer === undefined ? reply.code(204).send() : answer;
      },
    });
  };
  const signedIn = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    endpoint: Endpoint,
    handle: (call: Call) => unknown,
  ): void =>
    route(method, path, endpoint, (bankId, request, reply) => {
      const login = requireSession(bank, bankId, request.headers.authorization);
      settleDueOrders(bank, bankId);
      return handle({ login, params: request.params as Params, request, reply });
    });
  const depotOf = ({ login, params }: Call) =>
    requireDepot(bank, login.bank_id, login.partner_key, params['externalKey'] ?? '');

  application.get('/banks', () => listBanks(bank));
  route('GET', '', 'bank.read', (bankId) => presentBank(bank, requireBank(bank, bankId)));
  route('POST', '/sessions', 'sessions.create', (bankId, request, reply) => {
    const session = createSession(bank, bankId, parse(signInShape, request.body));
    return reply.code(201).send(session);
  });
  route('DELETE', '/sessions/current', 'sessions.delete', (_bankId, request) =>
    deleteSession(bank, request.headers.authorization),
  );
  route('PUT', '/password', 'password.change', (bankId, request) =>
    changePassword(bank, bankId, parse(passwordShape, request.body)),
  );

  signedIn('GET', '/depots', 'depots.list', ({ login, request }) => {
    const { includeRejected, ...page } = parse(listShape, request.query);
    return listDepots(bank, login.bank_id, login.partner_key, {
      ...page,
      includeRejected: includeRejected === 'true',
    });
  });
  signedIn('GET', '/depots/:externalKey', 'depots.read', (call) => {
    const answer = readDepot(bank, depotOf(call));
    const etag = `"${answer.revision}"`;
    call.reply.header('etag', etag);
    return call.request.headers['if-none-match'] === etag ? call.reply.code(304).send() : answer;
  });
  signedIn('GET', '/depot-requests/:clientRequestId', 'depotRequests.read', ({ login, params }) =>
    findOpening(bank, login, parse(key, params['clientRequestId'])),
  );
  signedIn('POST', '/depots', 'depots.open', ({ login, request, reply }) => {
    const { isReplayed, ...answer } = openDepot(bank, login, parse(signedOpeningShape, request.body));
    return replay(reply, isReplayed).send(answer);
  });
  signedIn('DELETE', '/depots/:externalKey', 'depots.close', (call) => closeDepot(bank, depotOf(call)));

  signedIn('POST', '/signings', 'signings.create', ({ login, request, reply }) => {
    const given = parse(executionShape, request.body);
    const depot = requireDepot(bank, login.bank_id, login.partner_key, given.externalKey);
    requireConfirmed(depot);
    requireNewOrder(bank, login, given.clientOrderId);
    const content = {
      purpose: 'orders',
      subject: given.externalKey,
      clientId: given.clientOrderId,
      transactionHash: given.transactionHash,
      contentHash: executionHash(given),
    } as const;
    const signing = createSigning(bank, login, content, summarizeExecution(bank, given));
    return reply.code(201).send(presentSigning(signing, login));
  });
  signedIn('POST', '/depot-signings', 'depotSignings.create', ({ login, request, reply }) => {
    const given = parse(openingShape, request.body);
    const signing = createSigning(bank, login, openingContent(given), summarizeOpening(given));
    return reply.code(201).send(presentSigning(signing, login));
  });
  signedIn('GET', '/signings/:signingId', 'signings.read', ({ login, params }) =>
    presentSigning(requireSigning(bank, login, params['signingId'] ?? ''), login),
  );
  signedIn('POST', '/signings/:signingId/select', 'signings.select', ({ login, params, request }) => {
    const { methodId } = parse(methodShape, request.body);
    return presentSigning(selectMethod(bank, login, params['signingId'] ?? '', methodId), login);
  });
  signedIn('POST', '/signings/:signingId/confirm', 'signings.confirm', ({ login, params, request }) => {
    const { code } = parse(codeShape, request.body);
    return presentSigning(confirmSigning(bank, login, params['signingId'] ?? '', code), login);
  });

  signedIn('POST', '/orders', 'orders.place', ({ login, request, reply }) => {
    const outcome = outcomeOf(request.faults);
    const { order, isReplayed } = placeOrder(bank, login, parse(placementShape, request.body), outcome);
    if (order.known_from > bank.now()) return reply.code(202).send(presentOrder(order));
    return replay(reply, isReplayed).send(presentOrder(order));
  });
  signedIn('GET', '/orders/:clientOrderId', 'orders.read', ({ login, params }) =>
    presentOrder(findOrder(bank, login, parse(key, params['clientOrderId']))),
  );
}

/** 201 for new work, 200 with a mark for what had been done before. */
function replay(reply: FastifyReply, isReplayed: boolean): FastifyReply {
  return isReplayed ? reply.code(200).header('idempotent-replayed', 'true') : reply.code(201);
}
