import type { Invitation } from '@depotwerk/api/prospects/preregistrations';
import { invitedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterEach, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

// No mail can go out here: the link is answered, to be handed over.
const { world } = adviceHouse('small', (own) =>
  prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
);
afterEach(() => world.expectNoFailure());

/** Words that stand nowhere but in what the house knows of her. */
const secrets = {
  goal: 'Das Haus am See',
  comment: 'Hat 2023 viel verloren.',
  phone: '+49 89 5550123',
  own: 'Aus ihrem eigenen Zugang',
};

/** A customer with a depot and recorded answers, her own unconfirmed ones among them, and the ISINs she holds. */
async function knownCustomer() {
  const { rows } = await world.owner.query<{ id: string; groupId: string; isins: string[] }>(
    `select u.id, u.group_id as "groupId", array_agg(distinct f.isin) as isins
       from customers u join contracts c on c.tenant_id = u.tenant_id and c.customer_id = u.id and c.deleted_at is null
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
       join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
       join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
      where u.tenant_id = $1 and u.group_id is not null group by u.id, u.group_id order by u.id limit 1`,
    [world.tenantId],
  );
  const [customer] = rows;
  if (!customer) throw new Error('the world has no customer with a depot');
  const answersWith = (text: string) => JSON.stringify(riskAnswers({ goal: { id: 'other', text } }));
  await world.owner.query(
    `with asked as (select id from questionnaires where tenant_id = $1 and questionnaire_key = 'riskProfile' order by version limit 1),
       kept as (update customers set date_of_birth = '1980-05-17', phone_number = $5 where tenant_id = $1 and id = $2),
       said as (insert into own_answers (tenant_id, customer_id, questionnaire_id, answers, submitted_by, submitted_at)
         select $1, $2, id, $6::jsonb, (select id from users where tenant_id = $1 order by id limit 1), now() from asked)
     insert into questionnaire_answers (tenant_id, questionnaire_id, customer_id, answers, result, comment, answered_on)
       select $1, id, $2, $3::jsonb, '{"contradictions":[],"classes":[]}', $4, '2026-01-02' from asked`,
    [
      world.tenantId,
      customer.id,
      answersWith(secrets.goal),
      secrets.comment,
      secrets.phone,
      answersWith(secrets.own),
    ],
  );
  return customer;
}

it('asks a customer the house knows anew: link and day of birth show nothing of what it knows', async () => {
  const { id, groupId, isins } = await knownCustomer();
  const invitation = invitedPerson(groupId, { customerId: id });
  const invited = await world.call<{ guid: string }>(
    await world.caller(),
    'POST',
    '/preregistrations',
    invitation,
  );
  expect(invited.status).toBe(200);
  const path = `/preregistrations/${invited.body.guid}`;
  const shown = await world.call(null, 'GET', path);
  const confirmed = await world.call<{ guid: string }>(null, 'POST', `${path}/confirm-identity`, {
    dateOfBirth: '1980-05-17',
    consentVersion: invitedConsentVersion,
  });
  const analysis = await world.call(null, 'GET', `/depotanalysis/${confirmed.body.guid}`);
  const { firstName, lastName, email } = invitation;
  expect(analysis).toMatchObject({
    status: 200,
    body: {
      state: 'open',
      answers: [],
      holdings: [],
      result: null,
      invited: { firstName, lastName, email, phoneNumber: '' },
    },
  });
  const told = JSON.stringify([shown.body, confirmed.body, analysis.body]);
  for (const known of [...Object.values(secrets), ...isins, id]) expect(told).not.toContain(known);
});

it.each([
  ['is_inactive = true', 'is_inactive = false'],
  [`is_blocked = true, blocked_reason = 'Streit'`, 'is_blocked = false, blocked_reason = null'],
])(
  'opens nothing while the customer is no longer served (%s), and goes on when he is again',
  async (ends, resumes) => {
    const { id, groupId } = await knownCustomer();
    const set = (assignment: string) =>
      world.owner.query(`update customers set ${assignment} where tenant_id = $1 and id = $2`, [
        world.tenantId,
        id,
      ]);
    const adviser = await world.caller();
    const invited = await world.call<{ id: string; guid: string }>(
      adviser,
      'POST',
      '/preregistrations',
      invitedPerson(groupId, { customerId: id }),
    );
    const path = `/preregistrations/${invited.body.guid}`;
    const confirm = () =>
      world.call<{ guid: string }>(null, 'POST', `${path}/confirm-identity`, {
        dateOfBirth: '1980-05-17',
        consentVersion: invitedConsentVersion,
      });
    const listed = async () =>
      (await world.call<Invitation[]>(adviser, 'GET', '/preregistrations')).body.find(
        (one) => one.id === invited.body.id,
      );
    const analysis = `/depotanalysis/${(await confirm()).body.guid}`;
    expect(await listed()).toMatchObject({ status: 'started', isPaused: false });
    await set(ends);
    expect((await world.call(null, 'GET', path)).body).toMatchObject({ status: 'revoked', message: '' });
    expect((await confirm()).body).toMatchObject({ code: 'preregistration.revoked' });
    expect((await world.call(null, 'GET', analysis)).status).toBe(404);
    // Whoever invited reads that it rests, and can still take it back.
    expect(await listed()).toMatchObject({ status: 'started', isPaused: true });
    await set(resumes);
    expect((await world.call(null, 'GET', path)).body).toMatchObject({ status: 'started' });
    expect((await world.call(null, 'GET', analysis)).status).toBe(200);
    // What she agreed to she takes back whenever she likes.
    await set(ends);
    expect((await world.call(null, 'DELETE', `${analysis}/bank-link`)).status).toBe(204);
    expect((await world.call(null, 'DELETE', analysis)).status).toBe(204);
    await set(resumes);
    expect((await world.call(null, 'GET', analysis)).status).toBe(404);
    // What is over does not rest: it will not go on.
    await set(ends);
    await world.owner.query(
      `update preregistrations set created_at = '2020-01-01', expires_at = '2020-01-02' where id = $1`,
      [invited.body.id],
    );
    expect(await listed()).toMatchObject({ status: 'expired', isPaused: false });
    await set(resumes);
  },
);
