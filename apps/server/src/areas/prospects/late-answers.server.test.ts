import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { invitedConsentVersion, prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() =>
  AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  ),
);

/** Somebody invited who has answered everything: what completes it, and its path. */
async function answeredInvitation() {
  const { rows } = await world.owner.query<{ id: string }>('select id from groups where tenant_id = $1', [
    world.tenantId,
  ]);
  const invitation = invitedPerson(rows[0]?.id ?? '', {});
  const adviser = await world.caller();
  const invited = await world.call<{ guid: string }>(adviser, 'POST', '/preregistrations', invitation);
  const path = `/preregistrations/${invited.body.guid}`;
  const who = { dateOfBirth: '1980-05-17', consentVersion: invitedConsentVersion };
  const confirm = () => world.call<{ guid: string }>(null, 'POST', `${path}/confirm-identity`, who);
  const { body } = await confirm();
  const analysis = `/depotanalysis/${body.guid}`;
  const { rowVersion } = (await world.call<DepotAnalysis>(null, 'GET', analysis)).body;
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  const version = { 'if-match': `"${rowVersion}"` };
  expect((await world.call(null, 'PUT', analysis, { answers, holdings: [] }, version)).status).toBe(200);
  const credentials = { password: 'Sieben-blaue-Zwerge-42' };
  const end = { analysisGuid: body.guid, termsAccepted: true, credentials };
  const complete = (change: object = {}) =>
    world.call(null, 'POST', `${path}/complete`, { ...end, ...change });
  return { path, analysis, confirm, complete };
}

it('an invitation is not completed with answers older than those saved meanwhile', async () => {
  const { path, complete } = await answeredInvitation();
  const answer = await meanwhile(
    db,
    world.tenantId,
    (other) =>
      other.query(
        'update depot_analyses set holdings = holdings where tenant_id = $1 and preregistration_id is not null',
        [world.tenantId],
      ),
    () => complete(),
  );
  expect([answer.status, answer.body]).toMatchObject([412, { code: 'common.versionConflict' }]);
  expect((await world.call(null, 'GET', path)).body).toMatchObject({ status: 'started' });
  expect((await complete()).body).toEqual({ isUserCreated: true });
  world.expectNoFailure();
});

it('an invitation is not completed with terms other than those on her page', async () => {
  const { complete } = await answeredInvitation();
  // Whoever was shown none has no box for those of today.
  for (const shown of [{ termsVersion: '1999' }, { termsVersion: null, termsAccepted: false }])
    expect((await complete(shown)).body).toMatchObject({ code: 'auth.termsOutdated' });
  expect((await complete({ termsVersion: prospectTermsVersion })).body).toEqual({ isUserCreated: true });
});

it('an invitation is not completed with terms the house published after its page showed the link', async () => {
  const { complete } = await answeredInvitation();
  const version = (sql: string) => world.owner.query(sql, [world.tenantId]);
  await version(`insert into terms_versions (tenant_id, white_label_id, version, content, valid_from, asks_again)
    select tenant_id, id, 'Stand ' || id, 'Text', '2020-01-01', false from white_label_configs where tenant_id = $1`);
  // Configurations are kept for a second.
  world.later += 2000;
  expect((await complete()).body).toMatchObject({ code: 'auth.termsOutdated' });
  await version('delete from terms_versions where tenant_id = $1');
  world.later += 2000;
  expect((await complete()).body).toEqual({ isUserCreated: true });
});

it.each([
  ['complete', 'revoked', 'preregistration.revoked'],
  ['confirm', 'revoked', 'preregistration.revoked'],
  ['confirm', 'submitted', 'preregistration.alreadyCompleted'],
] as const)(
  'who would %s an invitation that is %s in the same moment reads that it is',
  async (work, status, code) => {
    const invitation = await answeredInvitation();
    const answer = await meanwhile(
      db,
      world.tenantId,
      (other) =>
        other.query(`update preregistrations set status = $2 where tenant_id = $1 and status = 'started'`, [
          world.tenantId,
          status,
        ]),
      () => invitation[work](),
    );
    expect([answer.status, answer.body]).toMatchObject([409, { code }]);
  },
);

it('who comes back when the house asks otherwise finds what means the same, and her former guid opens nothing', async () => {
  const { analysis, confirm, complete } = await answeredInvitation();
  const read = async (path: string) => (await world.call<DepotAnalysis>(null, 'GET', path)).body;
  const { answers, rowVersion } = await read(analysis);
  const holdings = [{ isin: 'DE0008491051', name: 'Gehalten', quantity: 3, value: null }];
  await world.call(null, 'PUT', analysis, { answers, holdings }, { 'if-match': `"${rowVersion}"` });
  await world.owner.query(
    `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, published_from)
     select tenant_id, questionnaire_key, version + 1, title,
       (select jsonb_agg(case when q ->> 'id' = 'goal' then q || '{"title": "Anders gefragt"}' else q end)
          from jsonb_array_elements(questions) q), scoring, 'published', published_from
       from questionnaires where tenant_id = $1 and questionnaire_key = 'depotAnalysis'`,
    [world.tenantId],
  );
  const { body } = await confirm();
  const found = await read(`/depotanalysis/${body.guid}`);
  expect(found.questionnaire.questions.map(({ title }) => title)).toContain('Anders gefragt');
  expect(found.answers).toEqual(answers.filter(({ questionId }) => questionId !== 'goal'));
  expect(found.holdings).toEqual(holdings);
  expect((await world.call(null, 'GET', analysis)).status).toBe(404);
  expect((await complete({ analysisGuid: body.guid })).body).toMatchObject({
    validation: [{ path: 'answers.goal' }],
  });
});
