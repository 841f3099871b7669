import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';
import { unzip } from '../../../../test/unzip.ts';
import { eraseContractRows, eraseCustomerRows } from './erase-rows.ts';

const { test, world, server, admin, tariff, post, run } = contractHouse();

type Archive = Record<string, Record<string, unknown>[]>;
async function archiveOf(customerId: string): Promise<Archive> {
  const answer = await server.get(admin, `/customers/${customerId}/export`);
  return JSON.parse(unzip(answer.bytes).get('daten.json')?.toString() ?? '') as Archive;
}
const within = (write: (transaction: Parameters<typeof eraseContractRows>[0]) => Promise<unknown>) =>
  test.database.transaction({ tenantId: tenantA, userId: null }, write);

async function addAnswers(customerId: string, contractId: string, comment: string) {
  const [questionnaire, answers] = [randomUUID(), randomUUID()];
  await run(
    `insert into questionnaires (tenant_id, id, questionnaire_key, version, title, questions)
     values ($1, $2, $3, 1, 'Profil', '[]')`,
    questionnaire,
    `profile-${questionnaire.slice(0, 8)}`,
  );
  await run(
    `insert into questionnaire_answers (tenant_id, id, questionnaire_id, customer_id, contract_id, answers, result, comment, answered_on)
     values ($1, $2, $3, $4, $5, '[{"questionId":"gone","value":null}]', '{}', $6, '2026-01-02')`,
    answers,
    questionnaire,
    customerId,
    contractId,
    comment,
  );
  return answers;
}

async function couple() {
  const [first, second] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
  const contract = await world.addContract(tenantA, first.id, tariff);
  await run(
    'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
    contract,
    second.id,
  );
  return { first, second, contract, answers: await addAnswers(second.id, contract, 'Erbt bald') };
}

it('answers of somebody who holds a contract beside its customer are in her archive alone', async () => {
  const { first, second } = await couple();
  expect((await archiveOf(first.id))['questionnaireAnswers']).toEqual([]);
  expect((await archiveOf(second.id))['questionnaireAnswers']).toMatchObject([
    { comment: 'Erbt bald', answers: [{ question: 'gone', answer: '' }] },
  ]);
});

it('answers somebody has begun to give are in it with their words, whatever a page left beside them', async () => {
  const { id } = await world.addCustomer(tenantA);
  const key = `begun-${id.slice(0, 8)}`;
  const question = { id: 'goal', title: 'Wofür?', questionType: 'text', values: [], section: '' };
  await run(
    `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions) values ($1, $2, 4, 'Ziele', $3)`,
    key,
    JSON.stringify([question]),
  );
  const begin = (ofWhom: string, data: object) =>
    run(
      `insert into drafts (tenant_id, user_id, draft_type, entity_key, step, data) values ($1, $2, 'questionnaire', $3, 'questions', $4)`,
      admin,
      ofWhom,
      JSON.stringify(data),
    );
  const given = { questionId: 'goal', value: 'Haus' };
  const other = await world.addCustomer(tenantA);
  await begin(`${key}-${other.id}`, { version: 4, answers: [given] });
  await begin(`${key}-${id}`, {
    version: 4,
    answers: [
      given,
      { questionId: 'goal', value: { id: 7 } },
      { questionId: 'gone' },
      'x',
      { questionId: 1 },
    ],
  });
  await begin(`other-${id}`, { version: 'a', answers: 3 });
  const begun = (await archiveOf(id))['begunAnswers'] ?? [];
  expect(
    begun.toSorted((a, b) => String(b['questionnaire']).localeCompare(String(a['questionnaire']))),
  ).toMatchObject([
    {
      questionnaire: 'Ziele',
      answers: [
        { question: 'Wofür?', answer: 'Haus' },
        { question: 'Wofür?', answer: '{"id":7}' },
        { question: 'gone', answer: '' },
      ],
    },
    { questionnaire: 'other', answers: [] },
  ]);
  const page = unzip((await server.get(admin, `/customers/${id}/export`)).bytes)
    .get('auskunft.html')
    ?.toString();
  expect(page).toContain('Wofür?: Haus');
});

it('they stay with her when the contract or its customer is erased, as do answers another profile rests on', async () => {
  const { first, contract, answers } = await couple();
  const other = await world.addContract(tenantA, first.id, tariff);
  const own = await addAnswers(first.id, contract, 'Gilt für beide');
  const alone = await addAnswers(first.id, contract, 'Nur hierfür');
  await run(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id,
       questionnaire_version, questionnaire_answers_id, status)
     values ($1, $2, '2026-01-02', '2028-01-02', 3, 1, 1, $3, 'valid')`,
    other,
    own,
  );
  const left = async () => {
    const ids = [answers, own, alone];
    const { rows } = await run(
      `select id, contract_id from questionnaire_answers where tenant_id = $1 and id = any ($2) order by array_position($2, id)`,
      ids,
    );
    return rows;
  };
  await within((transaction) => eraseContractRows(transaction, contract));
  expect(await left()).toEqual([
    { id: answers, contract_id: null },
    { id: own, contract_id: null },
  ]);
  const again = await couple();
  await within((transaction) => eraseCustomerRows(transaction, again.first.id));
  const { rows } = await run(
    'select contract_id from questionnaire_answers where tenant_id = $1 and id = $2',
    again.answers,
  );
  expect(rows).toEqual([{ contract_id: null }]);
});

it('the log in the archive knows what was done to a record that was merged into the customer', async () => {
  const [survivor, merged] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
  await post(admin, `/customers/${merged.id}/block`, { isBlocked: true, reason: 'Bitte des Kunden' });
  await post(admin, `/customers/${merged.id}/block`, { isBlocked: false, reason: null });
  await run(
    `insert into customer_merges (tenant_id, survivor_id, merged_id, before, moved, merged_by)
     values ($1, $2, $3, '{"merged":{"first_name":"Alte","group_id":"x","date_of_birth":"1961-02-03"}}', '{}', $4)`,
    survivor.id,
    merged.id,
    admin,
  );
  const { log = [], mergedRecords = [] } = await archiveOf(survivor.id);
  expect(log.map(({ action }) => action)).toEqual([
    'Kunde gesperrt oder entsperrt',
    'Kunde gesperrt oder entsperrt',
  ]);
  expect(mergedRecords).toMatchObject([{ record: { firstName: 'Alte', dateOfBirth: '1961-02-03' } }]);
  expect(JSON.stringify(mergedRecords)).not.toContain('group');
});
