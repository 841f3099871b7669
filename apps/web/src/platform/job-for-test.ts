import type { Job } from '@depotwerk/api/jobs/jobs';

/** A job that is over and had nothing to do, unless said otherwise. */
export const aJob = (others: Partial<Job> = {}): Job => ({
  id: 'j1',
  jobType: 'checkContracts',
  state: 'done',
  total: 0,
  done: 0,
  changed: 0,
  failed: 0,
  parts: [],
  problemCount: 0,
  attempts: 1,
  maximumAttempts: 3,
  lastError: null,
  createdBy: null,
  isMine: true,
  createdAt: '2026-01-05T08:00:00Z',
  finishedAt: '2026-01-05T08:00:10Z',
  ...others,
});
