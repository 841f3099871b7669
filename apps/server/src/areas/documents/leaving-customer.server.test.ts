import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { south, tenantA } from '../../../test/contract-world.ts';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';
import { hideCustomer, meanwhile } from '../../../test/meanwhile.ts';
import { wholePdf } from '../../../test/whole-files.ts';

const world = useDocumentWorld();
const pdf = wholePdf().toString('base64');

/** Makes the customer another one, as a merge does, while a call is under way; then all is as it was. */
async function whileMerged<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  const merge = async (other: pg.Client) => {
    await hideCustomer(other, world.customerId);
    await other.query(
      'update contracts set customer_id = (select customer_id from contracts where id = $2) where id = $1',
      [world.contractId, world.otherContractId],
    );
  };
  try {
    return await meanwhile(world.database, tenantA, merge, write);
  } finally {
    await world.owner.query('update customers set deleted_at = null where id = $1', [world.customerId]);
    await world.owner.query('update contracts set customer_id = $2 where id = $1', [
      world.contractId,
      world.customerId,
    ]);
  }
}

let client: string;
beforeAll(async () => {
  client = await world.client();
});

const upload = (customerId: string) =>
  world.post(world.adviser, `/documents?customerId=${customerId}`, {
    documentType: 'other',
    title: 'Beleg',
    fileName: 'beleg.pdf',
    contentBase64: pdf,
  });

test.each([
  ['a document', () => upload(world.customerId), 404],
  [
    'a consultation',
    () =>
      world.post(world.adviser, '/consultations', {
        customerId: world.customerId,
        contractIds: [world.contractId],
        consultationKind: 'other',
        initiative: 'customer',
      }),
    404,
  ],
  ['her own message', () => world.post(client, '/my/messages', { text: 'Guten Tag' }), 404],
  ['a report', () => world.report('depotOverview'), 412],
])(
  '%s that comes while a customer becomes another one is not left with the one who is gone',
  async (_name, write, status) => {
    const answer = await whileMerged(write);
    expect([codeOf(answer), answer.status]).toEqual([
      status === 404 ? 'common.notFound' : 'common.versionConflict',
      status,
    ]);
    for (const table of ['documents', 'reports', 'consultations', 'messages']) {
      const { rows } = await world.owner.query(`select 1 from ${table}`);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  },
);

test('a document that comes while its customer is erased finds nobody', async () => {
  const customerId = randomUUID();
  await world.owner.query(
    "insert into customers (tenant_id, id, last_name, group_id) values ($1, $2, 'Kurz', $3)",
    [tenantA, customerId, south],
  );
  const erase = (other: pg.Client) => other.query('delete from customers where id = $1', [customerId]);
  const answer = await meanwhile(world.database, tenantA, erase, () => upload(customerId));
  expect([answer.status, codeOf(answer)]).toEqual([404, 'common.notFound']);
});
