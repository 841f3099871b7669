import type { RunAs } from './run-as.ts';

/** What the server tells the supervisor at its start, as JSON in the first argument. */
export interface SupervisorSettings {
  /** The process that starts the supervisor. */
  readonly serverPid: number;
  /** Folder of the database cluster; created by initdb when missing. */
  readonly clusterDirectory: string;
  readonly socketDirectory: string;
  /** TCP port on 127.0.0.1 with password; undefined for a Unix socket only. */
  readonly tcp: { readonly port: number; readonly passwordFile: string } | undefined;
  readonly port: number;
  readonly superuser: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly runAs: RunAs;
  readonly logFile: string;
  /** Options of initdb beyond the usual, such as the locale. */
  readonly initdbArguments: readonly string[];
  /** Settings beyond the usual, such as `fsync=off` for a throw-away server of tests. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What the supervisor answers, one JSON line each. */
export type SupervisorMessage =
  | { readonly event: 'creating' }
  | { readonly event: 'waiting' }
  | { readonly event: 'ready'; readonly pid: number }
  | { readonly event: 'lost' }
  | { readonly event: 'failed'; readonly message: string };

/** Reads one line of the supervisor; undefined when it is none of ours. */
export function parseSupervisorMessage(line: string): SupervisorMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    // Both ends are ours and of the same build.
    if (typeof value === 'object' && value !== null && 'event' in value) return value as SupervisorMessage;
  } catch {
    // Not JSON.
  }
  return undefined;
}
