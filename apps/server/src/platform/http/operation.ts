import type { FastifyInstance } from 'fastify';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import { AppError } from './app-error.ts';

/** What probes and load shedding need to know of the process. */
export interface Operation {
  /** The process works in the background only: probes and metrics are all it answers. */
  readonly isWorker?: boolean;
  /** False from the first sign of shutdown on. */
  isReady(): boolean;
  /** Answers within 500 ms or rejects. */
  pingDatabase(): Promise<void>;
  /** Requests waiting for a database connection. */
  waitingForDatabase(): number;
  /** Current event loop delay in milliseconds. */
  eventLoopDelay(): number;
  /** Prometheus text; null = no token configured, the path does not exist. */
  readonly metrics: Metrics | null;
}

export interface Metrics {
  readonly token: string;
  render(): Promise<string>;
  /** An answer was sent. `call` is the route's pattern, never an address with ids. */
  observe(call: string, status: number, seconds: number): void;
}

const maxWaiting = 50;
const maxEventLoopDelay = 200;

const isStream = (type: unknown): boolean => typeof type === 'string' && type.startsWith('text/event-stream');

/** Probes, metrics behind the operator's token, and 503 before the process drowns. */
export function registerOperation(app: FastifyInstance, operation: Operation): void {
  app.get('/api/health/live', async (_request, reply) => reply.send({ status: 'live' }));
  app.get('/api/health/ready', async (_request, reply) => {
    if (!operation.isReady()) throw new AppError('common.unavailable', { retryAfter: 2 });
    await operation.pingDatabase().catch((cause: unknown) => {
      throw new AppError('common.unavailable', { retryAfter: 2, cause });
    });
    return reply.send({ status: 'ready' });
  });
  // Connections with a call under way bring further ones after the server has begun to close.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const isTooBusy = () =>
    operation.waitingForDatabase() > maxWaiting || operation.eventLoopDelay() > maxEventLoopDelay;
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const isForOperators = path.startsWith('/api/health/') || path === '/api/metrics';
    if (operation.isWorker === true && !isForOperators) throw new AppError('common.notFound');
    if (!request.url.startsWith('/api') || request.url.startsWith('/api/health/')) return;
    if (isClosing || isTooBusy()) {
      // Nothing was begun: whatever it was, it can be sent again.
      reply.header('x-not-begun', '1');
      throw new AppError('common.unavailable', { retryAfter: 1 });
    }
  });
  const metrics = operation.metrics;
  if (metrics) {
    app.addHook('onResponse', async (request, reply) => {
      const { url = 'unknown' } = request.routeOptions;
      // Streams last as long as somebody listens: no duration of an answer.
      if (!url.startsWith('/api/') || isStream(reply.getHeader('content-type'))) return;
      metrics.observe(`${request.method} ${url}`, reply.statusCode, reply.elapsedTime / 1000);
    });
    app.get('/api/metrics', async (request, reply) => {
      if (!equalInConstantTime(request.headers.authorization ?? '', `Bearer ${metrics.token}`)) {
        throw new AppError('auth.unauthenticated');
      }
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.render());
    });
  }
}
