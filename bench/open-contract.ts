import { putLoad, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const limitMs = 30;
const contractCount = 500;
const seconds = 10;

/** What the browser asks when a contract is opened; each of these reads leaves its audit entry. */
export const contractParts = ['', '/info', '/optimization-hints', '/overview-chart?period=1y'];

/** Opening one contract among many: head, portfolio, savings plan, profile, score, hints, facts, chart. */
export async function benchOpenContract(
  server: BenchServer,
  sizes: readonly number[],
  port: number,
): Promise<void> {
  const rows: Row[] = [];
  for (const contracts of sizes) {
    const target = await server.databaseOf(contracts);
    // All of one tenant: rows of a sample of pages, spread over the whole table.
    const ids = await onServer<{ id: string }>(
      target,
      `select c.id from contracts c tablesample system (2) repeatable (1)
        join users u on u.tenant_id = c.tenant_id and u.user_name = 'admin@demo.example'
       where c.deleted_at is null limit ${contractCount}`,
    );
    const paths = ids.flatMap(({ id }) => contractParts.map((part) => `/api/contracts/${id}${part}`));
    const product = await startProduct(port, productEnvironment(target));
    try {
      const headers = { authorization: `Bearer ${await signIn(port, 'admin@demo.example')}` };
      for (const callers of [1, 4, 16]) {
        const result = await putLoad({ port, paths, headers, callers, warmUpSeconds: 3, seconds });
        rows.push([
          contracts.toLocaleString('de-DE'),
          String(callers),
          `${milliseconds(result.p50)} / ${milliseconds(result.p95)} / ${milliseconds(result.p99)}`,
          result.perSecond.toFixed(0),
          result.failures || 'none',
          verdict(result.p95 <= limitMs),
        ]);
      }
    } finally {
      await product.stop();
    }
  }
  report(
    'open-contract',
    'Opening a contract',
    `${server.name}, ${contractCount} contracts spread over the stock, ${contractParts.length} calls each: ` +
      `\`${contractParts.join('`, `')}\` below \`/contracts/{id}\`; all but the hints are recorded in the audit chain. ` +
      `Aim: p95 ≤ ${limitMs} ms.`,
    ['contracts', 'callers', 'p50 / p95 / p99', 'requests/s', 'failures', 'aim'],
    rows,
  );
}
