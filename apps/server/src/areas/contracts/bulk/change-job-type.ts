/** What the job is called that changes many contracts. */
export const changeJobType = 'changeContracts';

/** Contracts of one transaction of it, and of its way back: its log entries hold up other writers of the house only for a moment. */
export const usualChunkSize = 500;
export const writeTimeout = 60_000;
/** One for all its pieces, which follow one another. */
export const lane = 'all';
