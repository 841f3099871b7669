import { randomUUID } from 'node:crypto';
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { isTaxIdentificationNumber } from '@depotwerk/domain/customers/tax-identification-number';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';

const { test, world, server, admin } = contractHouse();

const [one, other] = ['36574261809', '86095742719'];
const mask = '•••••••••09';
const { taxIdentificationNumber: _unsaid, ...nothing } = emptyDraft(customerFields);
const draft: CustomerDraft = {
  ...nothing,
  groupId: north,
  firstName: 'Özlem',
  lastName: 'Groß',
  dateOfBirth: '1971-02-28',
};
interface Customer {
  id: string;
  rowVersion: number;
  taxIdentificationNumber: string | null;
}
const post = (path: string, body: object) =>
  server.call(admin, 'POST', path, { body, headers: { 'idempotency-key': randomUUID() } });
const create = (taxIdentificationNumber?: string | null) =>
  post('/customers', { ...draft, ...(taxIdentificationNumber !== undefined && { taxIdentificationNumber }) });
const put = async (id: string, change: object) => {
  const { rowVersion } = (await server.get(admin, `/customers/${id}`)).body as Customer;
  return server.call(admin, 'PUT', `/customers/${id}`, {
    body: { ...draft, ...change },
    headers: { 'if-match': `"${rowVersion}"` },
  });
};
const storedOf = async (id: string) => {
  const { rows } = await test.owner.query<{ number: string | null }>(
    'select tax_identification_number as number from customers where tenant_id = $1 and id = $2',
    [tenantA, id],
  );
  return rows[0]?.number;
};
const wholeOf = (token: string, id: string) =>
  server.get(token, `/customers/${id}/tax-identification-number`);
const fault = (code: string) => ({ validation: [{ path: 'taxIdentificationNumber', code }] });

describe('the tax identification number of a customer', () => {
  it('is shown masked, in full on request only, and each request stands in the log and the history', async () => {
    const created = await create('36 574 261 809');
    expect([created.status, created.text]).toEqual([200, expect.not.stringContaining(one ?? '')]);
    const { id, taxIdentificationNumber } = created.body as Customer;
    expect([taxIdentificationNumber, await storedOf(id)]).toEqual([mask, one]);
    expect((await server.get(admin, `/customers/${id}`)).text).not.toContain(one);

    const whole = await wholeOf(admin, id);
    expect([whole.status, whole.body]).toEqual([200, { taxIdentificationNumber: one }]);
    const { rows } = await test.owner.query(
      `select object_id, actor_kind, details->>'part' as part from audit_entries where action = 'customers.readTaxIdentificationNumber'`,
    );
    expect(rows).toEqual([{ object_id: id, actor_kind: 'user', part: 'taxIdentificationNumber' }]);
    const history = await server.get(admin, `/customers/${id}/history`);
    expect(history.body).toContainEqual(
      expect.objectContaining({ title: 'Steuer-Identifikationsnummer angezeigt' }),
    );
  });

  it('of a foreign customer is missing like that of nobody, and leaves no entry', async () => {
    const { id } = (await create(one)).body as Customer;
    const stranger = await server.caller({ memberships: [] });
    const [foreign, missing] = [await wholeOf(stranger, id), await wholeOf(stranger, randomUUID())];
    expect([foreign.status, (foreign.body as { code: string }).code]).toEqual([
      missing.status,
      (missing.body as { code: string }).code,
    ]);
    expect(foreign.status).toBe(404);
    const { rows } = await test.owner.query(
      `select 1 from audit_entries where action = 'customers.readTaxIdentificationNumber' and object_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('stays when a form sends its mask or nothing, and changes when it is typed or emptied', async () => {
    const { id } = (await create(one)).body as Customer;
    expect((await put(id, {})).status).toBe(200);
    expect(await storedOf(id)).toBe(one);
    expect((await put(id, { taxIdentificationNumber: mask })).status).toBe(200);
    expect(await storedOf(id)).toBe(one);
    expect((await put(id, { taxIdentificationNumber: other })).body).toMatchObject({
      taxIdentificationNumber: '•••••••••19',
    });
    const stale = await put(id, { taxIdentificationNumber: mask });
    expect([stale.status, stale.body]).toMatchObject([400, fault('taxIdentificationNumberUnclear')]);
    expect((await put(id, { taxIdentificationNumber: null })).body).toMatchObject({
      taxIdentificationNumber: null,
    });
    expect((await wholeOf(admin, id)).body).toEqual({ taxIdentificationNumber: null });
  });

  it('is refused when it is none, also as a mask of nothing', async () => {
    const wrong = await create('36574261890');
    expect([wrong.status, wrong.body]).toMatchObject([400, fault('taxIdentificationNumber')]);
    const nothing = await create(mask);
    expect([nothing.status, nothing.body]).toMatchObject([400, fault('taxIdentificationNumberUnclear')]);
  });

  it('of two who become one is the one chosen; taken back, both have theirs again', async () => {
    const survivor = (await create(one)).body as Customer;
    const merged = (await create(other)).body as Customer;
    const answer = await post(`/customers/${survivor.id}/merge`, {
      mergedId: merged.id,
      rowVersion: survivor.rowVersion,
      mergedRowVersion: merged.rowVersion,
      draft: { ...draft, taxIdentificationNumber: '•••••••••19' },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('•••••••••19')]);
    expect(await storedOf(survivor.id)).toBe(other);
    expect((await post(`/customers/${survivor.id}/merge/undo`, {})).status).toBe(200);
    expect([await storedOf(survivor.id), await storedOf(merged.id)]).toEqual([one, other]);
  });

  it('is forgotten as soon as an erasure is asked for, of records merged in as well', async () => {
    const survivor = (await create(one)).body as Customer;
    const merged = (await create(other)).body as Customer;
    await post(`/customers/${survivor.id}/merge`, {
      mergedId: merged.id,
      rowVersion: survivor.rowVersion,
      mergedRowVersion: merged.rowVersion,
      draft: { ...draft, iban: 'DE89 3704 0044 0532 0130 00' },
    });
    const contract = await world.addContract(
      tenantA,
      survivor.id,
      await world.addTariff(tenantA, 'Rente', 1),
    );
    await test.owner.query(
      `update contracts set start_date = '2010-01-01', end_date = '2024-01-01' where tenant_id = $1 and id = $2`,
      [tenantA, contract],
    );
    const asked = await post(`/customers/${survivor.id}/erase`, { basis: 'noLongerNeeded' });
    expect(asked.body).toMatchObject({ state: 'waiting' });
    expect([await storedOf(survivor.id), await storedOf(merged.id)]).toEqual([null, null]);
    const { rows } = await test.owner.query<{ before: string }>(
      'select before::text from customer_merges where tenant_id = $1 and survivor_id = $2',
      [tenantA, survivor.id],
    );
    expect(rows.map(({ before }) => [before.includes(one ?? ''), before.includes(other ?? '')])).toEqual([
      [false, false],
    ]);
    expect(rows[0]?.before).toContain('Groß');
  });

  it('leaves in files of the list masked only', async () => {
    await create(one);
    const file = await server.get(admin, '/customers?format=csv&search=gross');
    expect(file.status).toBe(200);
    expect(file.text).toContain('Steuer-Identifikationsnummer');
    expect(file.text).toContain(mask);
    expect(file.text).not.toContain(one);
  });

  it('is judged by the database as by the form', async () => {
    const shape = fc
      .tuple(fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }), fc.constantFrom('', '0', '5', '55'))
      .map(([digits, more]) => `${digits.join('')}${more}${one}`.slice(0, 11));
    // A right number with another check digit is one right number of ten.
    const lastDigits = Array.from({ length: 10 }, (_, digit) => [
      `${one?.slice(0, 10)}${digit}`,
      `1123456780${digit}`,
    ]).flat();
    const others = ['36574261890', '01234567885', '11111111111', '12345678903', '', '3657426180x'];
    const samples = [one, other, ...others, ...fc.sample(shape, 300), ...lastDigits];
    const { rows } = await test.owner.query<{ digits: string; valid: boolean }>(
      `select digits, is_valid_tax_identification_number(digits) as valid from unnest($1::text[]) with ordinality t (digits, place)
        order by place`,
      [samples],
    );
    expect(rows.map(({ valid }) => valid)).toEqual(
      samples.map((digits) => isTaxIdentificationNumber(digits ?? '')),
    );
    expect(rows.filter(({ valid }) => valid).length).toBeGreaterThan(3);
  });
});
