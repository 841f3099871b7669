import { randomBytes } from 'node:crypto';
import createFastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { addControlRoutes } from '../control/control-routes.ts';
import { takeFaults } from '../control/faults.ts';
import { addCustomerRoutes } from '../customers/customer-routes.ts';
import { addPageRoutes } from '../page/page-routes.ts';
import { addBankRoutes } from './bank-routes.ts';
import { requireBank } from './banks.ts';
import { requireOwnMachine } from './own-machine.ts';
import { copyHeader, strikeAfter, strikeBefore } from './strike.ts';

const closedForSeconds = 60;

/** The whole HTTP interface of the practice bank on an opened store. */
export function createApplication(bank: Bank): FastifyInstance {
  const application = createFastify({
    bodyLimit: 1_000_000,
    routerOptions: { maxParamLength: 300 },
    // A connection on which nothing is said must not keep the bank from ending.
    forceCloseConnections: true,
  });
  // A form of another site could send this one without asking first.
  application.removeContentTypeParser('text/plain');
  application.decorateRequest('faults', null as never);
  application.addHook('onRequest', async (request) => {
    request.faults = {};
    requireOwnMachine(request);
  });
  addFaults(application, bank);
  application.setErrorHandler((error, _request, reply) => {
    const known = error instanceof BankError ? error : fromFastify(error);
    return reply.code(known.status).send(known.toBody());
  });
  application.setNotFoundHandler((_request, reply) => {
    const unknown = new BankError('control.unknown');
    return reply.code(unknown.status).send(unknown.toBody());
  });
  addBankRoutes(application, bank);
  addCustomerRoutes(application, bank);
  addControlRoutes(application, bank);
  addPageRoutes(application, bank);
  return application;
}

/** Broken JSON and unknown content types are the caller's; anything else is ours and told on standard error. */
function fromFastify(error: unknown): BankError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500)
    return new BankError('request.invalid', { issues: [{ path: '', message: String(error) }] });
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return new BankError('bank.error');
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function fieldOf(request: FastifyRequest, name: string): string | null {
  const { params, body } = request;
  const read = (from: unknown): string | null =>
    typeof from === 'object' && from !== null && name in from
      ? textOf((from as Record<string, unknown>)[name])
      : null;
  return read(params) ?? read(body);
}

/** Closed banks and faults strike every call below `/banks/{bankId}`. */
function addFaults(application: FastifyInstance, bank: Bank): void {
  const copySecret = randomBytes(16).toString('hex');
  application.addHook('preHandler', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    const row = requireBank(bank, fieldOf(request, 'bankId') ?? '');
    if (request.headers[copyHeader] === copySecret) return;
    if (row.is_closed === 1 && endpoint !== 'bank.read')
      throw new BankError('bank.closed', { retryAfterSeconds: closedForSeconds });
    request.faults = takeFaults(bank, {
      bankId: row.bank_id,
      endpoint,
      externalKey: fieldOf(request, 'externalKey'),
      loginName: fieldOf(request, 'loginName'),
    });
    const { before } = request.faults;
    if (before) await strikeBefore(application, copySecret, before, request, reply);
  });
  application.addHook('onSend', async (request, reply, payload) => {
    const { after } = request.faults;
    return after ? strikeAfter(after, request, reply, typeof payload === 'string' ? payload : '') : payload;
  });
}
