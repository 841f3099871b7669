import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { hangUpSignal } from './hang-up-signal.ts';

it.each([
  ['whose caller hangs up, though its body was read long before', true, 'before'],
  ['whose caller had hung up before anybody asked', true, 'after'],
  ['that is answered, never', false, 'before'],
] as const)('ends for a call %s', async (_case, hangsUp, asked) => {
  const app = fastify();
  const began = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  app.post('/', async (_request, reply) => {
    reply.raw.once('close', () => setImmediate(closed.resolve));
    // The request is closed by now.
    await setTimeout(20);
    if (asked === 'before') signal = hangUpSignal(reply);
    began.resolve();
    if (hangsUp) await closed.promise;
    if (asked === 'after') signal = hangUpSignal(reply);
    return '';
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = new AbortController();
  const answer = fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: caller.signal,
  });
  const outcome = answer.then(
    ({ status }) => status,
    () => 'gone',
  );
  await began.promise;
  if (hangsUp) caller.abort();
  expect(await outcome).toBe(hangsUp ? 'gone' : 200);
  await closed.promise;
  await setTimeout(5);
  expect(signal?.aborted).toBe(hangsUp);
  await app.close();
});
