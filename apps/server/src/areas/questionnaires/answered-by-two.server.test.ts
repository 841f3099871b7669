import { randomUUID } from 'node:crypto';
import { recordedAnswers } from '@depotwerk/api/questionnaires/questionnaires';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { questionnaireRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small', questionnaireRoutes));
let contractId: string;
beforeAll(async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    `select c.id from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null order by c.id limit 1`,
    [world.tenantId],
  );
  contractId = rows[0]?.id ?? '';
}, 120_000);
afterEach(() => world.expectNoFailure());

interface Confirmed {
  answersId?: string;
  code?: string;
  current?: unknown;
}
const confirm = (token: string, body: object, key: string = randomUUID()) =>
  world.call<Confirmed>(
    token,
    'POST',
    '/questionnaires/riskProfile/answers',
    { contractId, version: 1, answers: riskAnswers(), comment: 'Gemeinsam angesehen', ...body },
    { 'idempotency-key': key },
  );

it('replaces nothing that somebody else confirmed since the answers were begun', async () => {
  const [anna, bert] = [await world.caller(), await world.caller()];
  const before = await confirm(anna, {});
  const begun = before.body.answersId ?? '';
  const key = randomUUID();
  const faster = await confirm(anna, { seenAnswersId: begun }, key);
  expect(faster.status).toBe(200);
  // Sent once more after a lost answer: it is the same confirmation, no conflict with itself.
  expect((await confirm(anna, { seenAnswersId: begun }, key)).body).toEqual(faster.body);

  for (const seenAnswersId of [begun, null]) {
    const late = await confirm(bert, { seenAnswersId });
    expect([late.status, late.body.code]).toEqual([412, 'common.versionConflict']);
    const current = recordedAnswers.parse(late.body.current);
    expect(current).toMatchObject({ answersId: faster.body.answersId, version: 1 });
    expect(current.recordedBy).not.toBe('');
    expect(current.answers).toEqual(
      expect.arrayContaining([expect.objectContaining({ questionId: 'goal' })]),
    );
  }
  const seen = await confirm(bert, { seenAnswersId: faster.body.answersId });
  expect(seen.status).toBe(200);
  // Two at once who saw the same: one of them is told.
  const both = await Promise.all(
    [anna, bert].map((token) => confirm(token, { seenAnswersId: seen.body.answersId })),
  );
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
});

it('shows what was confirmed meanwhile to nobody who may not see answers', async () => {
  await confirm(await world.caller(), {});
  const writer = await world.caller({
    permissions: ['riskProfile.edit', 'contracts.view', 'customers.view'],
  });
  const late = await confirm(writer, { seenAnswersId: null });
  expect([late.status, late.body.code]).toEqual([412, 'common.versionConflict']);
  expect(late.body.current).toBeUndefined();
});
