/** The calls a bank's own customer lets somebody make for her; docs/practice-bank.md shows each. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Bank } from '../bank.ts';
import type { Endpoint } from '../control/faults.ts';
import { parse } from '../http/parse.ts';
import { codeShape, methodShape, type Params, signInShape } from '../http/shapes.ts';
import { deleteSession } from '../sign-in/sessions.ts';
import { confirmSigning, selectMethod } from '../signings/confirm-signing.ts';
import { presentSigning } from '../signings/signing.ts';
import { listCustomerDepots, readCustomerDepot } from './customer-depots.ts';
import {
  type CustomerSession,
  createCustomerSession,
  requireCustomer,
  requireReadable,
} from './customer-session.ts';

export function addCustomerRoutes(application: FastifyInstance, bank: Bank): void {
  const paramOf = (request: FastifyRequest, name: string): string => (request.params as Params)[name] ?? '';
  const signedIn = (
    method: 'GET' | 'POST',
    path: string,
    endpoint: Endpoint,
    handle: (session: CustomerSession, request: FastifyRequest) => object,
  ): void => {
    application.route({
      method,
      url: `/banks/:bankId${path}`,
      config: { endpoint },
      handler: (request) =>
        handle(requireCustomer(bank, paramOf(request, 'bankId'), request.headers.authorization), request),
    });
  };

  application.post(
    '/banks/:bankId/customer-sessions',
    { config: { endpoint: 'customerSessions.create' } },
    (request, reply) =>
      reply
        .code(201)
        .send(createCustomerSession(bank, paramOf(request, 'bankId'), parse(signInShape, request.body))),
  );
  application.delete(
    '/banks/:bankId/customer-sessions/current',
    { config: { endpoint: 'customerSessions.delete' } },
    (request, reply) => {
      deleteSession(bank, request.headers.authorization);
      return reply.code(204).send();
    },
  );
  signedIn('GET', '/customer-signing', 'customerSignings.read', ({ login, signing }) =>
    presentSigning(signing, login),
  );
  signedIn('POST', '/customer-signing/select', 'customerSignings.select', ({ login, signing }, request) =>
    presentSigning(selectMethod(bank, login, signing.id, parse(methodShape, request.body).methodId), login),
  );
  signedIn('POST', '/customer-signing/confirm', 'customerSignings.confirm', ({ login, signing }, request) =>
    presentSigning(confirmSigning(bank, login, signing.id, parse(codeShape, request.body).code), login),
  );
  signedIn('GET', '/customer-depots', 'customerDepots.list', (session) => {
    requireReadable(session);
    return listCustomerDepots(bank, session.login);
  });
  signedIn('GET', '/customer-depots/:externalKey', 'customerDepots.read', (session, request) => {
    requireReadable(session);
    return readCustomerDepot(bank, session.login, paramOf(request, 'externalKey'));
  });
}
