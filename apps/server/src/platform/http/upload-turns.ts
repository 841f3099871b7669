import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Slots } from '../slots.ts';
import { AppError } from './app-error.ts';

/** The pause behind each file at most: what people do at the screen goes first. */
const longestRestMs = 200;

/** Of one person: three of the largest files, so that nobody alone takes the room of all. */
const mostBytesOfOne = 42 * 1024 * 1024;

/** Who waits for each other. */
interface Line {
  readonly slots: Slots;
  readonly mostWaiting: number;
  /** Bodies that wait lie in memory, and so does what has come of one that is still on its way. */
  readonly mostBytes: number;
  bytes: number;
  /** The same of each person. */
  readonly bytesOf: Map<string, number>;
}

const lineOf = (atOnce: number, mostWaiting: number, megabytes: number): Line => ({
  slots: new Slots(atOnce),
  mostWaiting,
  mostBytes: megabytes * 1024 * 1024,
  bytes: 0,
  bytesOf: new Map(),
});

/** Uploads take turns; each slot rests as long as its file took, so that files have half of a processor at most. */
export interface UploadTurns {
  /**
   * Remembers when the answer is through, and keeps room for the body; call before it is read. Whoever sends slowly has
   * his room until the end, so that a hundred who never finish do not fill the memory.
   * @param longest bytes the call takes at most
   * @param isVisitor without a session: strangers wait for each other and hold up nobody who signed in
   * @throws 429 when there is no room
   */
  announce(request: FastifyRequest, reply: FastifyReply, longest: number, isVisitor: boolean): void;
  /**
   * Runs `parse` when it is the request's turn, at once for one that brings no file.
   * @throws 429 when too many wait: what people do at the screen is not hindered by it
   */
  take(request: FastifyRequest, parse: () => void): void;
}

/** One of these serves a process. */
export function createUploadTurns(): UploadTurns {
  const people = lineOf(2, 60, 96);
  const visitors = lineOf(1, 20, 32);
  const announced = new WeakMap<
    FastifyRequest,
    { readonly end: Promise<void>; readonly line: Line; readonly release: () => void }
  >();
  return {
    announce(request, reply, longest, isVisitor) {
      const line = isVisitor ? visitors : people;
      // Who does not say how much comes may send as much as the call takes.
      const size = Math.min(Number(request.headers['content-length'] ?? longest), longest);
      const { actor } = request;
      const sender = actor !== null && 'userId' in actor ? actor.userId : '';
      const own = line.bytesOf.get(sender) ?? 0;
      if (line.bytes + size > line.mostBytes || (!isVisitor && own + size > mostBytesOfOne)) throw tooMany();
      const add = (bytes: number) => {
        line.bytes += bytes;
        const left = (line.bytesOf.get(sender) ?? 0) + bytes;
        if (left > 0) line.bytesOf.set(sender, left);
        else line.bytesOf.delete(sender);
      };
      add(size);
      let isKept = true;
      const release = () => {
        if (isKept) add(-size);
        isKept = false;
      };
      const end = new Promise<void>((resolve) =>
        reply.raw.once('close', () => {
          release();
          resolve();
        }),
      );
      announced.set(request, { end, line, release });
    },
    take(request, parse) {
      const known = announced.get(request);
      if (!known) {
        parse();
        return;
      }
      const { end, line, release } = known;
      if (line.slots.waiting >= line.mostWaiting) throw tooMany();
      void line.slots.use(async () => {
        release();
        const started = performance.now();
        parse();
        await end;
        await sleep(Math.min(longestRestMs, performance.now() - started), undefined, { ref: false });
      });
    },
  };
}

const tooMany = () => new AppError('common.tooManyRequests', { retryAfter: 5 });
