import { riskAnswers } from '../apps/server/test/risk-answers.ts';
import { analysisConsentVersion } from '../packages/domain/src/depot-analysis/consent.ts';
import { startProduct } from './children.ts';
import { type BenchServer, productEnvironment } from './database.ts';
import { milliseconds, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';
import { percentile } from './statistics.ts';

const limitMs = 300;
const positions = 30;
const visitors = 16;
const rounds = 25;

/** Analyses of visitors, 16 at once: from the call until the result is there. */
async function measure(port: number): Promise<void> {
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const authorization = `Bearer ${await signIn(port, 'admin@demo.example')}`;
  const funds: { isin: string; price: number | null; peergroupId: number | null }[] = await call(
    'GET',
    '/funds',
    undefined,
    { authorization },
  );
  const holdings = funds
    .filter(({ price }) => price !== null)
    .slice(0, positions)
    .map(({ isin }, index) => ({ isin, name: '', quantity: 10 + index, value: null }));
  if (holdings.length < positions) throw new Error(`the demo names ${holdings.length} funds with a price`);
  const begin = async (): Promise<string> => {
    const { guid } = await call('POST', '/depotanalysis', { consentVersion: analysisConsentVersion });
    const { rowVersion } = await call('GET', `/depotanalysis/${guid}`);
    const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
    await call('PUT', `/depotanalysis/${guid}`, { answers, holdings }, { 'if-match': `"${rowVersion}"` });
    return guid;
  };
  const guids: string[] = [];
  for (let visitor = 0; visitor < visitors; visitor += 1) guids.push(await begin());
  const times: number[] = [];
  const run = async (guid: string, isCounted: boolean) => {
    const started = performance.now();
    await call('POST', `/depotanalysis/${guid}/calculate`, {});
    if (isCounted) times.push(performance.now() - started);
  };
  await Promise.all(guids.map((guid) => run(guid, false)));
  await Promise.all(
    guids.map(async (guid) => {
      for (let round = 0; round < rounds; round += 1) await run(guid, true);
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = percentile(sorted, 0.95);
  report(
    'analysis',
    'Depot analyses of visitors',
    `Result of ${positions} positions, ${visitors} visitors at once who each ask again as soon as they have it, ${times.length} results: from the ` +
      `call until the whole answer is there. Aim: p95 ≤ ${limitMs} ms.`,
    ['positions', 'at once', 'median', 'p95', 'slowest', 'aim'],
    [
      [
        String(positions),
        String(visitors),
        milliseconds(percentile(sorted, 0.5)),
        milliseconds(p95),
        milliseconds(sorted.at(-1) ?? Number.NaN),
        verdict(p95 <= limitMs),
      ],
    ],
  );
}

/** Measures a product of its own on a stock of contracts, or one that runs already on the port. */
export async function benchAnalysis(server: BenchServer | null, size: number, port: number): Promise<void> {
  if (server === null) return measure(port);
  const product = await startProduct(port, productEnvironment(await server.databaseOf(size)));
  try {
    await measure(port);
  } finally {
    await product.stop();
  }
}
