import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@depotwerk/server/public';
import { bankSeedLines, customerSeedLines, readDemoWorld } from './bank-seed-lines.ts';

async function readBody(answer: IncomingMessage): Promise<string> {
  answer.setEncoding('utf8');
  let text = '';
  for await (const part of answer) text += String(part);
  return text;
}

async function* asText(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/**
 * Tells the practice bank the depots of the demo world, as a stream; does nothing when it knows them. A bank that knows
 * another world is emptied first, and one of an earlier release is told its customers. Throws when the bank does not take them.
 */
export async function seedPracticeBank(address: string, database: Database): Promise<void> {
  const state = await fetch(`${address}/control/state`);
  // Our own program's answer.
  const { seededWorld, customers } = (await state.json()) as {
    readonly seededWorld: string | null;
    readonly customers: number;
  };
  // A seed without the name of a world is somebody's own (a drill, a test) and stays.
  if (seededWorld === '') return;
  if (seededWorld === (await readDemoWorld(database))) {
    if (customers === 0) await sendLines(address, customerSeedLines(database));
    return;
  }
  if (seededWorld !== null) await fetch(`${address}/control/reset`, { method: 'POST' });
  await sendLines(address, bankSeedLines(database));
}

async function sendLines(address: string, lines: AsyncIterable<object>): Promise<void> {
  const sending = request(`${address}/control/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const [[answer]] = await Promise.all([answered, pipeline(Readable.from(asText(lines)), sending)]);
  const body = await readBody(answer);
  if (answer.statusCode !== 200) throw new Error(`The practice bank refused its depots: ${body}`);
}
