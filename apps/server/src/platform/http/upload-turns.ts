import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Slots } from '../slots.ts';
import { AppError } from './app-error.ts';

/** The pause behind each file at most: what people do at the screen goes first. */
const longestRestMs = 200;

/** Who waits for each other. */
interface Line {
  readonly slots: Slots;
  readonly mostWaiting: number;
  /** Bodies that wait lie in memory. */
  readonly mostWaitingBytes: number;
  waitingBytes: number;
}

const lineOf = (atOnce: number, mostWaiting: number, megabytes: number): Line => ({
  slots: new Slots(atOnce),
  mostWaiting,
  mostWaitingBytes: megabytes * 1024 * 1024,
  waitingBytes: 0,
});

/** Uploads take turns; each slot rests as long as its file took, so that files have half of a processor at most. */
export interface UploadTurns {
  /**
   * Remembers when the answer is through; call before the body is read.
   * @param isVisitor without a session: strangers wait for each other and hold up nobody who signed in
   */
  announce(request: FastifyRequest, reply: FastifyReply, isVisitor: boolean): void;
  /**
   * Runs `parse` when it is the request's turn, at once for one that brings no file.
   * @throws 429 when too many wait: what people do at the screen is not hindered by it
   */
  take(request: FastifyRequest, bodyBytes: number, parse: () => void): void;
}

/** One of these serves a process. */
export function createUploadTurns(): UploadTurns {
  const people = lineOf(2, 60, 96);
  const visitors = lineOf(1, 20, 32);
  const announced = new WeakMap<FastifyRequest, { readonly end: Promise<void>; readonly line: Line }>();
  return {
    announce(request, reply, isVisitor) {
      const end = new Promise<void>((resolve) => reply.raw.once('close', resolve));
      announced.set(request, { end, line: isVisitor ? visitors : people });
    },
    take(request, bodyBytes, parse) {
      const known = announced.get(request);
      if (!known) {
        parse();
        return;
      }
      const { end, line } = known;
      if (line.slots.waiting >= line.mostWaiting || line.waitingBytes + bodyBytes > line.mostWaitingBytes) {
        throw new AppError('common.tooManyRequests', { retryAfter: 5 });
      }
      line.waitingBytes += bodyBytes;
      void line.slots.use(async () => {
        line.waitingBytes -= bodyBytes;
        const started = performance.now();
        parse();
        await end;
        await sleep(Math.min(longestRestMs, performance.now() - started), undefined, { ref: false });
      });
    },
  };
}
