import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { invitedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { followTaskChanges } from '../workbench/follow-changes.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() =>
  AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  ),
);

it('tells whoever invited her that she has answered, or her group once he has left or may not see her any more', async () => {
  const inviter = await world.lastingCaller();
  const { rows: groups } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 order by id limit 1',
    [world.tenantId],
  );
  const tasksOf = async (lastName: string) => {
    await followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
    const { rows } = await world.owner.query<{ isAssigned: boolean; isOfGroup: boolean }>(
      `select t.assigned_user_id is not distinct from p.invited_by as "isAssigned", t.group_id = p.group_id as "isOfGroup"
         from preregistrations p join workbench_tasks t on t.tenant_id = p.tenant_id and t.cause_key = p.id::text
        where p.last_name = $1 and t.task_type = 'invitationSubmitted' and t.ended_at is null`,
      [lastName],
    );
    return rows;
  };
  const inviterOf = '(select invited_by from preregistrations where last_name = $1)';
  const finish = async (going: string | null) => {
    const body = invitedPerson(groups[0]?.id ?? '', {});
    const invited = await world.call<{ guid: string }>(inviter, 'POST', '/preregistrations', body);
    const path = `/preregistrations/${invited.body.guid}`;
    const confirmed = await world.call<{ guid: string }>(null, 'POST', `${path}/confirm-identity`, {
      dateOfBirth: '1980-05-17',
      consentVersion: invitedConsentVersion,
    });
    const analysisGuid = confirmed.body.guid;
    const analysis = `/depotanalysis/${analysisGuid}`;
    const { rowVersion } = (await world.call<DepotAnalysis>(null, 'GET', analysis)).body;
    const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
    await world.call(null, 'PUT', analysis, { answers, holdings: [] }, { 'if-match': `"${rowVersion}"` });
    if (going !== null) await world.owner.query(going, [body.lastName]);
    expect(await tasksOf(body.lastName)).toEqual([]);
    const done = await world.call(null, 'POST', `${path}/complete`, { termsAccepted: true, analysisGuid });
    expect(done.status).toBe(200);
    // The rule reads the clock of the database, which is not that of these tests.
    await world.owner.query('update preregistrations set submitted_at = now() where last_name = $1', [
      body.lastName,
    ]);
    return tasksOf(body.lastName);
  };
  expect(await finish(null)).toEqual([{ isAssigned: true, isOfGroup: true }]);
  for (const going of [
    `update group_users set group_rights = array_remove(group_rights, 'groupCustomers.view') where user_id = ${inviterOf}`,
    `update users set is_inactive = true where id = ${inviterOf}`,
  ])
    expect(await finish(going)).toEqual([{ isAssigned: false, isOfGroup: true }]);
});

it('sends nobody to an inviter who has left: the house stands in his place', async () => {
  const inviter = await world.caller();
  const { rows: groups } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 order by id limit 1',
    [world.tenantId],
  );
  const body = invitedPerson(groups[0]?.id ?? '', {});
  const { body: invited } = await world.call<{ guid: string; id: string }>(
    inviter,
    'POST',
    '/preregistrations',
    body,
  );
  const shown = async () =>
    (
      await world.call<{ status: string; adviserName: string }>(
        null,
        'GET',
        `/preregistrations/${invited.guid}`,
      )
    ).body;
  const { rows: names } = await world.owner.query<{ name: string }>(
    `select u.full_name as name from users u join preregistrations p on p.tenant_id = u.tenant_id and p.invited_by = u.id
      where p.id = $1`,
    [invited.id],
  );
  await world.call(inviter, 'POST', `/prospects/invitations/${invited.id}/revoke`, {});
  expect(await shown()).toMatchObject({ status: 'revoked', adviserName: names[0]?.name });
  await world.owner.query(
    'update users set is_inactive = true where id = (select invited_by from preregistrations where id = $1)',
    [invited.id],
  );
  const { rows: houses } = await world.owner.query<{ title: string }>(
    'select application_title as title from white_label_configs where tenant_id = $1',
    [world.tenantId],
  );
  const left = await shown();
  expect(left.adviserName).not.toBe('');
  expect(houses.map(({ title }) => title)).toContain(left.adviserName);
});
