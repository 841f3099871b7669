import type { CallAnswer } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { getSignature } from '@depotwerk/api/signatures/signatures';
import { beforeAll, expect, test } from 'vitest';
import { ContractWorld, tenantA } from '../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import { eraseCustomerRows } from '../customers/privacy/erase-rows.ts';

const world = useDocumentWorld();
const drawn = {
  way: 'drawing',
  drawing: [
    [
      [100, 200],
      [500, 50],
    ],
  ],
};
let beside = '';
let first = '';
let second = '';

beforeAll(async () => {
  beside = (await new ContractWorld(world.owner).addCustomer(tenantA, { lastName: 'Zweite' })).id;
  await hold();
  first = await world.client();
  second = await world.client(beside);
});

const hold = () =>
  world.owner.query(
    `insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3) on conflict do nothing`,
    [tenantA, world.contractId, beside],
  );
const leave = () => world.owner.query('delete from contract_holders where customer_id = $1', [beside]);

type Paper = { readonly id: string; readonly contentHash: string };
const ask = async ({ id }: Paper) =>
  (await world.post(world.adviser, `/documents/${id}/signature-request`)).body as ArchivedDocument;
const askedPaper = async () => {
  const paper = await world.releasedPaper();
  await ask(paper);
  return paper;
};
const open = (client: string, { id }: Paper) => world.server.get(client, `/documents/${id}/content`);
const sign = (client: string, { id, contentHash }: Paper, signature: unknown = drawn) =>
  world.post(client, `/my/documents/${id}/signature`, { contentHash, signature });
const seenBy = async (caller: string, { id }: Paper, query = '') =>
  ((await world.server.get(caller, `/documents?pageSize=100${query}`)).body as ArchivedDocument[]).find(
    (document) => document.id === id,
  );
const signedOf = (document: ArchivedDocument | undefined) =>
  document?.signers?.map(({ name, signedAt }) => `${name}: ${signedAt === null ? 'open' : 'signed'}`);

test('a paper of two holders is signed when both have, each with her own receipt and seal', async () => {
  const paper = await world.releasedPaper();
  expect(await seenBy(second, paper)).toBeUndefined();
  expect(signedOf(await ask(paper))).toEqual(['Anna Öztürk #1: open', 'Anna Zweite: open']);
  // She finds it where her own papers are, and signs only after having opened it herself.
  expect((await open(first, paper)).status).toBe(200);
  expect(await seenBy(second, paper, `&customerId=${beside}`)).toMatchObject({
    readAt: null,
    signedAt: null,
  });
  expect(codeOf(await sign(second, paper))).toBe('signatures.notRead');
  expect((await open(second, paper)).status).toBe(200);
  expect(codeOf(await sign(second, paper, { way: 'typed', name: 'Anna Öztürk #1' }))).toBe(
    'signatures.nameDiffers',
  );
  const typed = await sign(second, paper, { way: 'typed', name: 'anna zweite' });
  expect(typed.body).toMatchObject({ state: 'released', signatureWay: 'typed' });
  expect(codeOf(await sign(second, paper))).toBe('signatures.signedAlready');

  const half = await seenBy(world.adviser, paper);
  expect([half?.state, half?.signedAt]).toEqual(['released', null]);
  expect(signedOf(half)).toEqual(['Anna Öztürk #1: open', 'Anna Zweite: signed']);
  const early = await world.server.get(world.adviser, `/documents/${paper.id}/signature/sheet`);
  expect((await textOf(early.bytes)).replaceAll(/\s+/g, ' ')).toContain('Es fehlt: Anna Öztürk #1.');
  // One is told that the other has signed, not when she read.
  const seen = await seenBy(first, paper);
  expect(seen?.signers?.map(({ readAt }) => readAt === null)).toEqual([false, true]);

  world.now += 1000;
  expect((await sign(first, paper)).body).toMatchObject({ state: 'signed', signatureWay: 'drawing' });
  const signatures = (await world.server.get(second, `/documents/${paper.id}/signature`)).body as CallAnswer<
    typeof getSignature
  >;
  const all = [signatures, ...(signatures.others ?? [])];
  expect(all.map(({ signerName, way, isIntact }) => [signerName, way, isIntact])).toEqual([
    ['Anna Zweite', 'typed', true],
    ['Anna Öztürk #1', 'drawing', true],
  ]);
  expect(new Set(all.map(({ seal }) => seal)).size).toBe(2);
  const sheet = await world.server.get(world.adviser, `/documents/${paper.id}/signature/sheet`);
  const text = (await textOf(sheet.bytes)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Unterschrift 2 von 2');
  expect(text).not.toContain('Es fehlt');
  const change = `update document_signers set signer_name = 'Jemand' where document_id = $1`;
  await expect(world.owner.query(change, [paper.id])).rejects.toThrow(/cannot be changed/);
  const removal = 'delete from document_signers where document_id = $1';
  await expect(world.owner.query(removal, [paper.id])).rejects.toThrow(/cannot be changed/);
});

test('both at once leave two signatures and a signed paper', async () => {
  const paper = await askedPaper();
  await open(first, paper);
  await open(second, paper);
  const answers = await Promise.all([first, second, first, second].map((client) => sign(client, paper)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409]);
  expect(await seenBy(world.adviser, paper)).toMatchObject({ state: 'signed' });
});

test('the wish is taken back from who has not signed; asked again, she alone is waited for', async () => {
  const paper = await askedPaper();
  await open(first, paper);
  await open(second, paper);
  expect((await sign(first, paper)).body).toMatchObject({ state: 'released' });
  const withdraw = await world.post(world.adviser, `/documents/${paper.id}/signature-request/withdraw`);
  expect(withdraw.body).toMatchObject({ state: 'released', signatureRequestedAt: null, signers: null });
  expect((await sign(second, paper)).status).toBe(404);
  expect(await seenBy(second, paper)).toBeUndefined();
  expect(signedOf(await ask(paper))).toEqual(['Anna Öztürk #1: signed', 'Anna Zweite: open']);
  await open(second, paper);
  expect((await sign(second, paper)).body).toMatchObject({ state: 'signed' });
  const late = await world.post(world.adviser, `/documents/${paper.id}/signature-request/withdraw`);
  expect(codeOf(late)).toBe('signatures.signedAlready');
});

test('who no longer holds the contract is not waited for; a server of the release before does not end the waiting', async () => {
  const paper = await askedPaper();
  await open(first, paper);
  await sign(first, paper);
  await world.owner.query(`update documents set state = 'signed' where id = $1`, [paper.id]);
  expect(await seenBy(world.adviser, paper)).toMatchObject({ state: 'released' });
  await leave();
  expect(await seenBy(world.adviser, paper)).toMatchObject({ state: 'signed', signers: null });
  expect(await seenBy(second, paper)).toBeUndefined();
  await hold();
});

test('whoever leaves while the other signs leaves a signed paper', async () => {
  const paper = await askedPaper();
  await open(first, paper);
  const signed = await meanwhile(
    world.database,
    tenantA,
    (other) => other.query('delete from contract_holders where customer_id = $1', [beside]),
    () => sign(first, paper),
  );
  expect(signed.body).toMatchObject({ state: 'signed', signers: null });
  await hold();
});

test('the erasure of somebody who had not signed leaves a signed paper; what she signed goes when its time is over', async () => {
  await leave();
  const third = (await new ContractWorld(world.owner).addCustomer(tenantA, { lastName: 'Dritte' })).id;
  const client = await world.client(third);
  await world.owner.query(
    'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
    [tenantA, world.contractId, third],
  );
  const [unsigned, old] = [await askedPaper(), await askedPaper()];
  for (const [signer, paper] of [
    [first, unsigned],
    [first, old],
    [client, old],
  ] as const) {
    await open(signer, paper);
    expect((await sign(signer, paper)).status).toBe(200);
  }
  await world.owner.query('alter table documents disable trigger refuse_content_change');
  await world.owner.query(
    `update documents set created_at = created_at - interval '12 years', retention_until = null where id = $1`,
    [old.id],
  );
  await world.owner.query('alter table documents enable trigger refuse_content_change');
  const scope = { tenantId: tenantA, userId: world.adviser };
  const erase = () =>
    world.database.database.transaction(scope, (transaction) => eraseCustomerRows(transaction, third));
  // A hold on whose document it is keeps the signature of whoever signed beside her.
  await world.owner.query(
    `insert into customer_legal_holds (tenant_id, customer_id, reason, set_by)
     select d.tenant_id, d.customer_id, 'Klage', s.signed_by from documents d
       join document_signers s on s.document_id = d.id where d.id = $1`,
    [old.id],
  );
  await expect(erase()).rejects.toMatchObject({ code: '23514' });
  await world.owner.query(
    "update customer_legal_holds set lifted_at = now(), lifted_by = set_by, lift_reason = 'Erledigt'",
  );
  const { rowCounts } = await erase();
  expect(rowCounts).toMatchObject({ document_signers: 2, contract_holders: 1 });
  expect(await seenBy(world.adviser, unsigned)).toMatchObject({ state: 'signed', signers: null });
  await hold();
});

test('a paper of the customer alone is hers alone', async () => {
  await leave();
  const paper = await askedPaper();
  expect((await seenBy(world.adviser, paper))?.signers).toBeNull();
  await hold();
  expect(await seenBy(second, paper)).toBeUndefined();
  expect((await open(second, paper)).status).toBe(404);
});

test('nobody is asked where one who would sign is underage, and who was asked before does not sign', async () => {
  const born = (years: number | null) =>
    world.owner.query(
      `update customers set date_of_birth = (current_date - make_interval(years => $2))::date where id = $1`,
      [beside, years],
    );
  const asked = await askedPaper();
  await open(second, asked);
  await open(first, asked);
  await born(17);
  try {
    const paper = await world.releasedPaper();
    const request = await world.post(world.adviser, `/documents/${paper.id}/signature-request`);
    expect([request.status, codeOf(request)]).toEqual([409, 'signatures.underage']);
    expect(codeOf(await sign(second, asked))).toBe('signatures.underage');
    expect((await sign(first, asked)).body).toMatchObject({ state: 'released' });
  } finally {
    await born(null);
  }
  expect((await sign(second, asked)).body).toMatchObject({ state: 'signed' });
});

test('who is asked is told apart from who can see nothing, having no sign-in', async () => {
  const people = new ContractWorld(world.owner);
  const third = (await people.addCustomer(tenantA, { lastName: 'Dritte' })).id;
  await world.owner.query(
    'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
    [tenantA, world.contractId, third],
  );
  const ofThird = 'where tenant_id = $1 and customer_id = $2';
  try {
    const paper = await world.releasedPaper();
    expect(await ask(paper)).toMatchObject({ withoutAccess: ['Anna Dritte'] });
    await world.client(third);
    expect(await ask(paper)).toMatchObject({ withoutAccess: [] });
    // A sign-in that was closed is none.
    await world.owner.query(`update users set is_inactive = true ${ofThird}`, [tenantA, third]);
    expect(await ask(paper)).toMatchObject({ withoutAccess: ['Anna Dritte'] });
  } finally {
    await world.owner.query(`delete from document_signers ${ofThird}`, [tenantA, third]);
    await world.owner.query(`delete from contract_holders ${ofThird}`, [tenantA, third]);
  }
});

test('one of two holders declines: the other still signs and is not told; asked anew, only she is waited for', async () => {
  await hold();
  const paper = await askedPaper();
  const reason = 'Das Depot soll bei der alten Bank bleiben.';
  const declined = await world.post(second, `/my/documents/${paper.id}/signature/decline`, { reason });
  expect((declined.body as ArchivedDocument).declinedAt).not.toBeNull();
  const declinedOf = (document: ArchivedDocument | undefined) =>
    document?.signers?.map(({ declinedAt }) => (declinedAt ?? null) !== null);
  expect(declinedOf(await seenBy(world.adviser, paper))).toEqual([false, true]);
  expect(declinedOf(await seenBy(first, paper))).toEqual([false, false]);
  const thread = await world.server.get(world.adviser, `/customers/${beside}/messages`);
  expect(JSON.stringify(thread.body)).toContain(reason);
  await open(first, paper);
  expect((await sign(first, paper)).body).toMatchObject({ state: 'released' });
  expect(declinedOf(await ask(paper))).toEqual([false, false]);
  expect(signedOf(await seenBy(world.adviser, paper))).toEqual([
    'Anna Öztürk #1: signed',
    'Anna Zweite: open',
  ]);
});
