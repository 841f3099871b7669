import type { FastifyReply } from 'fastify';

/**
 * Ends when the caller hangs up before he has his answer. Fastify's own listens to the request, which is closed as soon as its body
 * is read: whoever asks for it later than that would never hear.
 */
export function hangUpSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  const end = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.closed) end();
  else raw.once('close', end);
  return controller.signal;
}
