import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from './database/database.ts';
import type { Operation } from './http/operation.ts';

const sampleMs = 250;
const resolutionMs = 20;

/** Mean delay of the event loop over the last quarter of a second, in milliseconds. */
export function watchEventLoop(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delay = 0;
  setInterval(() => {
    delay = Number.isFinite(histogram.mean) ? Math.max(0, histogram.mean / 1e6 - resolutionMs) : 0;
    histogram.reset();
  }, sampleMs).unref();
  return () => delay;
}

/** Prometheus text of the process and its database connections; null without a token, nothing is counted then. */
export async function createMetrics(token: string | null, database: Database): Promise<Operation['metrics']> {
  if (token === null) return null;
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const waiting = new Gauge({
    name: 'depotwerk_database_waiting',
    help: 'Requests waiting for a database connection',
    registers: [registry],
  });
  const render = (): Promise<string> => {
    waiting.set(database.waiting);
    return registry.metrics();
  };
  return { token, render };
}
