import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { planOptimization } from '@depotwerk/api/optimization/optimization';
import * as z from 'zod/mini';
import { demoPassword } from './journey.ts';
import { patiently } from './patiently.ts';

export const adviser = 'berater@demo.example';

type Contract = z.infer<(typeof listContracts)['answer']>[number];

/** Calls of the adviser, or of somebody else, beside the browser, to prepare what a journey begins with. */
export async function adviserApi(url: string, userName = adviser) {
  const answer = await patiently(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'depotwerk' },
    body: JSON.stringify({ userName, password: demoPassword }),
  });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(await answer.json());
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await patiently(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    return { status: reply.status, answer };
  };
}

/** The nth contract out of its band with a valid profile, for which a plan was just stored; of those that save, where asked. */
export async function contractWithPlan(
  url: string,
  nth: number,
  { isSaving = false }: { isSaving?: boolean } = {},
): Promise<Contract> {
  const call = await adviserApi(url);
  const list = await call('GET', '/contracts?riskOutOfBand=true&pageSize=50');
  const today = new Date().toISOString().slice(0, 10);
  let left = nth;
  for (const contract of listContracts.answer.parse(list.answer)) {
    const detail = getContract.answer.parse((await call('GET', `/contracts/${contract.id}`)).answer);
    if ((detail.latestRiskAssessment?.validUntil ?? '') < today) continue;
    if (isSaving && detail.currentSavingsPlan === null) continue;
    const plan = await call('POST', `/contracts/${contract.id}/plan-optimization`, { mode: 'full' });
    if (plan.status !== 200) continue;
    const { transactions } = planOptimization.answer.parse(plan.answer);
    if (transactions.every(({ action }) => action !== 'buy')) continue;
    if (left === 0) return contract;
    left -= 1;
  }
  throw new Error('The demo has too few contracts out of their band.');
}
