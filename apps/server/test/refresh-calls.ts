import type { Adviser, RefreshWorld } from './refresh-world.ts';

interface JobBody {
  id: string;
  state: string;
  problemCount: number;
  parts: {
    partKey: string;
    state: string;
    code: string | null;
    total: number;
    done: number;
    failed: number;
  }[];
}

/** Refreshing one contract, and what became of the last job; `adviser` is asked for inside of tests. */
export const refreshCalls = (world: RefreshWorld, adviser: () => Adviser) => ({
  refreshOne: (contractId: string) => world.refresh(adviser(), { contractIds: [contractId] }),
  lastJob: async (who = adviser()): Promise<JobBody> => {
    const { body } = await world.call(who, 'GET', '/jobs?jobType=remoteRefresh&isMine=true&pageSize=1');
    const [job] = body as JobBody[];
    if (!job) throw new Error('no job');
    return job;
  },
  problems: async (jobId: string) =>
    (await world.call(adviser(), 'GET', `/jobs/${jobId}/problems`)).body as {
      code: string;
      message: string;
    }[],
});
