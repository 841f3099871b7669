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
  // A report leaves an entry in the log beside what is filed.
  await run(
    `insert into audit_entries (tenant_id, chain_day, occurred_at, actor_kind, action, object_type, object_id, result, details, entry_hash)
     select $1, '2026-05-03', '2026-05-03T10:00:00Z', 'system', 'reports.create', 'contract', $2::text, 'done',
            jsonb_build_object('documentId', d.id), sha256('a')
       from documents d where d.contract_id = $2::uuid and d.title = 'Vollmacht'`,
    contract,
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

/** Callers who see the contract and lack one thing: a right in its group, or a permission. */
const lacking = (right: (typeof groupRights)[number], permission: (typeof permissionCodes)[number]) =>
  [
    [right, { rights: groupRights.filter((one) => one !== right), permissions: permissionCodes }],
    [permission, { rights: groupRights, permissions: permissionCodes.filter((one) => one !== permission) }],
  ] as const;
const toldWithout = async ({ rights, permissions }: ReturnType<typeof lacking>[number][1]) =>
  told(await server.caller({ memberships: [{ groupId: north, groupRights: rights }], permissions }));

it.each(lacking('groupDocuments.view', 'documents.view'))(
  'names no document to whoever lacks %s',
  async (_name, held) => {
    const lines = await toldWithout(held);
    expect(lines.filter((line) => line.startsWith('Dokument'))).toEqual([]);
    expect(lines).toContain('Aufträge bei der Bank: Teilweise ausgeführt');
    expect(lines).toContain('Bericht erstellt: null');
  },
);

it.each(lacking('groupCustomers.view', 'customers.view'))(
  'tells the text of no note to whoever lacks %s, and so reads none of the customer',
  async (_name, held) => {
    const notes = (await toldWithout(held)).filter((line) => line.startsWith('Notiz'));
    expect(notes).toEqual(['Notiz geschrieben: null', 'Notiz geschrieben: null']);
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
