import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';

/** At most `limit` attempts in a window that starts with the first one. */
interface WindowRule {
  readonly kind: 'window';
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Waiting times that double from `firstBlockSeconds`, beginning with attempt number `freeAttempts`. */
interface GrowingRule {
  readonly kind: 'growing';
  readonly freeAttempts: number;
  readonly firstBlockSeconds: number;
  readonly maxBlockSeconds: number;
  /** After this many seconds without an attempt the count begins anew. */
  readonly forgetSeconds: number;
}

/** Every bound of signing in, codes and messages in one place. Seconds. */
export const throttleRules = {
  account: growing(),
  accountDevice: growing(),
  address: window(100, 15 * 60),
  addressSite: window(1000, 15 * 60),
  anonymous: window(20, 60 * 60),
  anonymousSite: window(200, 60 * 60),
  /** Links of invitations and resets that are opened; apart from using them, so that looking again uses nothing up. */
  linkLook: window(60, 60 * 60),
  linkLookSite: window(600, 60 * 60),
  /** Analyses visitors begin. */
  analysisStart: window(60, 60 * 60),
  analysisStartSite: window(600, 60 * 60),
  /** Files with holdings visitors bring. */
  visitorFile: window(60, 60 * 60),
  visitorFileSite: window(600, 60 * 60),
  /** Sign-ins at banks visitors try: by network, and by analysis those that failed, one less than lock a login there. */
  bankLink: window(20, 60 * 60),
  bankLinkSite: window(200, 60 * 60),
  bankLinkAnalysis: window(4, 60 * 60),
  /** Codes of banks they type or ask for. */
  bankCode: window(60, 60 * 60),
  bankCodeSite: window(600, 60 * 60),
  /** Mails to an address that has an access, each time somebody registers with it. */
  registrationNotice: window(3, 24 * 60 * 60),
  /** Mails to somebody who has no password, each time one is asked for. */
  passwordNotice: window(3, 24 * 60 * 60),
  codeUser: window(10, 60 * 60),
  /** A challenge is used once; the window outlives the challenge. */
  passkeyChallenge: window(1, 10 * 60),
  /** What came back from a provider is used once; the window outlives the cookie. */
  providerSignIn: window(1, 15 * 60),
  smsNumber: window(3, 10 * 60),
  smsUser: window(10, 24 * 60 * 60),
  smsInvitationNumber: window(3, 10 * 60),
  smsInvitationUser: window(10, 24 * 60 * 60),
  smsNewNumber: window(3, 10 * 60),
  smsNewNumberUser: window(10, 24 * 60 * 60),
  smsTotal: window(200, 60 * 60),
} as const satisfies Record<string, WindowRule | GrowingRule>;

export type ThrottleKind = keyof typeof throttleRules;

/**
 * How far the clocks of two processes may be apart. What a counter says of a later time was written by a clock that ran ahead
 * and has been set right: nobody is locked out for as long as it was wrong.
 */
const clockTolerance = 5 * 60_000;

/** From this attempt on an account counts as locked (423) and not merely slowed down (429). */
export const lockedFrom = 10;

export type ThrottleAnswer =
  | { readonly isAllowed: true; readonly count: number }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number; readonly count: number };

export interface Throttle {
  /** Counts an attempt before anything is checked, atomically; refused attempts are not counted. */
  attempt(kind: ThrottleKind, value: string): Promise<ThrottleAnswer>;
  /** Takes back one attempt that turned out right. */
  refund(kind: ThrottleKind, value: string): Promise<void>;
  /** Forgets all attempts (after a sign-in). */
  clear(kind: ThrottleKind, value: string): Promise<void>;
  /** Deletes counters nobody needs any more. */
  purge(): Promise<void>;
}

/**
 * Counters in the database, so that bursts, restarts and several processes count together.
 * @param key for the keyed hashes stored instead of names, addresses and numbers
 * @param clock milliseconds since the epoch
 */
export function createThrottle(database: Database, key: Buffer, clock: () => number): Throttle {
  const hashOf = (kind: ThrottleKind, value: string) => keyedHash(key, 'throttle', kind, value);

  return {
    attempt: async (kind, value) => {
      const rule: WindowRule | GrowingRule = throttleRules[kind];
      const hash = hashOf(kind, value);
      const now = clock();
      const count = await database.system(async (transaction) => {
        const { rows } = await countIn(rule, kind, hash, now).execute(transaction);
        return rows[0]?.failureCount ?? null;
      });
      if (count !== null) return { isAllowed: true, count };
      const [row] = await database.read<{ failureCount: number; blockedUntil: string | null }>(
        { tenantId: null, userId: null },
        sql`
          select failure_count as "failureCount", blocked_until as "blockedUntil" from login_throttles
           where throttle_kind = ${kind} and throttle_key = ${hash}`.compile(database.query),
      );
      const wait = row?.blockedUntil ? (Date.parse(row.blockedUntil) - now) / 1000 : 1;
      return {
        isAllowed: false,
        retryAfterSeconds: Math.max(1, Math.ceil(wait)),
        count: row?.failureCount ?? 0,
      };
    },

    refund: (kind, value) =>
      database.system(async (transaction) => {
        await sql`update login_throttles
          set failure_count = greatest(failure_count - 1, 0),
              blocked_until = case when ${throttleRules[kind].kind} = 'window' then null else blocked_until end
          where throttle_kind = ${kind} and throttle_key = ${hashOf(kind, value)}`.execute(transaction);
      }),

    clear: (kind, value) =>
      database.system(async (transaction) => {
        await sql`delete from login_throttles
          where throttle_kind = ${kind} and throttle_key = ${hashOf(kind, value)}`.execute(transaction);
      }),

    purge: () =>
      database.system(async (transaction) => {
        const before = new Date(clock() - 2 * 24 * 60 * 60 * 1000);
        await sql`delete from login_throttles where updated_at < ${before}`.execute(transaction);
      }),
  };
}

/**
 * One statement: the row lock makes the attempts of a burst wait in line, and `where` refuses those that
 * come while the row is blocked (no row comes back). `blocked_until` always says when the next may come.
 */
function countIn(rule: WindowRule | GrowingRule, kind: ThrottleKind, hash: Buffer, now: number) {
  const at = new Date(now);
  if (rule.kind === 'window') {
    const end = new Date(now + rule.windowSeconds * 1000);
    const isOver = sql`t.window_started_at <= ${new Date(now - rule.windowSeconds * 1000)}::timestamptz`;
    // What may happen once only stays used, whatever the clock says.
    const isNew =
      rule.limit === 1
        ? isOver
        : sql`(${isOver} or t.window_started_at > ${new Date(now + clockTolerance)}::timestamptz)`;
    return sql<{ failureCount: number }>`
      insert into login_throttles as t (throttle_kind, throttle_key, window_started_at, failure_count, blocked_until,
        updated_at)
      values (${kind}, ${hash}, ${at}, 1, ${rule.limit === 1 ? end : null}, ${at})
      on conflict (throttle_kind, throttle_key) do update set
        window_started_at = case when ${isNew} then excluded.window_started_at else t.window_started_at end,
        failure_count = case when ${isNew} then 1 else t.failure_count + 1 end,
        blocked_until = case when not ${isNew} and t.failure_count + 1 >= ${rule.limit}::int
          then t.window_started_at + make_interval(secs => ${rule.windowSeconds}::int) end,
        updated_at = excluded.updated_at
      where ${isNew} or t.blocked_until is null or t.blocked_until <= ${at}::timestamptz
      returning failure_count as "failureCount"`;
  }
  const isForgotten = sql`t.updated_at <= ${new Date(now - rule.forgetSeconds * 1000)}::timestamptz`;
  const isOfWrongClock = sql`t.blocked_until > ${new Date(now + rule.maxBlockSeconds * 1000 + clockTolerance)}::timestamptz`;
  const next = sql`(case when ${isForgotten} then 1 else t.failure_count + 1 end)`;
  return sql<{ failureCount: number }>`
    insert into login_throttles as t (throttle_kind, throttle_key, window_started_at, failure_count, updated_at)
    values (${kind}, ${hash}, ${at}, 1, ${at})
    on conflict (throttle_kind, throttle_key) do update set
      failure_count = ${next},
      blocked_until = case when ${next} >= ${rule.freeAttempts}::int then ${at}::timestamptz + make_interval(secs => least(
        ${rule.maxBlockSeconds}::int,
        ${rule.firstBlockSeconds}::int * power(2, least(${next} - ${rule.freeAttempts}::int, 20)))) end,
      updated_at = excluded.updated_at
    where t.blocked_until is null or t.blocked_until <= ${at}::timestamptz or ${isOfWrongClock}
    returning failure_count as "failureCount"`;
}

function growing(): GrowingRule {
  return {
    kind: 'growing',
    freeAttempts: 5,
    firstBlockSeconds: 30,
    maxBlockSeconds: 900,
    forgetSeconds: 86_400,
  };
}

function window(limit: number, windowSeconds: number): WindowRule {
  return { kind: 'window', limit, windowSeconds };
}
