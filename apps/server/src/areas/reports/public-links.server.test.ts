import type { PublicLink } from '@depotwerk/api/reports/public-links';
import type { PublicReport } from '@depotwerk/api/reports/reports';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { describe, expect, test } from 'vitest';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';
import { emptyAnalysisResult } from '../../../test/empty-analysis-result.ts';

const world = useDocumentWorld();

const links = async (token: string, query = '') =>
  (await world.server.get(token, `/reports/public-reports${query}`)).body as PublicLink[];
const share = async (token: string, body: object) =>
  (await world.post(token, '/reports/public-reports', body)).body as { guid: string };
const revoke = (token: string, id: string | undefined) =>
  world.post(token, `/reports/public-reports/${id}/revoke`);
const opened = async (reportType: string, { guid }: { guid: string }) =>
  codeOf(await world.server.get(null, `/reports/public-report-data?reportType=${reportType}&guid=${guid}`));

describe('a public link whose maker is not there any more', () => {
  test('of funds alone is taken back by whoever may make such links', async () => {
    const leaver = await world.server.caller();
    const example = { reportType: 'costExamplePublic', fundId: 1, amount: 1000, years: 1 };
    const made = await share(leaver, example);
    const other = await world.server.caller();
    expect(await links(other, '?fundId=1')).toEqual([]);
    await world.owner.query('update users set is_inactive = true where id = $1', [leaver]);
    const [link] = await links(other, '?fundId=1');
    expect(link?.madeByOther).toBe('Berta Berater');
    // What somebody made himself needs no name.
    const own = await share(other, example);
    // Both are of one moment.
    const makers = (await links(other, '?fundId=1')).map(({ madeByOther }) => madeByOther);
    expect(new Set(makers)).toEqual(new Set(['Berta Berater', null]));
    expect((await revoke(other, link?.id)).status).toBe(200);
    expect(await opened('costExamplePublic', made)).toBe('reports.expired');
    expect(await opened('costExamplePublic', own)).toBeUndefined();
  });

  test('of an invitation is taken back by whoever may edit the customers of its group, or the customer by now', async () => {
    const invitation = async (groupId: string | null, customerId: string | null) => {
      const { rows } = await world.owner.query<{ id: string }>(
        `insert into preregistrations (tenant_id, guid_hash, first_name, last_name, email, invited_by, group_id, customer_id, status,
           expires_at, submitted_at, consent_version)
         values ($1, sha256(gen_random_uuid()::text::bytea), 'Ilse', 'Eingeladen', 'ilse@post.example', $2, $3, $4, 'submitted', now(),
           '2026-11-01T10:00:00Z', '2026-01') returning id`,
        [tenantA, world.adviser, groupId, customerId],
      );
      const invitationId = rows[0]?.id ?? '';
      const made = await share(world.adviser, { reportType: 'preregistrationConfirmation', invitationId });
      return { query: `?invitationId=${invitationId}`, made };
    };
    const member = (groupId: string, more: PermissionCode[] = []) =>
      world.server.caller({
        permissions: ['reports.create', 'customers.create', ...more],
        memberships: [{ groupId, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
      });
    const [inNorth, inSouth, ofAll] = [
      await member(north),
      await member(south),
      await member(south, ['customers.viewWithoutGroup']),
    ];
    const seenBy = async (query: string) =>
      Promise.all([inNorth, inSouth, ofAll].map(async (token) => (await links(token, query)).length));
    const ofNorth = await invitation(north, null);
    expect(await seenBy(ofNorth.query)).toEqual([1, 0, 0]);
    const [link] = await links(inNorth, ofNorth.query);
    expect((await revoke(inSouth, link?.id)).status).toBe(404);
    expect((await revoke(inNorth, link?.id)).status).toBe(200);
    expect(await opened('preregistrationConfirmation', ofNorth.made)).toBe('reports.expired');
    expect(await seenBy((await invitation(null, null)).query)).toEqual([0, 0, 1]);
    // Invited into one group, she is looked after in another one now: her former office sees nothing of her any more.
    const { rows } = await world.owner.query<{ customer_id: string }>(
      'select customer_id from contracts where id = $1',
      [world.otherContractId],
    );
    expect(await seenBy((await invitation(north, rows[0]?.customer_id ?? null)).query)).toEqual([0, 1, 1]);
  });
});

describe('a public link to the result of an analysis', () => {
  /** An analysis as its visitor has left it. */
  const analysisOf = async (state: 'submitted' | 'calculated') => {
    const result = {
      ...emptyAnalysisResult,
      contractScore: { ...emptyAnalysisResult.contractScore, value: 73 },
    };
    const contact = { firstName: 'Ida', lastName: 'Vertraulich', email: 'ida@post.example' };
    const { rows } = await world.owner.query<{ id: string }>(
      `with q as (insert into questionnaires (tenant_id, questionnaire_key, version, title, questions)
         values ($1, 'analysis-' || $2, 1, 'Analyse', '[]') returning id)
       insert into depot_analyses (tenant_id, guid_hash, questionnaire_id, state, submitted_at, expires_at, contact, result)
         select $1, sha256(gen_random_uuid()::text::bytea), q.id, $2, case when $2 = 'submitted' then now() end,
           to_timestamp($3), $4, $5 from q returning id`,
      [tenantA, state, world.now / 1000 + 86_400, JSON.stringify(contact), JSON.stringify(result)],
    );
    return { reportType: 'depotAnalysisResult', analysisId: rows[0]?.id ?? '' };
  };

  test('shows the result to whoever has it, not whose it is, until the analysis is over or the link is taken back', async () => {
    const wanted = await analysisOf('submitted');
    const without = await world.server.caller({ permissions: ['reports.create'] });
    expect((await world.post(without, '/reports/public-reports', wanted)).status).toBe(403);
    const made = await world.post(world.adviser, '/reports/public-reports', { ...wanted, validDays: 30 });
    const { guid, expiresAt } = made.body as { guid: string; expiresAt: string };
    expect(Date.parse(expiresAt) - world.now).toBeLessThanOrEqual(86_400_000);
    const answer = await world.server.get(
      null,
      `/reports/public-report-data?reportType=depotAnalysisResult&guid=${guid}`,
    );
    const report = answer.body as PublicReport;
    expect([answer.status, report.reportType]).toEqual([200, 'depotAnalysisResult']);
    expect(JSON.stringify(report)).toContain('73');
    for (const known of ['Ida', 'Vertraulich', 'ida@post.example', wanted.analysisId])
      expect(JSON.stringify(report)).not.toContain(known);
    const paper = await world.post(null, `/reports/public-report-data/${report.reportId}`);
    expect(await textOf(paper.bytes)).toContain('73');
    const [link] = await links(world.adviser, `?analysisId=${wanted.analysisId}`);
    expect(link).toMatchObject({ reportType: 'depotAnalysisResult', useCount: 1 });
    expect((await revoke(world.adviser, link?.id)).status).toBe(200);
    expect(await opened('depotAnalysisResult', { guid })).toBe('reports.expired');
  });

  test('is not made of what a visitor has not handed in', async () => {
    const answer = await world.post(world.adviser, '/reports/public-reports', await analysisOf('calculated'));
    expect(answer.status).toBe(404);
  });
});
