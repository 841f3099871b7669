/** Lets a fault happen to a request or to its answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BankError } from '../bank-error.ts';
import type { Fault } from '../control/faults.ts';

const never = (): Promise<never> => new Promise(() => {});

/** Ends the connection as a crash would: with a reset. */
function cut(request: FastifyRequest): void {
  request.raw.socket.resetAndDestroy();
}

/** Header of the second copy of a request; its value is known to this process only. */
export const copyHeader = 'x-practice-copy';

/** What happens before the work is done; returns when the work may begin. */
export async function strikeBefore(
  application: FastifyInstance,
  copySecret: string,
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { settings } = fault;
  switch (fault.kind) {
    case 'latency':
      await sleep(settings.ms, undefined, { ref: false });
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'reset':
      reply.hijack();
      cut(request);
      return;
    case 'error':
      await reply.code(settings.status).send(new BankError('bank.error').toBody());
      return;
    case 'missingConfirmation':
      throw new BankError('contract.missingConfirmation');
    case 'orderRefused':
      throw new BankError('order.refused', {
        traderCode: settings.traderCode,
        traderMessage: settings.traderMessage,
        retryable: settings.retryable,
      });
    case 'duplicate':
      await answerTwice(application, copySecret, request, reply);
      return;
    default:
      return;
  }
}

/** The request arrives twice at once; the first answer goes out. */
async function answerTwice(
  application: FastifyInstance,
  copySecret: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // The length is counted anew: the body is written again from what was read.
  const { 'content-length': _length, ...headers } = request.headers;
  const copy = () =>
    application.inject({
      // One of the four the banks know.
      method: request.method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: request.url,
      headers: { ...headers, [copyHeader]: copySecret },
      ...(request.body === undefined || request.body === null
        ? {}
        : { payload: JSON.stringify(request.body) }),
    });
  const [first] = await Promise.all([copy(), copy()]);
  await reply
    .code(first.statusCode)
    .type(first.headers['content-type'] ?? 'application/json')
    .send(first.payload);
}

/** What happens to a finished answer; gives what is sent instead. */
export function strikeAfter(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): string | Promise<never> {
  switch (fault.kind) {
    case 'lostAnswer':
      cut(request);
      return never();
    case 'hangAfter':
      return never();
    case 'errorAfter':
      reply.code(fault.settings.status);
      return JSON.stringify(new BankError('bank.error').toBody());
    case 'brokenJson':
      reply.code(200);
      return payload.slice(0, Math.ceil(payload.length / 2));
    case 'doubleAnswer':
      return payload + payload;
    case 'empty':
      reply.code(200);
      return '';
    case 'html':
      reply.code(200).type('text/html; charset=utf-8');
      return '<!doctype html><html lang="de"><title>Wartung</title><h1>Wir sind gleich wieder da</h1></html>';
    case 'truncated':
      return cutWithin(request, reply, payload);
    default:
      return payload;
  }
}

/** Promises the whole body, sends half and cuts the connection. */
function cutWithin(request: FastifyRequest, reply: FastifyReply, payload: string): Promise<never> {
  const body = Buffer.from(payload);
  // From here on the connection is ours; nothing else may write a head.
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  reply.raw.write(body.subarray(0, Math.ceil(body.length / 2)), () => request.raw.socket.destroy());
  return never();
}
