import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { key, text } from '../http/shapes.ts';
import { type Outcome, usualOutcome } from '../orders/outcome.ts';

/** Every call below `/banks/{bankId}` by its name in docs/practice-bank.md. */
export const endpoints = [
  'bank.read',
  'sessions.create',
  'sessions.delete',
  'password.change',
  'depots.list',
  'depots.read',
  'depots.open',
  'depotRequests.read',
  'depots.close',
  'signings.create',
  'depotSignings.create',
  'signings.select',
  'signings.read',
  'signings.confirm',
  'orders.place',
  'orders.read',
  'customerSessions.create',
  'customerSessions.delete',
  'customerSignings.read',
  'customerSignings.select',
  'customerSignings.confirm',
  'customerDepots.list',
  'customerDepots.read',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** Before the work, instead of its usual end, or after it. */
const stages = {
  latency: 'before',
  hang: 'before',
  error: 'before',
  reset: 'before',
  duplicate: 'before',
  missingConfirmation: 'before',
  orderRefused: 'before',
  orderRejected: 'outcome',
  orderPartial: 'outcome',
  orderDelayed: 'outcome',
  orderLate: 'outcome',
  brokenJson: 'after',
  truncated: 'after',
  html: 'after',
  empty: 'after',
  lostAnswer: 'after',
  hangAfter: 'after',
  errorAfter: 'after',
  doubleAnswer: 'after',
} as const;
export type FaultKind = keyof typeof stages;
type Stage = (typeof stages)[FaultKind];
/** Keys of the table above, of which there is at least one. */
export const faultKinds = Object.keys(stages) as [FaultKind, ...FaultKind[]];

const waitMs = z.number().check(z.gte(0), z.lte(3_600_000));
const settingsShape = z.object({
  ms: z.prefault(waitMs, 1000),
  status: z.prefault(z.int().check(z.gte(400), z.lte(599)), 500),
  fraction: z.prefault(z.number().check(z.gt(0), z.lt(1)), 0.5),
  traderCode: z.prefault(text(40), 'B100'),
  traderMessage: z.prefault(text(400), 'Die Bank hat den Auftrag abgelehnt.'),
  retryable: z.prefault(z.boolean(), false),
});
export type FaultSettings = z.output<typeof settingsShape>;

export const faultShape = z.strictObject({
  bankId: z.prefault(z.nullable(key), null),
  endpoint: z.prefault(z.nullable(z.enum(endpoints)), null),
  externalKey: z.prefault(z.nullable(key), null),
  loginName: z.prefault(z.nullable(text(100)), null),
  kind: z.enum(faultKinds),
  remaining: z.prefault(z.nullable(z.int().check(z.gte(1))), null),
  ms: z.optional(waitMs),
  status: z.optional(z.int()),
  fraction: z.optional(z.number()),
  traderCode: z.optional(text(40)),
  traderMessage: z.optional(text(400)),
  retryable: z.optional(z.boolean()),
});

export interface Fault {
  readonly kind: FaultKind;
  readonly settings: FaultSettings;
}
/** At most one fault a stage strikes a request. */
export type Faults = Readonly<Partial<Record<Stage, Fault>>>;

interface FaultRow {
  readonly id: number;
  readonly bank_id: string | null;
  readonly endpoint: string | null;
  readonly external_key: string | null;
  readonly login_name: string | null;
  readonly kind: FaultKind;
  readonly settings: string;
  readonly remaining: number | null;
}

const present = (row: FaultRow) => ({
  id: row.id,
  bankId: row.bank_id,
  endpoint: row.endpoint,
  externalKey: row.external_key,
  loginName: row.login_name,
  kind: row.kind,
  remaining: row.remaining,
  ...readSettings(row),
});

/** Checked when the fault was added. */
const readSettings = (row: FaultRow): FaultSettings => JSON.parse(row.settings) as FaultSettings;

export function listFaults(bank: Bank) {
  return bank.store.all<FaultRow>('select * from faults order by id').map(present);
}

/** Adds a fault; settings not given have their defaults. */
export function addFault(bank: Bank, given: z.output<typeof faultShape>) {
  const { id } = bank.store.run(
    `insert into faults (bank_id, endpoint, external_key, login_name, kind, settings, remaining)
     values (?, ?, ?, ?, ?, ?, ?)`,
    given.bankId,
    given.endpoint,
    given.externalKey,
    given.loginName?.toLowerCase() ?? null,
    given.kind,
    JSON.stringify(z.parse(settingsShape, given)),
    given.remaining,
  );
  return listFaults(bank).find((fault) => fault.id === id);
}

/** Removes one fault, or all. */
export function removeFaults(bank: Bank, id: number | null): void {
  bank.store.run('delete from faults where ? is null or id = ?', id, id);
}

/** The faults that strike this request; those with a number of times left are used up by it. */
export function takeFaults(
  bank: Bank,
  request: {
    readonly bankId: string;
    readonly endpoint: Endpoint;
    readonly externalKey: string | null;
    readonly loginName: string | null;
  },
): Faults {
  const rows = bank.store.all<FaultRow>(
    `select * from faults where (bank_id is null or bank_id = ?) and (endpoint is null or endpoint = ?)
        and (external_key is null or external_key = ?) and (login_name is null or login_name = ?) order by id`,
    request.bankId,
    request.endpoint,
    request.externalKey,
    request.loginName?.toLowerCase() ?? null,
  );
  const taken: Partial<Record<Stage, Fault>> = {};
  for (const row of rows) {
    const stage = stages[row.kind];
    if (taken[stage]) continue;
    taken[stage] = { kind: row.kind, settings: readSettings(row) };
    if (row.remaining === null) continue;
    if (row.remaining <= 1) bank.store.run('delete from faults where id = ?', row.id);
    else bank.store.run('update faults set remaining = remaining - 1 where id = ?', row.id);
  }
  return taken;
}

/** How an order placed under these faults ends. */
export function outcomeOf({ outcome }: Faults): Outcome {
  const { kind, settings } = outcome ?? {};
  if (!settings) return usualOutcome;
  if (kind === 'orderRejected')
    return {
      ...usualOutcome,
      kind: 'rejected',
      traderCode: settings.traderCode,
      traderMessage: settings.traderMessage,
    };
  if (kind === 'orderPartial') return { ...usualOutcome, part: settings.fraction };
  if (kind === 'orderDelayed') return { ...usualOutcome, delayMs: settings.ms };
  return { ...usualOutcome, unknownMs: settings.ms };
}
