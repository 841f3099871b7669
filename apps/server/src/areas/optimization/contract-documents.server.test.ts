import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));
let contractId = '';

interface Documents {
  documents?: { title: string }[];
  documentsCount?: number;
}
const read = async (token: string, part: 'info' | 'planned-optimization') =>
  (await world.call<Documents>(token, 'GET', `/contracts/${contractId}/${part}`)).body;

beforeAll(async () => {
  const admin = await world.caller();
  for (const id of await world.contractIds('c.risk_class_id is not null', 50)) {
    const stored = await world.call(admin, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (stored.status === 200) {
      contractId = id;
      break;
    }
  }
  await world.owner.query('delete from documents where contract_id = $1', [contractId]);
  for (const state of ['draft', 'released']) {
    await world.owner.query(
      `insert into documents (tenant_id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size,
          content_hash, state, created_at)
        select c.tenant_id, c.customer_id, c.id, 'upload', $2, 'a.pdf', 'application/pdf', 1, sha256('a'), $2, now() + interval '1 day'
          from contracts c where c.id = $1`,
      [contractId, state],
    );
  }
}, 120_000);

it('documents beside a contract and its plan are those of the list', async () => {
  const all = await world.caller();
  expect((await read(all, 'info')).documentsCount).toBe(2);
  expect((await read(all, 'planned-optimization')).documents?.map(({ title }) => title).toSorted()).toEqual([
    'draft',
    'released',
  ]);
});

it.each([
  [
    'without the right in the group',
    { rights: groupRights.filter((right) => right !== 'groupDocuments.view') },
  ],
  ['without the permission', { permissions: permissionCodes.filter((code) => code !== 'documents.view') }],
])('%s they are neither counted nor named', async (_name, options) => {
  const token = await world.caller(options);
  expect((await read(token, 'info')).documentsCount).toBe(0);
  expect((await read(token, 'planned-optimization')).documents).toEqual([]);
});

it('a client himself is told of what was released only', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    'select customer_id as id from contracts where id = $1',
    [contractId],
  );
  const client = await world.caller({ ownCustomerId: rows[0]?.id ?? '' });
  expect((await read(client, 'info')).documentsCount).toBe(1);
});
