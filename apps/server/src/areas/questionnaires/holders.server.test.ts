import type { CallAnswer } from '@depotwerk/api/call';
import type { ContractDetail, getContractInfo } from '@depotwerk/api/contracts/contract-detail';
import type { listContractHolders } from '@depotwerk/api/contracts/contract-holders';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { questionnaireRoutes } from './routes.ts';

const { world, admin: adviser } = adviceHouse('small', questionnaireRoutes);
let contract: { id: string; customer_id: string };
let other: { id: string; risk_class_id: number; customer_id: string };

beforeAll(async () => {
  const { rows } = await world.owner.query<typeof other>(
    `select c.id, c.customer_id, c.risk_class_id from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
       join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
        and a.valid_until > '2026-12-31' and a.risk_class_id = c.risk_class_id
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null
        and exists (select from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current)
      order by c.risk_class_id desc, c.id`,
    [world.tenantId],
  );
  const [first] = rows;
  const second = rows.find(({ customer_id }) => customer_id !== first?.customer_id);
  if (!first || !second) throw new Error('the world has too few contracts');
  contract = first;
  other = second;
}, 120_000);
afterEach(() => world.expectNoFailure());

type Holders = CallAnswer<typeof listContractHolders>;
const change = (body: { add: string[]; remove: string[] }, token = adviser) =>
  world.call<Holders & { code?: string }>(token, 'POST', `/contracts/${contract.id}/holders`, body);
const holders = async (token = adviser) =>
  (await world.call<Holders>(token, 'GET', `/contracts/${contract.id}/holders`)).body;
const input = async () =>
  (await world.call<AdviceInput>(adviser, 'GET', `/contracts/${contract.id}/advice-input`)).body;
const classOf = async () => {
  const { rows } = await world.owner.query<{ risk_class_id: number }>(
    'select risk_class_id from contracts where id = $1',
    [contract.id],
  );
  return rows[0]?.risk_class_id;
};
const listed = async (token: string) =>
  (await world.call<{ id: string }[]>(token, 'GET', '/contracts?pageSize=250')).body.map(({ id }) => id);

it('refuses who holds the contract first, strangers, and those who may not change it', async () => {
  expect(await change({ add: [contract.customer_id], remove: [] })).toMatchObject({ status: 400 });
  expect(await change({ add: ['00000000-0000-4000-8000-000000000009'], remove: [] })).toMatchObject({
    status: 400,
    body: { validation: [{ path: 'add', code: 'unknownReference' }] },
  });
  const reader = await world.caller({ permissions: ['contracts.view'] });
  expect((await change({ add: [other.customer_id], remove: [] }, reader)).status).toBe(403);
  const stranger = await world.caller({ tenant: 'nord.example' });
  expect((await change({ add: [], remove: [] }, stranger)).status).toBe(404);
  expect(await holders()).toMatchObject([{ customerId: contract.customer_id, isFirst: true }]);
});

it('recommends nothing until everybody has a valid profile, and then holds to the cautious one', async () => {
  const before = await classOf();
  expect((await input()).holdersWithoutProfile).toBeUndefined();
  const added = await change({ add: [other.customer_id], remove: [] });
  expect(added.body).toMatchObject([{ isFirst: true }, { customerId: other.customer_id, profile: null }]);
  expect(await input()).toMatchObject({ holdersWithoutProfile: 1 });
  expect(await classOf()).toBe(before);

  const answered = await world.call(adviser, 'POST', '/questionnaires/riskProfile/answers', {
    version: 1,
    answers: riskAnswers(),
    customerId: other.customer_id,
    contractIds: [contract.id],
    agreedClasses: [{ contractId: contract.id, riskClassId: 1 }],
    comment: 'Möchte nichts wagen.',
  });
  expect(answered.status).toBe(200);
  expect(await holders()).toMatchObject([
    { profile: { riskClassId: before, status: 'valid' } },
    { profile: { riskClassId: 1, status: 'valid' } },
  ]);
  const cautious = await input();
  expect(cautious.holdersWithoutProfile).toBeUndefined();
  expect(cautious).toMatchObject({ riskClassId: 1, riskAssessment: { riskClassId: 1 } });
  expect(await classOf()).toBe(1);

  // Her page names the contract her answers count for.
  const given = await world.call<{ results: object[] }[]>(
    adviser,
    'GET',
    `/customers/${other.customer_id}/questionnaire-answers`,
  );
  expect(given.body[0]?.results).toMatchObject([
    { contractId: contract.id, riskClassId: 1, status: 'valid' },
  ]);

  // Whoever writes the class of the contract: the cautious one stays.
  await world.owner.query('update contracts set risk_class_id = 3 where id = $1', [contract.id]);
  expect(await classOf()).toBe(1);
  await world.owner.query(
    `update contract_holders set assessment_date = '2024-01-01', valid_until = '2026-01-01' where contract_id = $1`,
    [contract.id],
  );
  expect(await input()).toMatchObject({ holdersWithoutProfile: 1 });
});

it('holds funds to the share after the taxonomy regulation that a further holder wants', async () => {
  const before = await input();
  const answered = await world.call(adviser, 'POST', '/questionnaires/riskProfile/answers', {
    version: 1,
    answers: riskAnswers({
      sustainability: { id: 'minimumShare', text: null },
      taxonomyShare: 30,
      paiTopics: [{ id: 'water', text: null }],
    }),
    customerId: other.customer_id,
    contractIds: [contract.id],
    agreedClasses: [{ contractId: contract.id, riskClassId: 1 }],
    comment: 'Möchte nichts wagen.',
  });
  expect(answered.status).toBe(200);
  expect(before.esg?.minimumTaxonomyShare).toBeUndefined();
  const { esg } = await input();
  expect(esg).toMatchObject({ minimumTaxonomyShare: 0.3, needsPai: true });
  await world.owner.query(
    `update contract_holders set assessment_date = '2024-01-01', valid_until = '2026-01-01' where contract_id = $1`,
    [contract.id],
  );
});

it('shows the contract to her who holds it, and of the other holder the name alone', async () => {
  const client = await world.caller({ ownCustomerId: other.customer_id });
  expect(await listed(client)).toContain(contract.id);
  expect(await holders(client)).toMatchObject([
    { customerId: contract.customer_id, dateOfBirth: null, profile: { riskClassId: null } },
    { customerId: other.customer_id, profile: { riskClassId: 1, status: 'expired' } },
  ]);
  const info = await world.call<CallAnswer<typeof getContractInfo>>(
    client,
    'GET',
    `/contracts/${contract.id}/info`,
  );
  expect(info.body).toMatchObject({
    iban: null,
    holder: { dateOfBirth: null },
    furtherHolders: [{ id: other.customer_id }],
  });
  const detail = await world.call<object>(client, 'GET', `/contracts/${contract.id}`);
  expect(detail.body).toMatchObject({ latestRiskAssessment: null });
});

it('says who may record her profile: not who sees the contract but not her', async () => {
  const { rows } = await world.owner.query<{ group_id: string; other_group: string }>(
    `select c.group_id, (select g.id from groups g where g.tenant_id = c.tenant_id and g.id <> c.group_id
       and g.parent_group_id is distinct from c.group_id order by g.id desc limit 1) as other_group
       from contracts c where c.id = $1`,
    [contract.id],
  );
  const [groups] = rows;
  if (!groups) throw new Error('the contract is gone');
  const ofGroup = await world.caller({
    permissions: ['contracts.view', 'riskProfile.edit'],
    groupIds: [groups.group_id],
  });
  const { rows: moved } = await world.owner.query<{ group_id: string }>(
    `with before as (select group_id from customers where id = $1)
     update customers set group_id = $2 where id = $1 returning (select group_id from before)`,
    [other.customer_id, groups.other_group],
  );
  expect(await holders(ofGroup)).toMatchObject([{ isFirst: true }, { mayRecord: false }]);
  expect(await holders()).toMatchObject([{ mayRecord: true }, { mayRecord: true }]);
  await world.owner.query('update customers set group_id = $2 where id = $1', [
    other.customer_id,
    moved[0]?.group_id,
  ]);
});

it('names a blocked holder on the contract; to the holders themselves nobody', async () => {
  const namesFor = async (token: string) =>
    (await world.call<{ contract: { blockedHolders?: string[] } }>(token, 'GET', `/contracts/${contract.id}`))
      .body.contract.blockedHolders;
  expect(await namesFor(adviser)).toBeUndefined();
  await world.owner.query('update customers set is_blocked = true where id = $1', [other.customer_id]);
  const second = (await holders())[1];
  expect(await namesFor(adviser)).toEqual([`${second?.firstName} ${second?.lastName}`]);
  expect(await namesFor(await world.caller({ ownCustomerId: contract.customer_id }))).toBeUndefined();
  await world.owner.query('update customers set is_blocked = false where id = $1', [other.customer_id]);
});

it('names who is underage on the contract, and plans know of it; to the holders themselves nobody', async () => {
  const namesFor = async (token: string) =>
    (await world.call<ContractDetail>(token, 'GET', `/contracts/${contract.id}`)).body.contract
      .underageHolders;
  expect([await namesFor(adviser), (await input()).underageHolders]).toEqual([undefined, undefined]);
  const { inputHash } = await input();
  const { rows } = await world.owner.query<{ born: string; day: string; before: string | null }>(
    `with before as (select date_of_birth from customers where id = $1),
       born as (select (current_date - interval '17 years')::date as day)
     update customers set date_of_birth = born.day from born where id = $1
     returning to_char(born.day + interval '18 years', 'YYYY-MM-DD') as day, (select date_of_birth from before)::text as before`,
    [other.customer_id],
  );
  const until = rows[0]?.day;
  const second = (await holders())[1];
  expect(await namesFor(adviser)).toEqual([
    { customerId: other.customer_id, name: `${second?.firstName} ${second?.lastName}`, until },
  ]);
  expect((await input()).underageHolders).toEqual({ count: 1, until });
  expect((await input()).inputHash).not.toBe(inputHash);
  expect(await namesFor(await world.caller({ ownCustomerId: contract.customer_id }))).toBeUndefined();
  await world.owner.query('update customers set date_of_birth = $2 where id = $1', [
    other.customer_id,
    rows[0]?.before,
  ]);
  expect((await input()).inputHash).toBe(inputHash);
});

it('takes a holder away again: class, view and the day of her profile go with her', async () => {
  const client = await world.caller({ ownCustomerId: other.customer_id });
  const first = (await holders())[0]?.profile?.riskClassId;
  const profileDay = async () =>
    (
      await world.owner.query<{ day: string | null }>(
        'select profile_valid_until as day from customers where id = $1',
        [other.customer_id],
      )
    ).rows[0]?.day;
  await world.owner.query(`update contract_holders set valid_until = '2039-01-01' where contract_id = $1`, [
    contract.id,
  ]);
  await world.owner.query(`update customers set profile_valid_until = '2039-01-01' where id = $1`, [
    other.customer_id,
  ]);
  expect((await change({ add: [], remove: [other.customer_id] })).body).toHaveLength(1);
  expect(await classOf()).toBe(first);
  expect(await profileDay()).not.toBe('2039-01-01');
  expect(await listed(client)).not.toContain(contract.id);
  expect((await world.call(client, 'GET', `/contracts/${contract.id}/holders`)).status).toBe(404);
});
