import { expect, it } from 'vitest';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';

const { test: db, world, work, aContract, follow } = workbenchHouse();

const tasks = async (contractId: string) => {
  await follow();
  const { rows } = await db.owner.query<object>(
    `select group_id as group, severity, details, status from workbench_tasks
      where contract_id = $1 and task_type = 'documentUnsigned' and ended_at is null`,
    [contractId],
  );
  return rows;
};

/** A released paper of the contract that somebody of the group is asked to sign beside its customer. */
async function askedPaper(contractId: string, groupId: string): Promise<string> {
  const { id: signer } = await world.addCustomer(tenantA, { groupId });
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into documents (tenant_id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size,
        content_hash, state, released_at)
     select c.tenant_id, c.customer_id, c.id, 'upload', 'Papier', 'a.pdf', 'application/pdf', 1, sha256('a'), 'released', now()
       from contracts c where c.id = $1 returning id`,
    [contractId],
  );
  const documentId = rows[0]?.id ?? '';
  await db.owner.query(
    `insert into document_signers (tenant_id, document_id, customer_id, asked_at) values ($1, $2, $3, now())`,
    [tenantA, documentId, signer],
  );
  return documentId;
}
const set = (documentId: string, value: string) =>
  work(`update document_signers set declined_at = ${value} where document_id = $1`, documentId);

it('A holder of another group who will not sign is a task of the group of the contract, until she is asked anew', async () => {
  const contractId = await aContract(north);
  const paper = await askedPaper(contractId, south);
  expect(await tasks(contractId)).toEqual([]);
  await set(paper, 'now()');
  const task = { group: north, severity: 1, details: { state: 'declined' }, status: 'open' };
  expect(await tasks(contractId)).toEqual([task]);
  await set(paper, 'null');
  expect(await tasks(contractId)).toEqual([]);

  // The wish is taken back.
  await set(paper, 'now()');
  expect(await tasks(contractId)).toEqual([task]);
  await work('delete from document_signers where document_id = $1', paper);
  expect(await tasks(contractId)).toEqual([]);
});

it('Of a holder of the same group her message is task enough', async () => {
  const contractId = await aContract(north);
  await set(await askedPaper(contractId, north), 'now()');
  expect(await tasks(contractId)).toEqual([]);
});
