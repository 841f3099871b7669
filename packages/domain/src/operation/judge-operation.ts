/** What of the product's state somebody has to look at. */
export type OperationConcern =
  | 'diskLow'
  | 'backupMissing'
  | 'backupOld'
  | 'jobsStuck'
  | 'jobsDead'
  | 'mailsFailed'
  | 'smsFailed';

interface JudgedState {
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly lastBackup: { readonly madeAt: string } | null;
  readonly queues: {
    readonly deadJobs: number;
    readonly oldestJobSeconds: number | null;
    readonly failedMails: number;
    readonly failedSms: number;
  };
}

/** Below this share of the disk PostgreSQL may soon stop writing. */
const leastFreeShare = 0.1;
/** A backup is made every night; a day and a half leaves room for one that takes long. */
const oldestBackupMs = 36 * 3_600_000;
/** Seconds a due job waits at most while anybody works (docs/operations.md). */
const longestWait = 60;

/** What somebody has to look at, the gravest first. @param now milliseconds since 1970 */
export function judgeOperation({ disk, lastBackup, queues }: JudgedState, now: number): OperationConcern[] {
  const concerns: readonly (readonly [OperationConcern, boolean])[] = [
    ['diskLow', disk !== null && disk.freeBytes < leastFreeShare * disk.totalBytes],
    ['backupMissing', lastBackup === null],
    ['backupOld', lastBackup !== null && now - Date.parse(lastBackup.madeAt) > oldestBackupMs],
    ['jobsStuck', (queues.oldestJobSeconds ?? 0) > longestWait],
    ['jobsDead', queues.deadJobs > 0],
    ['mailsFailed', queues.failedMails > 0],
    ['smsFailed', queues.failedSms > 0],
  ];
  return concerns.flatMap(([concern, holds]) => (holds ? [concern] : []));
}
