import type { CallAnswer } from '@depotwerk/api/call';
import type { getContract } from '@depotwerk/api/contracts/contract-detail';
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { restrictionOf } from '@depotwerk/engine/ranking/client-restrictions';
import { beforeAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { questionnaireRoutes } from './routes.ts';

const { world, admin: adviser, inputOf } = adviceHouse('small', questionnaireRoutes);
let ids: string[];
beforeAll(async () => {
  ids = await world.contractIds('c.risk_class_id is not null and c.deleted_at is null', 40);
}, 120_000);

const record = (contractId: string, others: Record<string, unknown>) =>
  world.call<{ code?: string; validation?: { path: string; code: string }[] }>(
    adviser,
    'POST',
    '/questionnaires/riskProfile/answers',
    {
      version: 1,
      contractId,
      answers: riskAnswers({
        restrictions: { id: Object.keys(others).length > 0 ? 'yes' : 'no', text: null },
        ...others,
      }),
    },
  );
const detailOf = async (id: string) =>
  (await world.call<CallAnswer<typeof getContract>>(adviser, 'GET', `/contracts/${id}`)).body;

/** A contract that may be asked about and holds a fund of a company. */
async function holdingCompany() {
  for (const id of ids) {
    const { body } = await inputOf(id);
    const held = body.contract?.positions.find(({ quantity }) => quantity > 0);
    const fund = body.funds?.find(({ isin }) => isin === held?.isin);
    if (fund && fund.company !== '' && (await record(id, {})).status === 200) return { id, fund };
  }
  throw new Error('no contract holds a fund of a known company');
}

it('goes from the answers into the profile, the check and every proposal, and out again', async () => {
  const { id, fund } = await holdingCompany();
  const answered = await record(id, {
    excludedCompanies: fund.company.toLowerCase(),
    excludedRegions: [{ id: 'northAmerica', text: null }],
    excludedSectors: [{ id: 'technology', text: null }],
    excludedFunds: fund.isin,
  });
  expect(answered.status).toBe(200);
  const restrictions = {
    isins: [fund.isin],
    companies: [fund.company.toLowerCase()],
    regions: ['northAmerica'],
    sectors: ['technology'],
  };
  expect((await detailOf(id)).latestRiskAssessment?.restrictions).toEqual(restrictions);
  const { body: input } = await inputOf(id);
  expect(input.restrictions).toEqual(restrictions);
  const saved = new Set(input.contract.savingsPlan?.entries.map(({ isin }) => isin));
  const excluded = new Set(
    input.funds.filter((one) => restrictionOf(one, restrictions) !== null).map(({ isin }) => isin),
  );
  expect(excluded.size).toBeGreaterThan(1);
  for (const proposal of planAdvice(input, { cashAmount: 5000 })) {
    const bought = proposal.transactions.filter(({ action }) => action === 'buy').map(({ isin }) => isin);
    const begun = proposal.savingsPlanChanges
      .filter(({ isin, fractionAfter }) => fractionAfter > 0 && !saved.has(isin))
      .map(({ isin }) => isin);
    expect([...bought, ...begun].filter((isin) => excluded.has(isin))).toEqual([]);
    const check = proposal.checks.find(({ checkKey }) => checkKey === 'restrictions');
    expect([proposal.mode, check?.result]).not.toEqual([proposal.mode, 'blocked']);
  }
  expect((await world.call(adviser, 'POST', `/contracts/${id}/check`)).status).toBe(200);
  const hints = async () =>
    (
      await world.owner.query<{ text: string; finding_cause: string; severity: number }>(
        `select text, finding_cause, severity from contract_hints
          where contract_id = $1 and optimization_hint_id = 23 and state = 'open'`,
        [id],
      )
    ).rows;
  expect(await hints()).toContainEqual({
    text: expect.stringContaining(`${fund.name} fällt unter die festgehaltenen Ausschlüsse (dieser Fonds).`),
    finding_cause: 'restriction',
    severity: 2,
  });

  expect((await record(id, { restrictions: { id: 'no', text: null } })).status).toBe(200);
  expect((await inputOf(id)).body.restrictions).toBeUndefined();
  expect((await world.call(adviser, 'POST', `/contracts/${id}/check`)).status).toBe(200);
  expect(await hints()).toEqual([]);
}, 120_000);

it('tells a question about exclusions that was left out from a no', async () => {
  const { id } = await holdingCompany();
  const fields = ['excludedRegions', 'excludedSectors', 'excludedCompanies', 'excludedFunds'];
  const skipped = async () =>
    (await detailOf(id)).latestRiskAssessment?.skippedFields?.filter((field) => fields.includes(field)) ?? [];
  expect(await skipped()).toEqual([]);
  expect((await record(id, { restrictions: null })).status).toBe(200);
  expect((await skipped()).toSorted()).toEqual(fields.toSorted());
  // A question whose name only begins like that of an answered one is another question.
  const rename = (from: string, to: string) =>
    world.owner.query(`begin; set local session_replication_role = replica;
      update questionnaires set questions = replace(questions::text, '"${from}"', '"${to}"')::jsonb
        where questionnaire_key = 'riskProfile'; commit`);
  await rename('restrictions', 'horizonRestrictions');
  try {
    expect((await skipped()).toSorted()).toEqual(fields.toSorted());
  } finally {
    await rename('horizonRestrictions', 'restrictions');
  }
}, 120_000);

it('refuses what would exclude nothing', async () => {
  const { id } = await holdingCompany();
  const codes = async (others: Record<string, unknown>) =>
    (await record(id, others)).body.validation?.map(({ path, code }) => `${path} ${code}`);
  expect(await codes({ excludedFunds: 'DE0008474025' })).toEqual(['answers.excludedFunds isins']);
  expect(await codes({ excludedCompanies: 'Gibt es nicht AG' })).toEqual([
    'answers.excludedCompanies companies',
  ]);
  expect(await codes({ excludedCompanies: ' \n' })).toEqual(['answers.excludedRegions noExclusion']);
  expect(await codes({ excludedRegions: [{ id: 'moon', text: null }] })).toEqual([
    'answers.excludedRegions invalidValue',
  ]);
}, 120_000);

it('keeps funds out of check and proposals whose negative target market the client is in', async () => {
  const { id, fund } = await holdingCompany();
  // "Careful" answers: two product groups known, limited losses.
  const { body: before } = await inputOf(id);
  expect(before.client).toMatchObject({ knowledge: 'informed', lossCapacity: 'limited', horizonYears: 9 });
  await world.owner.query(
    `update funds set target_market = target_market || '{"limitedCapitalLoss": "N"}' where isin = $1`,
    [fund.isin],
  );
  const { body: input } = await inputOf(id);
  for (const proposal of planAdvice(input, { cashAmount: 5000 })) {
    const bought = proposal.transactions.filter(({ action }) => action === 'buy').map(({ isin }) => isin);
    expect(bought).not.toContain(fund.isin);
  }
  expect((await world.call(adviser, 'POST', `/contracts/${id}/check`)).status).toBe(200);
  const { rows } = await world.owner.query(
    `select text, finding_cause from contract_hints
      where contract_id = $1 and optimization_hint_id = 24 and state = 'open'`,
    [id],
  );
  expect(rows).toEqual([
    {
      text: expect.stringContaining(`Für ${fund.name} gilt der negative Zielmarkt (Verlusttragfähigkeit).`),
      finding_cause: 'targetMarket',
    },
  ]);
}, 120_000);
