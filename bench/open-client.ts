import { randomUUID } from 'node:crypto';
import { Caller } from './caller.ts';
import { type LoadResult, summarise } from './statistics.ts';

export interface OpenRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whose token it carries. */
  readonly who: string;
  readonly body?: object;
}

/** One kind of work and its part of all requests. */
export interface OpenKind {
  readonly name: string;
  readonly share: number;
  readonly requests: readonly OpenRequest[];
}

export interface OpenPlan {
  readonly port: number;
  readonly perSecond: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly kinds: readonly OpenKind[];
  readonly tokens: Tokens;
}

/** By user name; sent again before they end. */
export type Tokens = Readonly<Record<string, string>>;

export interface OpenResult {
  readonly all: LoadResult;
  readonly failed: number;
  readonly byKind: readonly { readonly name: string; readonly result: LoadResult }[];
  /** Milliseconds this process itself sent late, at most; they are part of the times. */
  readonly sentLate: number;
  /** Most connections at once. */
  readonly connections: number;
  readonly processorSeconds: number;
}

/** Longest anybody waits; what has no answer then has failed. */
const patienceMs = 30_000;
const mostConnections = 4000;

interface Tally {
  readonly name: string;
  readonly durations: number[];
  readonly failures: Map<number, number>;
  bytes: number;
}

const newTally = (name: string): Tally => ({ name, durations: [], failures: new Map(), bytes: 0 });

function note(tally: Tally, duration: number, status: number, bytes: number): void {
  tally.durations.push(duration);
  tally.bytes += bytes;
  if (status < 200 || status > 299) tally.failures.set(status, (tally.failures.get(status) ?? 0) + 1);
}

/**
 * Requests arrive by a clock, at random as from many people who know nothing of each other (Poisson), whether or not those
 * before them are answered. A time counts from the moment a request was meant to arrive: what waits here, waits too.
 */
async function run(plan: OpenPlan, tokensNow: () => Tokens): Promise<OpenResult> {
  const idle: Caller[] = [];
  let open = 0;
  let connections = 0;
  let sentLate = 0;
  const all = newTally('all');
  const tallies = plan.kinds.map(({ name }) => newTally(name));
  const turns = plan.kinds.map(() => 0);
  const began = performance.now();
  const from = began + plan.warmUpSeconds * 1000;
  const end = from + plan.seconds * 1000;
  const processorFrom = process.cpuUsage();

  const send = async (intended: number): Promise<void> => {
    let drawn = Math.random() * plan.kinds.reduce((sum, { share }) => sum + share, 0);
    const place = Math.max(
      0,
      plan.kinds.findIndex(({ share }) => (drawn -= share) < 0),
    );
    const requests = plan.kinds[place]?.requests ?? [];
    const turn = turns[place] ?? 0;
    turns[place] = turn + 1;
    const request = requests[turn % requests.length];
    if (!request) throw new Error(`${plan.kinds[place]?.name} has no requests.`);
    let caller = idle.pop();
    while (caller && !caller.isOpen) {
      open -= 1;
      caller = idle.pop();
    }
    if (!caller && open >= mostConnections) return finish(place, intended, 0, 0);
    if (!caller) {
      caller = new Caller(plan.port);
      open += 1;
      connections = Math.max(connections, open);
    }
    if (intended >= from) sentLate = Math.max(sentLate, performance.now() - intended);
    const answer = await Promise.race([caller.ask(textOf(plan.port, request, tokensNow())), patience()]);
    if (answer.status === 0) {
      caller.close();
      open -= 1;
    } else idle.push(caller);
    finish(place, intended, answer.status, answer.bytes);
  };
  const finish = (place: number, intended: number, status: number, bytes: number): void => {
    if (intended < from) return;
    const duration = performance.now() - intended;
    note(all, duration, status, bytes);
    const tally = tallies[place];
    if (tally) note(tally, duration, status, bytes);
  };

  const sent: Promise<void>[] = [];
  let next = began;
  while (next < end) {
    const now = performance.now();
    if (next > now) await new Promise((resolve) => setTimeout(resolve, next - now));
    while (next <= performance.now() && next < end) {
      sent.push(send(next));
      next += (-Math.log(1 - Math.random()) * 1000) / plan.perSecond;
    }
  }
  const used = process.cpuUsage(processorFrom);
  await Promise.all(sent);
  for (const caller of idle) caller.close();
  const resultOf = ({ durations, failures, bytes }: Tally) =>
    summarise(durations, plan.seconds, failures, bytes);
  return {
    all: resultOf(all),
    failed: [...all.failures.values()].reduce((sum, count) => sum + count, 0),
    byKind: tallies.map((tally) => ({ name: tally.name, result: resultOf(tally) })),
    sentLate,
    connections,
    processorSeconds: (used.user + used.system) / 1e6,
  };
}

const patience = () =>
  new Promise<{ status: number; bytes: number }>((resolve) => {
    setTimeout(() => resolve({ status: 0, bytes: 0 }), patienceMs).unref();
  });

function textOf(port: number, { method, path, who, body }: OpenRequest, tokens: Tokens): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${tokens[who]}`,
    ...(method === 'POST'
      ? [`idempotency-key: ${randomUUID()}`, `content-length: ${Buffer.byteLength(content)}`]
      : []),
    ...(body === undefined ? [] : ['content-type: application/json']),
  ];
  return `${head.join('\r\n')}\r\n\r\n${content}`;
}

/** Runs as a child of the benchmark: first the plan, then fresh tokens as often as they come. */
let tokens: Tokens = {};
let isRunning = false;
process.on('message', (message: OpenPlan | { readonly tokens: Tokens }) => {
  tokens = message.tokens;
  if (isRunning || !('kinds' in message)) return;
  isRunning = true;
  void run(message, () => tokens).then((result) => process.send?.(result, () => process.exit(0)));
});
