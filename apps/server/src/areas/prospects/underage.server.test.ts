import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import type { WaitingRegistration } from '@depotwerk/api/prospects/registration';
import {
  analysisConsentVersion,
  invitedConsentVersion,
  representedConsentVersion,
} from '@depotwerk/domain/depot-analysis/consent';
import { afterEach, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
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
afterEach(() => world.expectNoFailure());

const dateOfBirth = '2012-02-29';

it('who is invited while underage becomes a customer, but gets no access', async () => {
  const { rows } = await world.owner.query<{ id: string }>('select id from groups where tenant_id = $1', [
    world.tenantId,
  ]);
  const invitation = invitedPerson(rows[0]?.id ?? '', { dateOfBirth });
  const adviser = await world.caller();
  const invited = await world.call<{ guid: string }>(adviser, 'POST', '/preregistrations', invitation);
  const path = `/preregistrations/${invited.body.guid}`;
  // The page speaks to her representatives, as the mail does; somebody of age is greeted herself.
  expect((await world.call(null, 'GET', path)).body).toMatchObject({ isUnderage: true });
  const grown = invitedPerson(rows[0]?.id ?? '', { dateOfBirth: '1980-02-29' });
  const other = await world.call<{ guid: string }>(adviser, 'POST', '/preregistrations', grown);
  const { body: shown } = await world.call(null, 'GET', `/preregistrations/${other.body.guid}`);
  expect(shown).not.toHaveProperty('isUnderage');
  const who = { dateOfBirth, consentVersion: representedConsentVersion };
  // Nobody consents for somebody of age.
  const forGrown = { ...who, dateOfBirth: '1980-02-29' };
  const grownPath = `/preregistrations/${other.body.guid}/confirm-identity`;
  expect((await world.call(null, 'POST', grownPath, forGrown)).body).toMatchObject({
    code: 'depotanalysis.consentOutdated',
  });
  // Nor does a child for herself; what is refused takes no try.
  const herself = { ...who, consentVersion: invitedConsentVersion };
  expect((await world.call(null, 'POST', `${path}/confirm-identity`, herself)).body).toMatchObject({
    code: 'depotanalysis.consentOutdated',
  });
  expect((await world.call(null, 'GET', path)).body).toMatchObject({ status: 'open', attemptsLeft: 3 });
  const { body } = await world.call<{ guid: string }>(null, 'POST', `${path}/confirm-identity`, who);
  const analysis = `/depotanalysis/${body.guid}`;
  const { rowVersion, isInvitedUnderage } = (await world.call<DepotAnalysis>(null, 'GET', analysis)).body;
  expect(isInvitedUnderage).toBe(true);
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  const version = { 'if-match': `"${rowVersion}"` };
  expect((await world.call(null, 'PUT', analysis, { answers, holdings: [] }, version)).status).toBe(200);
  const end = { analysisGuid: body.guid, termsAccepted: true };
  const credentials = { password: 'Sieben-blaue-Zwerge-42' };
  const refused = await world.call(null, 'POST', `${path}/complete`, { ...end, credentials });
  // Said to her, who has the tick before her eyes, and not to her adviser.
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'registration.underage', message: expect.stringContaining('nehmen Sie das Häkchen') },
  ]);
  expect((await world.call(null, 'GET', path)).body).toMatchObject({ status: 'started' });
  expect((await world.call(null, 'POST', `${path}/complete`, end)).body).toEqual({ isUserCreated: false });
});

it('who registered while underage is approved by nobody; the registration stays to be refused', async () => {
  await world.owner.query(
    `insert into registrations (tenant_id, token_hash, first_name, last_name, email, date_of_birth, state, confirmed_at, expires_at)
     values ($1, sha256('jung'), 'Nora', 'Jung', 'nora.jung@post.example', $2, 'waiting', now(), now() + interval '9 days')`,
    [world.tenantId, dateOfBirth],
  );
  const adviser = await world.caller();
  const waiting = async () =>
    (await world.call<WaitingRegistration[]>(adviser, 'GET', '/prospects/registrations')).body.map(
      ({ id }) => id,
    );
  const [id] = await waiting();
  const decide = (isApproved: boolean) =>
    world.call(adviser, 'POST', `/prospects/registrations/${id}/decide`, {
      isApproved,
      groupId: null,
      customerId: null,
    });
  const decided = await decide(true);
  expect([decided.status, decided.body]).toMatchObject([409, { code: 'registration.underage' }]);
  expect(await waiting()).toEqual([id]);
  expect((await decide(false)).status).toBe(200);
});

it('a child with an access from before begins no analysis; who is of age does', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from customers where tenant_id = $1 and deleted_at is null order by id limit 1',
    [world.tenantId],
  );
  const [own] = rows;
  const client = await world.caller({ ownCustomerId: own?.id ?? '' });
  const begin = (bornYearsAgo: string) =>
    world.owner
      .query(`update customers set date_of_birth = current_date - $2::interval where id = $1`, [
        own?.id,
        bornYearsAgo,
      ])
      .then(() =>
        world.call(client, 'POST', '/my/depot-analysis', {
          consentVersion: analysisConsentVersion,
          contractIds: [],
        }),
      );
  const refused = await begin('17 years');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'questionnaire.underage', message: expect.stringContaining('gesetzlichen Vertreter') },
  ]);
  expect((await begin('19 years')).status).toBe(201);
});
