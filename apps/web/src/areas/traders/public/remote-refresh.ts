import type { Job } from '@depotwerk/api/jobs/jobs';
import { getJob, listJobs } from '@depotwerk/api/jobs/jobs';
import { remoteRefresh } from '@depotwerk/api/traders/refresh';
import { create } from 'zustand';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { onLogout } from '../../../platform/logout.ts';
import { t } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/toast.tsx';

interface RefreshState {
  /** A refresh runs, or its outcome still waits to be read. */
  job: Job | null;
  isRunning: boolean;
  /** Rises with every refresh that changed data: lists and statistics are then read again. */
  changes: number;
}

const initial: RefreshState = { job: null, isRunning: false, changes: 0 };

/** Progress of reading contracts from the banks; one refresh at a time. */
export const useRefresh = create<RefreshState>()(() => initial);
onLogout(() => useRefresh.setState(initial, true));

const pollMilliseconds = 1000;
const wait = () => new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
const isOver = (job: Job) => job.state === 'done' || job.state === 'dead';

/** The newest refresh the user has begun; null = none yet. */
export async function newestOwnJob(): Promise<Job | null> {
  const [job] = await callApi(listJobs, { query: { jobType: 'remoteRefresh', isMine: true, pageSize: 1 } });
  return job ?? null;
}

/** Follows a job to its end; true when it changed data. */
async function follow(jobId: string): Promise<boolean> {
  for (;;) {
    const job = await callApi(getJob, { params: { id: jobId } });
    useRefresh.setState({ job });
    if (isOver(job)) return job.changed > 0;
    await wait();
  }
}

function finish(hasChanged: boolean): void {
  useRefresh.setState((state) => ({
    isRunning: false,
    changes: state.changes + (hasChanged ? 1 : 0),
  }));
}

/** Reads contracts from their banks: those named, those of one bank, or all the user sees. */
export async function startRefresh(
  what: { issuerId?: number; contractIds?: string[] } = {},
): Promise<boolean> {
  if (useRefresh.getState().isRunning) return false;
  useRefresh.setState({ isRunning: true, job: null });
  const answered = new AbortController();
  const before = await newestOwnJob().catch(() => null);
  // An older refresh has said its outcome already: only a job of this one is shown.
  const newJob = async () => {
    const job = await newestOwnJob().catch(() => null);
    return job?.id === before?.id ? null : job;
  };
  // The call may answer only after twenty seconds; until then its job shows what happens.
  const show = async () => {
    while (!answered.signal.aborted) {
      await wait();
      const job = await newJob();
      if (!answered.signal.aborted && job) useRefresh.setState({ job });
    }
  };
  void show();
  try {
    const answer = await callApi(remoteRefresh, { body: what });
    answered.abort();
    if (typeof answer !== 'boolean') {
      finish(await follow(answer.jobId));
      return true;
    }
    // The outcome names banks that could not be asked.
    useRefresh.setState({ job: await newJob() });
    finish(answer);
    return true;
  } catch (error) {
    answered.abort();
    useRefresh.setState({ isRunning: false, job: null });
    const minutes = minutesToWait(error);
    if (minutes === null) showApiError(error);
    else showToast(t('traders.refresh.tooSoon', { count: minutes }), { tone: 'bad' });
    return false;
  }
}

/** Minutes until the banks may be read again; null where the refresh failed for another reason. */
function minutesToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'common.tooManyRequests') return null;
  return error.retryAfterSeconds === undefined ? null : Math.max(1, Math.ceil(error.retryAfterSeconds / 60));
}

/**
 * Follows a refresh the server has begun by itself after all bank passwords were given. `before` is the newest one of
 * until then: where it had ended already and none came after it, nothing was begun, and its outcome is not said again.
 */
export async function followRefresh(before: Job | null): Promise<void> {
  const job = await newestOwnJob();
  if (!job || useRefresh.getState().isRunning) return;
  if (before && job.id === before.id && isOver(before)) return;
  useRefresh.setState({ isRunning: true, job });
  try {
    finish(await follow(job.id));
  } catch (error) {
    useRefresh.setState({ isRunning: false, job: null });
    throw error;
  }
}

export function dismissRefresh(): void {
  useRefresh.setState({ job: null });
}
