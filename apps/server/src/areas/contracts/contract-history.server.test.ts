import { randomUUID } from 'node:crypto';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';

const { world, server, admin, tariff, run } = contractHouse();
let contract: string;

beforeAll(async () => {
  contract = await world.addContract(
    tenantA,
    (await world.addCustomer(tenantA, { groupId: north })).id,
    tariff,
  );
  const plan = randomUUID();
  await run(
    `insert into planned_optimizations (tenant_id, id, contract_id, expires_at, mode, state)
     values ($1, $2, $3, now(), 'full', 'partlyConfirmed')`,
    plan,
    contract,
  );
  await run(
    `insert into trader_orders (tenant_id, contract_id, planned_optimization_id, state, sent_at, settled_at, user_id)
     values ($1, $2, $3, 'partlyConfirmed', '2026-05-04T10:00:00Z', '2026-05-05T10:00:00Z', $4)`,
    contract,
    plan,
    admin,
  );
  await run(
    `insert into documents (tenant_id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size, content_hash,
       created_at)
     select $1, c.customer_id, c.id, 'upload', 'Vollmacht', 'a.pdf', 'application/pdf', 1, sha256('a'), '2026-05-03T10:00:00Z'
       from contracts c where c.id = $2`,
    contract,
  );
  for (const [text, visibility, deletedAt] of [
    ['Rückruf zugesagt', 'group', null],
    ['n'.repeat(300), 'group', null],
    ['Nur für mich', 'own', null],
    ['Versehen', 'group', '2026-05-02T12:00:00Z'],
  ])
    await run(
      `insert into notes (tenant_id, customer_id, contract_id, note_text, visibility, created_by, created_at, deleted_at)
       select $1, c.customer_id, c.id, $3, $4, $6, '2026-05-02T10:00:00Z', $5 from contracts c where c.id = $2`,
      contract,
      text,
      visibility,
      deletedAt,
      admin,
    );
});

const told = async (token: string) => {
  const { body } = await server.get(token, `/contracts/${contract}/history`);
  return (body as { title: string; text: string | null }[])
    .filter(({ title }) => title !== 'Vertrag angelegt')
    .map(({ title, text }) => `${title}: ${text}`)
    .toSorted();
};

it('tells of orders, documents and notes the group shares', async () => {
  expect(await told(admin)).toEqual([
    'Aufträge bei der Bank: Teilweise ausgeführt',
    'Dokument abgelegt: Vollmacht',
    'Notiz: Rückruf zugesagt',
    `Notiz: ${'n'.repeat(200)}…`,
  ]);
});

it.each([
  ['right in the group', { rights: groupRights.filter((right) => right !== 'groupDocuments.view') }],
  ['permission', { permissions: permissionCodes.filter((code) => code !== 'documents.view') }],
])(
  'names no document to whoever lacks the %s',
  async (_name, {
    rights = groupRights,
    ...rest
  }: {
    rights?: readonly (typeof groupRights)[number][];
    permissions?: readonly (typeof permissionCodes)[number][];
  }) => {
    const token = await server.caller({ memberships: [{ groupId: north, groupRights: rights }], ...rest });
    expect((await told(token)).filter((line) => line.startsWith('Dokument'))).toEqual([]);
    expect(await told(token)).toContain('Aufträge bei der Bank: Teilweise ausgeführt');
  },
);
