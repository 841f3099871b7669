import { randomUUID } from 'node:crypto';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { codeOf, contractHouse } from '../../../test/contract-house.ts';
import { tenantA } from '../../../test/contract-world.ts';
import { savedViewRoutes } from '../saved-views/routes.ts';
import { tagRoutes } from '../tags/routes.ts';
import { deletionRoutes } from './routes.ts';

const { test, world, server, admin, tariff, post, run } = contractHouse((services) => [
  ...tagRoutes(services),
  ...savedViewRoutes(services),
  ...deletionRoutes(services),
]);

const made = z.looseObject({ id: z.union([z.int(), z.string()]), rowVersion: z.int() });
const tagDraft = (tagName: string) => ({ tagName, colour: '#0F5566', isInactive: false });
const addTag = async (name: string) => made.parse((await post(admin, '/admin/tags', tagDraft(name))).body);
const remove = (path: string, version: number) =>
  server.call(admin, 'DELETE', path, { headers: { 'if-match': `"${version}"` } });
const addContract = async () => world.addContract(tenantA, (await world.addCustomer(tenantA)).id, tariff);
const takeBack = (token: string, objectType: string, objectId: string | number) =>
  post(token, '/deletions/take-back', { objectType, objectId: String(objectId) });
const numberOf = async (from: string, ...values: unknown[]) =>
  z.int().parse((await run(`select count(*)::int as n from ${from}`, ...values)).rows[0]?.n);

it('puts a tag back with its id and version, by whom it was deleted, once, and both stand in the log', async () => {
  const tag = await addTag('Hausbesuch');
  expect((await remove(`/admin/tags/${tag.id}`, tag.rowVersion)).status).toBe(204);
  const other = await server.caller({ permissions: permissionCodes });
  expect(codeOf(await takeBack(other, 'tag', tag.id))).toEqual([409, 'deletions.tooLate']);
  expect((await takeBack(admin, 'tag', tag.id)).status).toBe(200);
  expect((await server.get(admin, `/admin/tags/${tag.id}`)).body).toMatchObject({
    tagName: 'Hausbesuch',
    rowVersion: tag.rowVersion,
  });
  expect(codeOf(await takeBack(admin, 'tag', tag.id))).toEqual([409, 'deletions.takenBack']);
  const { rows } = await run(
    `select action from audit_entries where tenant_id = $1 and object_type = 'tag' and object_id = $2 order by id`,
    String(tag.id),
  );
  expect(rows.map(({ action }) => String(action))).toEqual([
    'tags.create',
    'tags.delete',
    'deletions.takeBack',
  ]);
});

it('says what happened when somebody was faster, when it is too late, and when the right is gone', async () => {
  const [one, two, three] = [await addTag('Eins'), await addTag('Zwei'), await addTag('Drei')];
  for (const tag of [one, two, three]) await remove(`/admin/tags/${tag.id}`, tag.rowVersion);
  await addTag('EINS');
  expect(codeOf(await takeBack(admin, 'tag', one.id))).toEqual([409, 'deletions.placeTaken']);
  await run(
    `update kept_deletions set deleted_at = now() - interval '61 seconds' where tenant_id = $1 and object_id = $2`,
    String(two.id),
  );
  expect(codeOf(await takeBack(admin, 'tag', two.id))).toEqual([409, 'deletions.tooLate']);
  const weak = await server.caller({
    permissions: permissionCodes.filter((code) => code !== 'tags.edit'),
  });
  await run(
    `update kept_deletions set user_id = $3 where tenant_id = $1 and object_id = $2`,
    String(three.id),
    weak,
  );
  expect((await takeBack(weak, 'tag', three.id)).status).toBe(403);
  expect(await numberOf('tags where tenant_id = $1 and id = $2', three.id)).toBe(0);
});

it('keeps the address of a view, and with which view others open their list', async () => {
  const view = made.parse(
    (
      await post(admin, '/saved-views', {
        screenKey: 'contracts',
        savedViewName: 'Offene',
        columns: null,
        filters: {},
        sort: null,
        density: null,
        groupId: null,
      })
    ).body,
  );
  const other = await server.caller({ permissions: permissionCodes });
  await run(
    `insert into saved_view_defaults (tenant_id, user_id, screen_key, view_id) values ($1, $2, 'contracts', $3)`,
    other,
    view.id,
  );
  expect((await remove(`/saved-views/${view.id}`, view.rowVersion)).status).toBe(204);
  expect(await numberOf('saved_view_defaults where tenant_id = $1')).toBe(0);
  expect((await takeBack(admin, 'savedView', view.id)).status).toBe(200);
  expect(
    await numberOf(
      'saved_view_defaults where tenant_id = $1 and user_id = $2 and view_id = $3',
      other,
      view.id,
    ),
  ).toBe(1);
});

it('puts back a view that was deleted before views had widths', async () => {
  const draft = {
    savedViewName: 'Breite',
    columns: ['totalValue'],
    widths: { totalValue: 160 },
    filters: {},
  };
  const rest = { screenKey: 'contracts', sort: null, density: null, groupId: null };
  const view = made.parse((await post(admin, '/saved-views', { ...draft, ...rest })).body);
  expect((await remove(`/saved-views/${view.id}`, view.rowVersion)).status).toBe(204);
  await run(
    `update kept_deletions set parts = parts #- '{0,rows,0,widths}' where tenant_id = $1 and object_id = $2`,
    view.id,
  );
  expect((await takeBack(admin, 'savedView', view.id)).status).toBe(200);
  const { body } = await server.get(admin, '/saved-views?screenKey=contracts');
  expect(body).toContainEqual(expect.objectContaining({ id: view.id, columns: ['totalValue'], widths: {} }));
});

it('gives a tag back to the many it was taken from, and to nobody it was not', async () => {
  const [one, two, without] = [await addContract(), await addContract(), await addContract()];
  const tag = await addTag('Jahresgespräch');
  await run(
    `insert into contract_tags (tenant_id, contract_id, tag_id, given_at)
     select $1, id, $2, '2020-05-04' from unnest($3::uuid[]) id`,
    tag.id,
    [one, two],
  );
  const body = {
    selection: { contractIds: [one, two, without] },
    change: { kind: 'removeTag', tagId: tag.id },
  };
  const preview = await server.call(admin, 'POST', '/contracts/bulk-preview', { body });
  const { fingerprint } = z.looseObject({ fingerprint: z.string() }).parse(preview.body);
  expect((await post(admin, '/contracts/bulk-change', { ...body, fingerprint })).status).toBe(200);
  expect(await numberOf('contract_tags where tenant_id = $1 and tag_id = $2', tag.id)).toBe(0);
  // Somebody has deleted one of them and given the tag to another one meanwhile.
  await run(
    `update contracts set deleted_at = now(), deletion_reason = '' where tenant_id = $1 and id = $2`,
    two,
  );
  expect((await takeBack(admin, 'contractTags', tag.id)).status).toBe(200);
  const { rows } = await test.owner.query(
    `select contract_id as id, given_at::date::text as day from contract_tags where tag_id = $1`,
    [tag.id],
  );
  expect(rows).toEqual([{ id: one, day: '2020-05-04' }]);
  expect(codeOf(await takeBack(admin, 'contractTags', tag.id))).toEqual([409, 'deletions.takenBack']);
});

it('refuses a tag for many that was itself deleted meanwhile, and what was never deleted', async () => {
  const contract = await addContract();
  const tag = await addTag('Verschwunden');
  const row = { tenant_id: tenantA, contract_id: contract, tag_id: tag.id, given_at: '2020-05-04' };
  await run(
    `insert into kept_deletions (tenant_id, user_id, object_type, object_id, parts)
     values ($1, $2, 'contractTags', $3, $4)`,
    admin,
    String(tag.id),
    JSON.stringify([{ table: 'contract_tags', rows: [row] }]),
  );
  await remove(`/admin/tags/${tag.id}`, tag.rowVersion);
  expect(codeOf(await takeBack(admin, 'contractTags', tag.id))).toEqual([409, 'deletions.referenceGone']);
  expect(codeOf(await takeBack(admin, 'tariff', randomUUID()))).toEqual([409, 'deletions.tooLate']);
});
