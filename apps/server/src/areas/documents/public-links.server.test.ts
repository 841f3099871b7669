import type { PublicLink } from '@depotwerk/api/documents/public-links';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { describe, expect, test } from 'vitest';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';

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
