/** What starts a job, and then lets the worker look for work at once. */
export const wokenBy =
  (wakeJobs: () => void) =>
  async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const answer = await work;
    wakeJobs();
    return answer;
  };
