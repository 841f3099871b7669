import { AppError } from '../../platform/http/app-error.ts';
import { Slots } from '../../platform/slots.ts';
import { pdfQueueLength, pdfWorkers } from './pdf/pdf-pool.ts';

/** Reports of one house that are made at the same time: one less than there are PDF workers, so that another house finds one. */
const defaultAtOnce = (): number => Math.max(1, pdfWorkers() - 1);

/** Runs `work` when it is the house's turn. @throws 503 reports.busy when as many of it wait as may wait for a PDF worker */
export type ReportTurns = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Reading, planning and setting a report takes the processor ten times as long as a list: each house has its own line, in which
 * nobody else waits.
 */
export function createReportTurns(atOnce = defaultAtOnce()): ReportTurns {
  const lines = new Map<string, Slots>();
  return (tenantId, work) => {
    const line = lines.get(tenantId) ?? new Slots(atOnce);
    lines.set(tenantId, line);
    if (line.waiting >= pdfQueueLength) throw new AppError('reports.busy', { retryAfter: 5 });
    return line.use(work);
  };
}
