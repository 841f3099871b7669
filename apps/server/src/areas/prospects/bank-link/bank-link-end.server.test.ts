import { randomUUID } from 'node:crypto';
import { invitedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { expect, it, vi } from 'vitest';
import { CustomerBankWorld } from '../../../../test/customer-bank-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { emptyAnalysisResult } from '../../../../test/empty-analysis-result.ts';
import { riskAnswers } from '../../../../test/risk-answers.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { tokenHash } from '../../../platform/secrets/keyed-hash.ts';

const db = useTestDatabase();
const world = startedForTests(() => CustomerBankWorld.start(db));

/** Customers' sessions that are open at the bank. */
const sessions = async () => {
  await world.services.background.settled();
  return ((await world.bank.control('GET', '/control/state')) as { customerSessions: number })
    .customerSessions;
};
const permission = async (guid: string) =>
  (
    await world.advice.owner.query<{ envelope: object | null }>(
      `select l.token_envelope as envelope from depot_analysis_bank_links l
         join depot_analyses a on a.id = l.analysis_id where a.guid_hash = $1`,
      [tokenHash(guid)],
    )
  ).rows;
/** An invited person's guid and the one of her analysis, which has a link. */
async function invited(): Promise<{ invitation: string; analysis: string; id: string }> {
  const { owner, tenantId } = world.advice;
  const invitation = randomUUID();
  const { rows } = await owner.query<{ id: string }>(
    `insert into preregistrations (tenant_id, guid_hash, invited_by, group_id, first_name, last_name, email, date_of_birth, expires_at)
     select $1, $2, u.id, (select max(g.id::text)::uuid from groups g where g.tenant_id = $1), 'Ilse', 'Bank', $3, '1980-05-17', now() + interval '60 days'
       from users u where u.tenant_id = $1 and u.user_name = 'berater@demo.example' returning id`,
    [tenantId, tokenHash(invitation), `${randomUUID()}@post.example`],
  );
  const analysis = (await confirm(invitation)).body.guid;
  expect((await world.signIn(analysis)).status).toBe(201);
  return { invitation, analysis, id: rows[0]?.id ?? '' };
}
const confirm = (invitation: string, dateOfBirth = '1980-05-17') =>
  world.advice.call<{ guid: string }>(null, 'POST', `/preregistrations/${invitation}/confirm-identity`, {
    dateOfBirth,
    consentVersion: invitedConsentVersion,
  });

it('a link ends here and at the bank with the analysis that is submitted', async () => {
  const before = await sessions();
  const guid = await world.confirmed();
  await world.advice.owner.query(
    "update depot_analyses set state = 'calculated', result = $2 where guid_hash = $1",
    [tokenHash(guid), JSON.stringify(emptyAnalysisResult)],
  );
  const contact = {
    firstName: 'Ida',
    lastName: 'Ende',
    email: 'ida@post.example',
    phoneNumber: '',
    message: '',
  };
  expect((await world.call(guid, 'POST', '/submit', contact)).status).toBe(204);
  expect(await permission(guid)).toEqual([{ envelope: null }]);
  expect((await world.call(guid, 'GET', '/bank-link')).body).toEqual({ link: null });
  expect((await world.call(guid, 'GET', '')).body).toMatchObject({ state: 'submitted', hasBankLink: false });
  expect(await sessions()).toBe(before);
});

it('a link ends with the invitation that is completed', async () => {
  const before = await sessions();
  const { invitation, analysis } = await invited();
  const { body } = await world.call<{ rowVersion: number }>(analysis, 'GET', '');
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  await world.advice.call(
    null,
    'PUT',
    `/depotanalysis/${analysis}`,
    { answers, holdings: [] },
    { 'if-match': `"${body.rowVersion}"` },
  );
  const completed = await world.advice.call(null, 'POST', `/preregistrations/${invitation}/complete`, {
    termsAccepted: true,
    analysisGuid: analysis,
  });
  expect(completed).toMatchObject({ status: 200, body: { isUserCreated: false } });
  expect(await permission(analysis)).toEqual([{ envelope: null }]);
  expect(await sessions()).toBe(before);
});

it('a link ends at the bank where the invited person goes on elsewhere, and where the invitation is taken back', async () => {
  const before = await sessions();
  const { invitation, analysis, id } = await invited();
  const again = (await confirm(invitation)).body.guid;
  expect(again).not.toBe(analysis);
  expect(await sessions()).toBe(before);
  await world.signIn(again);
  expect(await sessions()).toBe(before + 1);
  const adviser = await world.advice.caller();
  expect((await world.advice.call(adviser, 'POST', `/prospects/invitations/${id}/revoke`, {})).status).toBe(
    204,
  );
  expect(await sessions()).toBe(before);
});

it('the third wrong day of birth ends the link with the invitation, and takes what was answered along', async () => {
  const before = await sessions();
  const { invitation, analysis } = await invited();
  expect(await sessions()).toBe(before + 1);
  for (const left of [2, 1, 0]) {
    expect(await permission(analysis)).not.toEqual([{ envelope: null }]);
    expect((await confirm(invitation, '1999-01-01')).body).toMatchObject({ params: { attemptsLeft: left } });
  }
  expect(await permission(analysis)).toEqual([]);
  expect((await world.call(analysis, 'GET', '')).status).toBe(404);
  expect(await sessions()).toBe(before);
});

it('an invitation taken back after a conflict signs out at the bank once', async () => {
  const { owner } = world.advice;
  const { id } = await invited();
  const adviser = await world.advice.caller();
  const signOut = vi.spyOn(world.services.customerBanks, 'signOut');
  // What was done before the conflict is done again: the first try took the permission, and gave it back.
  await owner.query(`create sequence conflicts; grant usage on sequence conflicts to public;
    create function conflict_once() returns trigger language plpgsql as $$ begin
      if nextval('conflicts') = 1 then raise exception 'x' using errcode = '40001'; end if; return null; end $$;
    create trigger conflict_once after insert on audit_entries for each row
      when (new.action = 'preregistrations.revoke') execute function conflict_once()`);
  const revoked = await world.advice.call(adviser, 'POST', `/prospects/invitations/${id}/revoke`, {});
  await world.services.background.settled();
  const { rows } = await owner.query<{ tries: string }>('select last_value as tries from conflicts');
  await owner.query('drop trigger conflict_once on audit_entries');
  expect([revoked.status, Number(rows[0]?.tries), signOut.mock.calls.length]).toEqual([204, 2, 1]);
  vi.restoreAllMocks();
});

it('a link lasts no longer than its analysis, which is erased with its day', async () => {
  const guid = await world.begin();
  await world.advice.owner.query(
    `update depot_analyses set expires_at = now() + interval '5 minutes' where guid_hash = $1`,
    [tokenHash(guid)],
  );
  expect((await world.signIn(guid)).status).toBe(201);
  const { rows } = await world.advice.owner.query<{ isWithin: boolean }>(
    `select l.expires_at <= a.expires_at as "isWithin"
       from depot_analysis_bank_links l join depot_analyses a on a.id = l.analysis_id where a.guid_hash = $1`,
    [tokenHash(guid)],
  );
  expect(rows).toMatchObject([{ isWithin: true }]);
});
