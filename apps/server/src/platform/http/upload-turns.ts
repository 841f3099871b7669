import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Slots } from '../slots.ts';
import { AppError } from './app-error.ts';

/** Files taken at once, and the pause behind each: what people do at the screen goes first. */
const atOnce = 2;
const longestRestMs = 200;
/** Bodies that wait lie in memory. */
const mostWaiting = 60;
const mostWaitingBytes = 96 * 1024 * 1024;

/** Uploads take turns; each slot rests as long as its file took, so that files have half of a processor at most. */
export interface UploadTurns {
  /** Remembers when the answer is through; call before the body is read. */
  announce(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Runs `parse` when it is the request's turn, at once for one that brings no file.
   * @throws 429 when too many wait: what people do at the screen is not hindered by it
   */
  take(request: FastifyRequest, bodyBytes: number, parse: () => void): void;
}

/** One of these serves a process. */
export function createUploadTurns(): UploadTurns {
  const slots = new Slots(atOnce);
  const ends = new WeakMap<FastifyRequest, Promise<void>>();
  let waitingBytes = 0;
  return {
    announce(request, reply) {
      ends.set(request, new Promise((resolve) => reply.raw.once('close', resolve)));
    },
    take(request, bodyBytes, parse) {
      const end = ends.get(request);
      if (!end) {
        parse();
        return;
      }
      if (slots.waiting >= mostWaiting || waitingBytes + bodyBytes > mostWaitingBytes) {
        throw new AppError('common.tooManyRequests', { retryAfter: 5 });
      }
      waitingBytes += bodyBytes;
      void slots.use(async () => {
        waitingBytes -= bodyBytes;
        const started = performance.now();
        parse();
        await end;
        await sleep(Math.min(longestRestMs, performance.now() - started), undefined, { ref: false });
      });
    },
  };
}
