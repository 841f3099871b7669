import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { getSignature } from '@depotwerk/api/signatures/signatures';
import { signatureWorth } from '@depotwerk/domain/signatures/signature';
import { expect, test } from 'vitest';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';
import { softAuthenticator } from '../../../test/soft-authenticator.ts';

const world = useDocumentWorld();
const host = 'depotwerk.example';
const drawing = [
  [
    [100, 200],
    [300, 50],
    [500, 250],
  ],
];
const drawn = { way: 'drawing', drawing };

/** A paper the customer was asked to sign, and opened. */
async function askedPaper(client: string) {
  const paper = await world.releasedPaper();
  const asked = await world.post(world.adviser, `/documents/${paper.id}/signature-request`);
  expect((asked.body as ArchivedDocument).signatureRequestedAt).not.toBeNull();
  expect((await world.server.get(client, `/documents/${paper.id}/content`)).status).toBe(200);
  return paper;
}
const sign = (client: string, paper: { id: string; contentHash: string }, signature: unknown, key?: string) =>
  world.post(
    client,
    `/my/documents/${paper.id}/signature`,
    { contentHash: paper.contentHash, signature },
    key,
  );
const signatureOf = async (paper: { id: string }) =>
  (await world.server.get(world.adviser, `/documents/${paper.id}/signature`)).body as CallAnswer<
    typeof getSignature
  >;

test('a customer draws her signature once; the adviser sees it sealed, on screen and on paper', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  const key = randomUUID();
  const signed = await sign(client, paper, drawn, key);
  expect(signed.body).toMatchObject({ state: 'signed', signatureWay: 'drawing' });
  // The same key again is the same signature; another one comes too late.
  expect((await sign(client, paper, drawn, key)).body).toEqual(signed.body);
  expect(codeOf(await sign(client, paper, drawn))).toBe('signatures.signedAlready');

  const signature = await signatureOf(paper);
  expect(signature).toMatchObject({
    signerName: 'Anna Öztürk #1',
    way: 'drawing',
    drawing,
    contentHash: paper.contentHash,
    isIntact: true,
  });
  const sheet = await world.server.get(world.adviser, `/documents/${paper.id}/signature/sheet`);
  const text = (await textOf(sheet.bytes)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Unterschrieben von Anna Öztürk #1');
  expect(text).toContain(signature.seal.slice(0, 8));
  expect(text.replaceAll('- ', '')).toContain(signatureWorth.slice(0, 60));

  const { rows } = await world.owner.query<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_entries where object_id = $1 and action like 'signatures.%' order by id`,
    [paper.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['signatures.request', 'signatures.sign']);
  expect(rows[1]?.details).toMatchObject({
    seal: signature.seal,
    contentHash: paper.contentHash,
    way: 'drawing',
  });
});

test('a customer whose name is as long as names may be signs with it', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  const names = ['A'.repeat(200), 'B'.repeat(200)];
  const { rows } = await world.owner.query<{ id: string; first: string; last: string }>(
    `select u.id, u.first_name as first, u.last_name as last from customers u join documents d on d.customer_id = u.id where d.id = $1`,
    [paper.id],
  );
  const rename = (name: readonly unknown[]) =>
    world.owner.query('update customers set first_name = $2, last_name = $3 where id = $1', [
      rows[0]?.id,
      ...name,
    ]);
  await rename(names);
  const signed = await sign(client, paper, { way: 'typed', name: names.join(' ') });
  const { signerName } = await signatureOf(paper);
  await rename([rows[0]?.first, rows[0]?.last]);
  expect(signed.status).toBe(200);
  expect(signerName).toBe(names.join(' '));
});

test('nothing of a signature changes, and what was changed around the database is noticed', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  await sign(client, paper, { way: 'typed', name: 'anna ÖZTÜRK #1' });
  expect((await signatureOf(paper)).way).toBe('typed');
  const change = `update document_signatures set signer_name = 'Jemand' where document_id = $1`;
  await expect(world.owner.query(change, [paper.id])).rejects.toThrow(/cannot be changed/);
  await world.owner.query('alter table document_signatures disable trigger refuse_change');
  await world.owner.query(change, [paper.id]);
  await world.owner.query('alter table document_signatures enable trigger refuse_change');
  expect(await signatureOf(paper)).toMatchObject({ signerName: 'Jemand', isIntact: false });
});

test('signing wants a wish, an opened paper, the same file and an own hand', async () => {
  const client = await world.client();
  const paper = await world.releasedPaper();
  const refused = async (signature: unknown, of = paper) => codeOf(await sign(client, of, signature));
  expect(await refused(drawn)).toBe('signatures.notRequested');
  await world.post(world.adviser, `/documents/${paper.id}/signature-request`);
  expect(await refused(drawn)).toBe('signatures.notRead');
  await world.server.get(client, `/documents/${paper.id}/content`);
  expect(await refused(drawn, { ...paper, contentHash: 'a'.repeat(64) })).toBe('signatures.contentDiffers');
  expect(await refused({ way: 'drawing', drawing: [[[1, 1]]] })).toBe('signatures.drawingTooShort');
  expect(await refused({ way: 'drawing', drawing: [[[1, 301]]] })).toBe('common.validationFailed');
  expect(await refused({ way: 'typed', name: 'Jemand Anders' })).toBe('signatures.nameDiffers');
  const unsigned = await world.server.get(world.adviser, `/documents/${paper.id}/signature`);
  expect(unsigned.status).toBe(404);

  const withdrawn = await world.post(world.adviser, `/documents/${paper.id}/signature-request/withdraw`);
  expect((withdrawn.body as ArchivedDocument).signatureRequestedAt).toBeNull();
  expect(await refused(drawn)).toBe('signatures.notRequested');
});

const decline = (client: string, paper: { id: string }, reason = 'Die Kosten sind mir zu hoch.') =>
  world.post(client, `/my/documents/${paper.id}/signature/decline`, { reason });

test('a customer who will not sign says why; her adviser reads it, asks again, and she may sign all the same', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  expect(codeOf(await decline(world.adviser, paper))).toBe('auth.forbidden');
  expect(codeOf(await decline(client, paper, '  '))).toBe('common.validationFailed');
  const declined = (await decline(client, paper)).body as ArchivedDocument;
  expect(declined).toMatchObject({ state: 'released', signedAt: null });
  expect(declined.declinedAt).not.toBeNull();
  expect(codeOf(await decline(client, paper))).toBe('signatures.declinedAlready');
  const seen = async () =>
    ((await world.server.get(world.adviser, '/documents?pageSize=100')).body as ArchivedDocument[]).find(
      ({ id }) => id === paper.id,
    );
  expect((await seen())?.declinedAt).toBe(declined.declinedAt);
  const thread = await world.server.get(world.adviser, `/customers/${world.customerId}/messages`);
  const { messages } = thread.body as { messages: { text: string; isFromCustomer: boolean }[] };
  expect(messages.at(-1)).toMatchObject({ isFromCustomer: true });
  expect(messages.at(-1)?.text).toContain('Mein Grund: Die Kosten sind mir zu hoch.');

  await world.post(world.adviser, `/documents/${paper.id}/signature-request`);
  expect((await seen())?.declinedAt).toBeNull();
  await decline(client, paper);
  expect((await sign(client, paper, drawn)).body).toMatchObject({ state: 'signed', declinedAt: null });
  expect(codeOf(await decline(client, paper))).toBe('signatures.signedAlready');
  const { rows } = await world.owner.query<{ action: string }>(
    `select action from audit_entries where object_id = $1 and action like 'signatures.%' order by id`,
    [paper.id],
  );
  const actions = ['request', 'decline', 'request', 'decline', 'sign'];
  expect(rows.map(({ action }) => action)).toEqual(actions.map((action) => `signatures.${action}`));
});

test('nobody signs for her, and she signs nothing of others', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  expect(codeOf(await sign(world.adviser, paper, drawn))).toBe('auth.forbidden');
  const { rows } = await world.owner.query<{ customer_id: string }>(
    'select customer_id from contracts where id = $1',
    [world.otherContractId],
  );
  const stranger = await world.client(rows[0]?.customer_id);
  const missing = await sign(stranger, { ...paper, id: randomUUID() }, drawn);
  const foreign = await sign(stranger, paper, drawn);
  expect([foreign.status, codeOf(foreign)]).toEqual([404, codeOf(missing)]);
  expect(codeOf(await world.post(client, `/documents/${paper.id}/signature-request`))).toBe('auth.forbidden');
  const draft = String((await world.report('depotOverview')).headers['x-document-id']);
  const early = await world.post(world.adviser, `/documents/${draft}/signature-request`);
  expect(codeOf(early)).toBe('signatures.notReleased');
});

test('two who sign at once leave one signature', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  const answers = await Promise.all([1, 2, 3].map(() => sign(client, paper, drawn)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('a passkey signs this content alone, and its answer is kept', async () => {
  const client = await world.client();
  const paper = await askedPaper(client);
  const other = await askedPaper(client);
  const device = softAuthenticator(`https://${host}`);
  const start = (of: { id: string }) =>
    world.server.call(client, 'POST', `/my/documents/${of.id}/signature/passkey`, { headers: { host } });
  expect(codeOf(await start(paper))).toBe('auth.passkeyUnavailable');
  const { credentialId, publicKey } = device.stored;
  await world.owner.query(
    `insert into passkeys (tenant_id, user_id, credential_id, public_key, is_synced, passkey_name)
     select tenant_id, id, $2, $3, false, 'Telefon' from users where id = $1`,
    [client, credentialId, publicKey],
  );
  const challengeOf = async (of: { id: string }) =>
    ((await start(of)).body as { challenge: string }).challenge;
  const signWith = async (response: unknown) =>
    world.server.call(client, 'POST', `/my/documents/${paper.id}/signature`, {
      headers: { host, 'idempotency-key': randomUUID() },
      body: { contentHash: paper.contentHash, signature: { way: 'passkey', response } },
    });
  // What was asked for another paper, and somebody else's device.
  expect(codeOf(await signWith(device.get(await challengeOf(other))))).toBe('auth.passkeyInvalid');
  const stranger = softAuthenticator(`https://${host}`).get(await challengeOf(paper));
  expect(codeOf(await signWith(stranger))).toBe('auth.passkeyInvalid');
  const answer = device.get(await challengeOf(paper));
  expect((await signWith(answer)).body).toMatchObject({ state: 'signed', signatureWay: 'passkey' });
  expect(await signatureOf(paper)).toMatchObject({ way: 'passkey', drawing: null, isIntact: true });
  const { rows } = await world.owner.query<{ passkey: Record<string, string> }>(
    'select passkey from document_signatures where document_id = $1',
    [paper.id],
  );
  expect(rows[0]?.passkey).toMatchObject({
    publicKey: publicKey.toString('base64url'),
    signature: answer.response.signature,
  });
});

test('who has a second factor shows it to sign, however she signs', async () => {
  const late = await world.client(world.customerId, null);
  const paper = await askedPaper(late);
  expect(codeOf(await sign(late, paper, drawn))).toBe('auth.secondFactorRequired');
  const shown = await world.client(world.customerId, new Date(world.now).toISOString());
  expect((await sign(shown, paper, drawn)).body).toMatchObject({ state: 'signed' });
});
