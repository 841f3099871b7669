import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { hash, key, text } from '../http/shapes.ts';
import type { Login } from '../sign-in/login.ts';
import { requireSigned, type SignedContent } from '../signings/signing.ts';

const openingFields = {
  clientRequestId: key,
  transactionHash: hash,
  holderName: text(200),
  externalConsumerKey: z.nullable(key),
  iban: z.string().check(z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/)),
  bic: z.nullable(z.string().check(z.regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/))),
  productKey: key,
  consents: z.array(text(100)).check(z.maxLength(50)),
};
/** What the signing of an opening is started with. */
export const openingShape = z.strictObject(openingFields);
/** The same with the confirmed signing. */
export const signedOpeningShape = z.strictObject({ ...openingFields, signingId: key });
export type Opening = z.output<typeof openingShape>;

/** What a signing of this opening approves. */
export function openingContent(opening: Opening): SignedContent {
  const { holderName, externalConsumerKey, iban, bic, productKey, consents } = opening;
  const content = [holderName, externalConsumerKey, iban, bic, productKey, [...consents].sort()];
  return {
    purpose: 'openDepot',
    subject: opening.clientRequestId,
    clientId: opening.clientRequestId,
    transactionHash: opening.transactionHash,
    contentHash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
  };
}

export const summarizeOpening = ({ productKey, holderName }: Opening): string =>
  `Eröffnung eines Depots ${productKey} für ${holderName}`;

interface OpenedRow {
  readonly external_key: string;
  readonly state: string;
  readonly content_hash: string;
}

/** Opens a depot once a request id; throws the refusals of the signing and `depot.contentDiffers`. */
export function openDepot(bank: Bank, login: Login, given: z.output<typeof signedOpeningShape>) {
  const content = openingContent(given);
  const contentHash = `${content.transactionHash}:${content.contentHash}`;
  const find = () =>
    bank.store.get<OpenedRow>(
      `select external_key, state, content_hash from depots
        where bank_id = ? and partner_key = ? and client_request_id = ?`,
      login.bank_id,
      login.partner_key,
      given.clientRequestId,
    );
  return bank.store.transaction(() => {
    const existing = find();
    if (existing && existing.content_hash !== contentHash) throw new BankError('depot.contentDiffers');
    if (existing) return { externalKey: existing.external_key, state: existing.state, isReplayed: true };
    requireSigned(bank, login, given.signingId, content);
    const now = bank.now();
    const { id } = bank.store.run(
      `insert into depots (bank_id, partner_key, external_key, external_consumer_key, holder_name, iban, bic,
         product_key, state, cash, opened_at, client_request_id, content_hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, 'open', 0, ?, ?, ?)`,
      login.bank_id,
      login.partner_key,
      given.clientRequestId,
      given.externalConsumerKey,
      given.holderName,
      given.iban,
      given.bic,
      given.productKey,
      now,
      given.clientRequestId,
      contentHash,
    );
    const externalKey = newKey(bank, login.bank_id, id, now);
    bank.store.run('update depots set external_key = ? where id = ?', externalKey, id);
    bank.store.run('update signings set is_used = 1 where id = ?', given.signingId);
    return { externalKey, state: 'open', isReplayed: false };
  });
}

/** What became of an opening by its request id; throws `depot.unknown` when the bank never heard of it. */
export function findOpening(bank: Bank, login: Login, clientRequestId: string) {
  const found = bank.store.get<OpenedRow>(
    `select external_key, state, content_hash from depots
      where bank_id = ? and partner_key = ? and client_request_id = ?`,
    login.bank_id,
    login.partner_key,
    clientRequestId,
  );
  if (!found) throw new BankError('depot.unknown');
  return { externalKey: found.external_key, state: found.state };
}

/** `QB-26-9000017`: numbers from nine million on are ours alone. */
function newKey(bank: Bank, bankId: string, id: number, now: number): string {
  const row = bank.store.get<{ depot_prefix: string }>(
    'select depot_prefix from banks where bank_id = ?',
    bankId,
  );
  return `${row?.depot_prefix ?? 'X'}-${new Date(now).toISOString().slice(2, 4)}-${9_000_000 + id}`;
}
