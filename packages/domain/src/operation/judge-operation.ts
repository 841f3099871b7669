/** What of the product's state somebody has to look at. */
export type OperationConcern =
  | 'diskLow'
  | 'backupMissing'
  | 'backupOld'
  | 'archiveFailing'
  | 'certificateRefused'
  | 'certificateEnding'
  | 'jobsStuck'
  | 'jobsDead'
  | 'mailPasswordClosed'
  | 'smsSecretClosed'
  | 'providerSecretClosed'
  | 'mailsWaiting'
  | 'mailsFailed'
  | 'smsFailed'
  | 'webhooksWaiting'
  | 'storeAway'
  | 'contentsStuck';

interface JudgedState {
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly lastBackup: { readonly madeAt: string } | null;
  /** null or unsaid: the database archives nothing. */
  readonly archive?:
    | { readonly archivedAt: string | null; readonly failedAt: string | null }
    | null
    | undefined;
  /** null or unsaid: nobody can tell. */
  readonly certificate?:
    | { readonly validUntil: string | null; readonly isRefused: boolean }
    | null
    | undefined;
  readonly queues: {
    readonly deadJobs: number;
    readonly oldestJobSeconds: number | null;
    readonly oldestMailSeconds?: number | null | undefined;
    readonly failedMails: number;
    readonly failedSms: number;
    readonly oldestWebhookSeconds?: number | null | undefined;
  };
  /** Secrets no key opens; unsaid by a server of the release before. */
  readonly closedSecrets?:
    | { readonly mail: boolean; readonly sms: boolean; readonly provider: boolean }
    | undefined;
  readonly documentStore: {
    readonly problem: string | null;
    readonly failing: number;
    readonly oldestWaitingAt: string | null;
  } | null;
}

/** Below this share of the disk PostgreSQL may soon stop writing. */
const leastFreeShare = 0.1;
/** A backup is made every night; a day and a half leaves room for one that takes long. */
const oldestBackupMs = 36 * 3_600_000;
/** Contents leave the database within seconds, after a takeover of many within hours. */
const longestStayMs = 24 * 3_600_000;
/** Certificates are renewed a month before they end; two weeks before, something has failed. */
const shortestValidityMs = 14 * 24 * 3_600_000;
/** Seconds a due job waits at most while anybody works (docs/operations.md). */
const longestWait = 60;

/** A mail server or system that is away for as long is no passing trouble: four attempts were in vain. */
const longestInOutbox = 15 * 60;

/** What somebody has to look at, the gravest first. @param now milliseconds since 1970 */
export function judgeOperation(
  { disk, lastBackup, archive = null, certificate = null, queues, closedSecrets, documentStore }: JudgedState,
  now: number,
): OperationConcern[] {
  const concerns: readonly (readonly [OperationConcern, boolean])[] = [
    ['diskLow', disk !== null && disk.freeBytes < leastFreeShare * disk.totalBytes],
    ['storeAway', (documentStore?.problem ?? null) !== null],
    ['archiveFailing', archive !== null && isFailing(archive)],
    ['certificateRefused', certificate?.isRefused === true],
    ['mailPasswordClosed', closedSecrets?.mail === true],
    ['smsSecretClosed', closedSecrets?.sms === true],
    ['providerSecretClosed', closedSecrets?.provider === true],
    // A database that archives is backed up by its own means, which the product's command knows nothing of.
    ['backupMissing', lastBackup === null && archive === null],
    [
      'backupOld',
      lastBackup !== null && archive === null && now - Date.parse(lastBackup.madeAt) > oldestBackupMs,
    ],
    ['certificateEnding', isEnding(certificate?.validUntil ?? null, now)],
    ['jobsStuck', (queues.oldestJobSeconds ?? 0) > longestWait],
    ['jobsDead', queues.deadJobs > 0],
    // What they wait for is said already.
    ['mailsWaiting', closedSecrets?.mail !== true && (queues.oldestMailSeconds ?? 0) > longestInOutbox],
    ['mailsFailed', queues.failedMails > 0],
    ['smsFailed', queues.failedSms > 0],
    ['webhooksWaiting', (queues.oldestWebhookSeconds ?? 0) > longestInOutbox],
    [
      'contentsStuck',
      documentStore !== null && (documentStore.failing > 0 || isLate(documentStore.oldestWaitingAt, now)),
    ],
  ];
  return concerns.flatMap(([concern, holds]) => (holds ? [concern] : []));
}

const isEnding = (until: string | null, now: number) =>
  until !== null && Date.parse(until) - now < shortestValidityMs;

const isLate = (since: string | null, now: number) =>
  since !== null && now - Date.parse(since) > longestStayMs;

/** The last segment was not taken. */
const isFailing = ({ archivedAt, failedAt }: { archivedAt: string | null; failedAt: string | null }) =>
  failedAt !== null && (archivedAt === null || Date.parse(failedAt) > Date.parse(archivedAt));
