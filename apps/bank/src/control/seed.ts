import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { tableNames } from '../store/schema.ts';
import { type SeedLine, seedLine, writeSeedLine } from './seed-lines.ts';

const batchSize = 500;
const maximumLineLength = 1_000_000;

async function* readLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  stream.setEncoding('utf8');
  // An encoding is set, so the parts are text.
  for await (const part of stream as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maximumLineLength)
      throw new BankError('request.invalid', { issues: ['line too long'] });
    yield* lines;
  }
  yield rest;
}

function parseLine(text: string, line: number): SeedLine {
  try {
    return z.parse(seedLine, JSON.parse(text));
  } catch (error) {
    const issues =
      error instanceof z.core.$ZodError ? error.issues.map(({ message }) => message) : ['no JSON'];
    throw new BankError('request.invalid', { line, issues });
  }
}

/**
 * Writes a stream of lines in batches, so that memory does not grow with it; other calls come between. Throws
 * `request.invalid` with the first bad line: the batches before it stay.
 */
export async function seed(bank: Bank, stream: Readable): Promise<{ readonly lines: number }> {
  let number = 0;
  let batch: { readonly line: SeedLine; readonly number: number }[] = [];
  const write = async (): Promise<void> => {
    bank.store.transaction(() => {
      for (const entry of batch) writeLine(bank, entry.line, entry.number);
    });
    batch = [];
    await nextTurn();
  };
  let lines = 0;
  for await (const text of readLines(stream)) {
    number += 1;
    if (text.trim() === '') continue;
    batch.push({ line: parseLine(text, number), number });
    lines += 1;
    if (batch.length >= batchSize) await write();
  }
  await write();
  return { lines };
}

/** A line that names a bank or fund that is not there, or a fund twice, is as bad as one that cannot be read. */
function writeLine(bank: Bank, line: SeedLine, number: number): void {
  try {
    writeSeedLine(bank, line);
  } catch (error) {
    throw new BankError('request.invalid', { line: number, issues: [String(error)] });
  }
}

/** Empties the store. */
export function resetBank(bank: Bank): void {
  bank.store.transaction(() => {
    for (const table of tableNames) bank.store.run(`delete from ${table}`);
  });
}

export function readState(bank: Bank) {
  const count = (from: string): number =>
    bank.store.get<{ n: number }>(`select count(*) as n from ${from}`)?.n ?? 0;
  const seeded = bank.store.get<{ value: string }>("select value from meta where name = 'seeded'");
  return {
    banks: count('banks'),
    logins: count('logins'),
    customers: count("logins where kind = 'customer'"),
    customerSessions: count("sessions join logins using (bank_id, login_name) where kind = 'customer'"),
    depots: count('depots'),
    prices: count('prices'),
    orders: count('orders'),
    openOrders: count("orders where state = 'accepted'"),
    isSeeded: seeded !== undefined,
    seededWorld: seeded?.value ?? null,
    now: new Date(bank.now()).toISOString(),
    processId: process.pid,
  };
}
