import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ArePeopleServed } from '../../platform/http/watch-people.ts';
import { Slots } from '../../platform/slots.ts';
import { pdfQueueLength, pdfWorkers } from './pdf/pdf-pool.ts';

/** Reports of one house that are made at the same time: one less than there are PDF workers, so that another house finds one. */
const defaultAtOnce = (): number => Math.max(1, pdfWorkers() - 1);

/** Runs the making of a letter nobody waits for at the screen when it is its turn. */
export type LetterTurns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Letters for many are made as many at once as their job likes while nobody is served, and while somebody is, with one worker
 * less than there are: all of them would leave no processor to the calls of people.
 */
export function createLetterTurns(arePeopleServed: ArePeopleServed, atOnce = defaultAtOnce()): LetterTurns {
  const line = new Slots(atOnce);
  return (work) => (arePeopleServed() ? line.use(work) : work());
}

type Caller = Pick<SignedInContext, 'signal'> & {
  readonly scope: Pick<SignedInContext['scope'], 'tenantId' | 'userId'>;
};

/** Runs `work` when it is the caller's turn. @throws 503 reports.busy when too many of his house wait, or he no longer does */
export type ReportTurns = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

interface House {
  readonly line: Slots;
  /** Each person's own line, as long as there is somebody in it. */
  readonly people: Map<string, { readonly line: Slots; places: number }>;
  waiting: number;
}

/**
 * Reading, planning and setting a report takes the processor ten times as long as a list: each house has its own line, in which
 * nobody else waits. Whoever asks for thirty at once stands in it with one less than run at the same time: a colleague does not
 * wait for all of them.
 */
export function createReportTurns(atOnce = defaultAtOnce()): ReportTurns {
  const houses = new Map<string, House>();
  const ofOne = Math.max(1, atOnce - 1);
  return async ({ scope: { tenantId, userId }, signal }, work) => {
    const house = houses.get(tenantId) ?? { line: new Slots(atOnce), people: new Map(), waiting: 0 };
    houses.set(tenantId, house);
    if (house.waiting >= pdfQueueLength) throw new AppError('reports.busy', { retryAfter: 5 });
    const own = house.people.get(userId) ?? { line: new Slots(ofOne), places: 0 };
    house.people.set(userId, own);
    own.places += 1;
    house.waiting += 1;
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      house.waiting -= 1;
      return work();
    };
    try {
      return await own.line.use(() => house.line.use(begin, signal), signal);
    } catch (error) {
      // Whoever has hung up hears nothing; what was not begun is not made for nobody.
      if (!hasBegun && signal.aborted) throw new AppError('reports.busy', { retryAfter: 5 });
      throw error;
    } finally {
      if (!hasBegun) house.waiting -= 1;
      own.places -= 1;
      if (own.places === 0) house.people.delete(userId);
    }
  };
}
