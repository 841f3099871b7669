import { putLoad, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const limitMs = 30;
const termCount = 400;
const seconds = 10;

/** Parts of names as people type them: beginnings, whole names, inner parts of three to six letters. */
function termsOf(names: readonly { first_name: string; last_name: string }[]): string[] {
  return names.flatMap(({ first_name: first, last_name: last }, index) => {
    const length = 3 + (index % 4);
    const start = index % 3 === 0 ? 0 : Math.max(0, (index * 7) % Math.max(1, last.length - length));
    const term =
      index % 5 === 4
        ? `${first} ${last.slice(0, 2)}`
        : index % 5 === 3
          ? last
          : last.slice(start, start + length);
    return term.trim().length >= 2 ? [term.trim()] : [];
  });
}

/** Customer search by part of a name. */
export async function benchSearch(
  server: BenchServer,
  sizes: readonly number[],
  port: number,
): Promise<void> {
  const rows: Row[] = [];
  for (const customers of sizes) {
    const target = await server.databaseOf(customers);
    const names = await onServer<{ first_name: string; last_name: string }>(
      target,
      `select first_name, last_name from customers tablesample system (1) repeatable (1) limit ${termCount}`,
    );
    const paths = termsOf(names).map(
      (term) => `/api/customers?pageSize=50&search=${encodeURIComponent(term)}`,
    );
    const product = await startProduct(port, productEnvironment(target));
    try {
      const headers = { authorization: `Bearer ${await signIn(port, 'admin@demo.example')}` };
      for (const callers of [1, 4]) {
        const result = await putLoad({ port, paths, headers, callers, warmUpSeconds: 3, seconds });
        rows.push([
          customers.toLocaleString('de-DE'),
          String(callers),
          `${milliseconds(result.p50)} / ${milliseconds(result.p95)} / ${milliseconds(result.p99)}`,
          result.perSecond.toFixed(0),
          result.failures || 'none',
          callers === 1 ? verdict(result.p95 <= limitMs) : '',
        ]);
      }
    } finally {
      await product.stop();
    }
  }
  report(
    'search',
    'Customer search by part of a name',
    `${server.name}, ${termCount} different terms (beginnings, whole names, inner parts of 3–6 letters), 50 hits a page ` +
      `with their number. Aim: p95 ≤ ${limitMs} ms.`,
    ['customers', 'callers', 'p50 / p95 / p99', 'requests/s', 'failures', 'aim'],
    rows,
  );
}
