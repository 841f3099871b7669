import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Slots } from '../slots.ts';
import { AppError } from './app-error.ts';
import { clientNetworkOf } from './client-network.ts';
import type { SignedInContext } from './request-context.ts';

/** The pause behind each file at most: what people do at the screen goes first. */
const longestRestMs = 200;

const megabyte = 1024 * 1024;

/** Bytes of the largest body any call takes of people. */
export const largestUpload = 14 * megabyte;
/** Of one person: three of the largest files, and from the second file on never more than half of what the others leave. */
const mostOfPerson = 3 * largestUpload;
/** Of one house: the others have room for two of the largest files at any time, of two people. */
const mostOfHouse = 64 * megabyte;
/** Of one network of visitors (IPv6: of a /64, and twice that of the /48 above it): two of their largest files. */
const mostOfNetwork = 4 * megabyte;
const mostOfSite = 2 * mostOfNetwork;

/** Who waits for each other. */
interface Line {
  readonly slots: Slots;
  readonly mostWaiting: number;
  /** Bodies that wait lie in memory, and so does what has come of one that is still on its way. */
  readonly mostBytes: number;
  /** Whoever has nothing under way gets a body of this length wherever it fits: half of little would be no file at all. */
  readonly firstBytes: number;
  bytes: number;
  /** The same of each person, house and network. */
  readonly bytesOf: Map<string, number>;
  /** How many of each person or network wait. */
  readonly waitingOf: Map<string, number>;
}

const lineOf = (atOnce: number, mostWaiting: number, megabytes: number, firstBytes: number): Line => ({
  slots: new Slots(atOnce),
  mostWaiting,
  mostBytes: megabytes * megabyte,
  firstBytes,
  bytes: 0,
  bytesOf: new Map(),
  waitingOf: new Map(),
});

/** So much and no more, of what is left to share, one person or network may have: several together never have all of it. */
const shareOf = (most: number, taken: number, own: number) => (most - taken + own) / 2;

/** Bytes a sender may have of a line in all, of which he has `own` now. Three people never have all of it; first files of more may. */
function roomOf({ mostBytes, firstBytes, bytes }: Line, own: number): number {
  const share = shareOf(mostBytes, bytes, own);
  return own > 0 ? share : Math.max(share, Math.min(firstBytes, mostBytes - bytes));
}

function add(counts: Map<string, number>, name: string, more: number): void {
  const left = (counts.get(name) ?? 0) + more;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}

/** Who sends a body. */
export interface UploadSender {
  /** Null without a session: strangers wait for each other and hold up nobody who signed in. */
  readonly user: Pick<SignedInContext['actor'], 'userId' | 'tenantId'> | null;
  readonly clientAddress: string;
}

type Share = readonly [name: string, most: number];
/** The first is the sender's own, the others are those of all he belongs to. */
type Shares = readonly [Share, ...Share[]];

/** What counts for a sender, each with the most it may have of a line. */
function sharesOf({ user, clientAddress }: UploadSender): Shares {
  if (user) {
    return [
      [`person ${user.userId}`, mostOfPerson],
      [`house ${user.tenantId}`, mostOfHouse],
    ];
  }
  const { network, site } = clientNetworkOf(clientAddress);
  return site === null
    ? [[network, mostOfNetwork]]
    : [
        [network, mostOfNetwork],
        [site, mostOfSite],
      ];
}

type Announced = Pick<FastifyRequest, 'headers'>;
/** What is asked of an answer: whether, and when, it is through. */
interface Answered {
  readonly raw: { readonly closed: boolean; once(event: 'close', then: () => void): unknown };
}

/** Uploads take turns; each slot rests as long as its file took, so that files have half of a processor at most. */
export interface UploadTurns {
  /**
   * Remembers when the answer is through, and keeps room for the body; call before it is read. Whoever sends slowly has
   * his room until the end, so that a hundred who never finish do not fill the memory.
   * @param longest bytes the call takes at most
   * @throws 429 when there is no room, in all or for this sender; 400 when he has hung up, which nobody hears
   */
  announce(request: Announced, reply: Answered, longest: number, sender: UploadSender): void;
  /**
   * Runs `parse` when it is the request's turn, at once for one that brings no file.
   * @throws 429 when too many wait: what people do at the screen is not hindered by it
   */
  take(request: Announced, parse: () => void): void;
}

/** One of these serves a process. */
export function createUploadTurns(): UploadTurns {
  const people = lineOf(2, 60, 96, largestUpload);
  // Networks cost nothing, so that first files of many of them could take all: here the half holds from the first on.
  const visitors = lineOf(1, 20, 32, 0);
  const announced = new WeakMap<
    Announced,
    {
      readonly end: Promise<void>;
      readonly line: Line;
      readonly sender: string;
      readonly release: () => void;
    }
  >();
  return {
    announce(request, reply, longest, from) {
      // Its end is over already and would release nothing: room kept for it were kept for ever.
      if (reply.raw.closed) throw new AppError('common.badRequest');
      const line = from.user ? people : visitors;
      // Who does not say how much comes may send as much as the call takes.
      const size = Math.min(Number(request.headers['content-length'] ?? longest), longest);
      const shares = sharesOf(from);
      const [[sender]] = shares;
      const own = line.bytesOf.get(sender) ?? 0;
      const hasRoom = shares.every(([name, most]) => (line.bytesOf.get(name) ?? 0) + size <= most);
      if (!hasRoom || own + size > roomOf(line, own)) throw tooMany();
      const keep = (bytes: number) => {
        line.bytes += bytes;
        for (const [name] of shares) add(line.bytesOf, name, bytes);
      };
      keep(size);
      let isKept = true;
      const release = () => {
        if (isKept) keep(-size);
        isKept = false;
      };
      const end = new Promise<void>((resolve) =>
        reply.raw.once('close', () => {
          release();
          resolve();
        }),
      );
      announced.set(request, { end, line, sender, release });
    },
    take(request, parse) {
      const known = announced.get(request);
      if (!known) {
        parse();
        return;
      }
      const { end, line, sender, release } = known;
      const own = line.waitingOf.get(sender) ?? 0;
      if (own + 1 > Math.ceil(shareOf(line.mostWaiting, line.slots.waiting, own))) throw tooMany();
      add(line.waitingOf, sender, 1);
      void line.slots.use(async () => {
        add(line.waitingOf, sender, -1);
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
