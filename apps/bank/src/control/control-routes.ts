import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { parse } from '../http/parse.ts';
import { decideApproval, readOutbox } from '../outbox/outbox.ts';
import {
  bankChange,
  changeBank,
  changeDepot,
  changeLogin,
  clockChange,
  depotChange,
  ledgerQuery,
  loginChange,
  readLedger,
} from './change-bank.ts';
import { addFault, faultShape, listFaults, removeFaults } from './faults.ts';
import { readState, resetBank, seed } from './seed.ts';

const seedContentType = 'application/x-ndjson';
/** A seed is read as it comes; this only has to be more than any has. */
const seedBytes = 10_000_000_000;

const outboxQuery = z.strictObject({ after: z.prefault(z.coerce.number().check(z.int(), z.gte(0)), 0) });
const numberParameter = z.coerce.number().check(z.int());

type Params<Names extends string> = { Params: Readonly<Record<Names, string>> };

/** The outbox and the switches of the practice bank: for this machine, without sign-in. */
export function addControlRoutes(application: FastifyInstance, bank: Bank): void {
  application.addContentTypeParser(seedContentType, (_request, payload, done) => done(null, payload));
  application.get('/outbox', (request) => readOutbox(bank, parse(outboxQuery, request.query).after));
  application.post<Params<'id'>>('/decoupled/:id/approve', ({ params }) =>
    decideApproval(bank, params.id, 'confirmed'),
  );
  application.post<Params<'id'>>('/decoupled/:id/reject', ({ params }) =>
    decideApproval(bank, params.id, 'rejected'),
  );

  application.get('/control/state', () => readState(bank));
  application.post('/control/reset', (_request, reply) => {
    resetBank(bank);
    return reply.code(204).send();
  });
  application.post('/control/seed', { bodyLimit: seedBytes }, (request) => {
    if (!(request.body instanceof Readable))
      throw new BankError('request.invalid', { issues: [`content type must be ${seedContentType}`] });
    return seed(bank, request.body);
  });

  application.get('/control/faults', () => listFaults(bank));
  application.post('/control/faults', (request, reply) =>
    reply.code(201).send(addFault(bank, parse(faultShape, request.body))),
  );
  application.delete('/control/faults', (_request, reply) => {
    removeFaults(bank, null);
    return reply.code(204).send();
  });
  application.delete<Params<'id'>>('/control/faults/:id', (request, reply) => {
    removeFaults(bank, parse(numberParameter, request.params.id));
    return reply.code(204).send();
  });

  application.patch<Params<'bankId'>>('/control/banks/:bankId', ({ params, body }) =>
    changeBank(bank, params.bankId, parse(bankChange, body)),
  );
  application.patch<Params<'bankId' | 'loginName'>>(
    '/control/banks/:bankId/logins/:loginName',
    ({ params, body }) => changeLogin(bank, params.bankId, params.loginName, parse(loginChange, body)),
  );
  application.patch<Params<'bankId' | 'partnerKey' | 'externalKey'>>(
    '/control/banks/:bankId/depots/:partnerKey/:externalKey',
    ({ params, body }) => changeDepot(bank, params, parse(depotChange, body)),
  );
  application.post('/control/clock', ({ body }) => {
    bank.advanceClock(parse(clockChange, body).advanceMs);
    return readState(bank);
  });
  application.get('/control/executions', ({ query }) =>
    readLedger(bank, parse(ledgerQuery, query).clientOrderId ?? null),
  );
}
