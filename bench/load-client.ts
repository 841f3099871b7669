import { Caller } from './caller.ts';
import { type LoadResult, summarise } from './statistics.ts';

export interface LoadPlan {
  readonly port: number;
  /** Paths asked in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Callers that each wait for their answer before they ask again. */
  readonly callers: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const headers = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = plan.paths.map(
    (path) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${plan.port}\r\n${headers.join('')}\r\n`,
  );
  const durations: number[] = [];
  const failures = new Map<number, number>();
  let bytes = 0;
  let next = 0;
  const start = performance.now() + plan.warmUpSeconds * 1000;
  const end = start + plan.seconds * 1000;
  const callers = Array.from({ length: plan.callers }, () => new Caller(plan.port));
  await Promise.all(
    callers.map(async (caller) => {
      for (;;) {
        const asked = performance.now();
        if (asked >= end) return;
        const request = requests[next % requests.length] ?? '';
        next += 1;
        const answer = await caller.ask(request);
        if (asked < start) continue;
        durations.push(performance.now() - asked);
        bytes += answer.bytes;
        if (answer.status !== 200) failures.set(answer.status, (failures.get(answer.status) ?? 0) + 1);
        if (answer.status === 0) return;
      }
    }),
  );
  for (const caller of callers) caller.close();
  return summarise(durations, plan.seconds, failures, bytes);
}

// Runs as a child of the benchmark, so that measuring costs the measured process nothing but the machine.
process.once('message', (plan: LoadPlan) => {
  void run(plan).then((result) => process.send?.(result, () => process.exit(0)));
});
