import { ReportCompiler } from './compile-report.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-protocol.ts';

// The process that makes PDFs: no database, no network, no secrets in its environment; it reads jobs from its parent.

const compiler = new ReportCompiler();

const send = (answer: WorkerAnswer): void => {
  process.send?.(answer);
};

process.on('message', (request: WorkerRequest) => {
  try {
    const pdf = compiler.compile(request.job);
    send({ kind: 'done', id: request.id, pdf, rss: process.memoryUsage.rss() });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', id: request.id, message, rss: process.memoryUsage.rss() });
  }
});
process.on('disconnect', () => process.exit(0));
send({ kind: 'ready' });
