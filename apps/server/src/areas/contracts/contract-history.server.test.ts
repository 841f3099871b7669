import { randomUUID } from 'node:crypto';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect, it } from 'vitest';
import { north } from '../../../test/contract-world.ts';
import { noteHouse } from '../../../test/note-house.ts';

const { server, admin, run, known, written } = noteHouse();
let contract: string;

beforeAll(async () => {
  contract = known.contractId;
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
  await run(
    `with begun as (
       insert into consultations (tenant_id, customer_id, consultation_kind, initiative, started_at, completed_at, state, created_by)
         select $1, customer_id, 'other', 'customer', now(), now(), 'completed', $3 from contracts where id = $2 returning id)
     insert into consultation_contracts (tenant_id, consultation_id, contract_id) select $1, id, $2 from begun`,
    contract,
    admin,
  );
  for (const [text, visibility] of [
    ['Rückruf zugesagt', 'group'],
    ['n'.repeat(300), 'group'],
    ['Nur für mich', 'own'],
  ] as const)
    await written(known.anna, { text, visibility }, `/contracts/${contract}/notes`);
});

const told = async (token: string) => {
  const { body } = await server.get(token, `/contracts/${contract}/history`);
  return (body as { title: string; text: string | null }[])
    .filter(({ title }) => title !== 'Vertrag angelegt')
    .map(({ title, text }) => `${title}: ${text}`)
    .toSorted();
};

it('tells of orders, consultations, documents and notes the group shares', async () => {
  expect(await told(admin)).toEqual([
    'Aufträge bei der Bank: Teilweise ausgeführt',
    'Beratung abgeschlossen: null',
    'Dokument abgelegt: Vollmacht',
    'Notiz geschrieben: Rückruf zugesagt',
    `Notiz geschrieben: ${'n'.repeat(200)}…`,
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

it.each([
  ['right in the group', { rights: groupRights.filter((right) => right !== 'groupCustomers.view') }],
  ['permission', { permissions: permissionCodes.filter((code) => code !== 'customers.view') }],
])(
  'says of notes only that they were written to whoever lacks the %s to see customers',
  async (_name, {
    rights = groupRights,
    ...rest
  }: {
    rights?: readonly (typeof groupRights)[number][];
    permissions?: readonly (typeof permissionCodes)[number][];
  }) => {
    const token = await server.caller({ memberships: [{ groupId: north, groupRights: rights }], ...rest });
    const lines = (await told(token)).filter((line) => line.startsWith('Notiz'));
    expect(new Set(lines)).toEqual(new Set(['Notiz geschrieben: null']));
  },
);

it.each([
  ['Aufträge bei der Bank', 'optimization.view'],
  ['Beratung abgeschlossen', 'consultations.view'],
] as const)('tells of %s with the permission %s only', async (title, permission) => {
  const memberships = [{ groupId: north, groupRights }];
  const permissions = permissionCodes.filter((code) => code !== permission);
  const titles = async (token: string) => (await told(token)).filter((line) => line.startsWith(title)).length;
  expect(await titles(await server.caller({ memberships }))).toBe(1);
  expect(await titles(await server.caller({ memberships, permissions }))).toBe(0);
});
