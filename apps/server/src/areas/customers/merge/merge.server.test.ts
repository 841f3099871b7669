import { randomUUID } from 'node:crypto';
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { describe, expect, it } from 'vitest';
import { codeOf, contractHouse } from '../../../../test/contract-house.ts';
import { north, south, tenantA } from '../../../../test/contract-world.ts';
import { comesSince, ownedTables } from './owned-tables.ts';

const { test, world, server, admin, tariff, post, run } = contractHouse();

const draft: CustomerDraft = {
  ...emptyDraft(customerFields),
  groupId: south,
  externalKey: 'K-7',
  title: 'Dr.',
  firstName: 'Anna',
  lastName: 'Müller',
  dateOfBirth: '1964-04-03',
  email: 'anna@example.de',
};

/** Two records of one person: the second one with a contract and evidence that cannot be changed. */
async function addPair(lastName: string) {
  const first = await world.addCustomer(tenantA, { lastName, groupId: south });
  const second = await world.addCustomer(tenantA, { lastName, email: 'anna@example.de' });
  await run(
    `update customers set external_key = $3 where tenant_id = $1 and id = $2`,
    second.id,
    `K-${lastName.length}-${randomUUID().slice(0, 4)}`,
  );
  const contract = await world.addContract(tenantA, second.id, tariff);
  await run(
    `insert into consultations (tenant_id, customer_id, consultation_kind, initiative, started_at, completed_at, state, created_by)
     values ($1, $2, 'other', 'customer', now(), now(), 'completed', $3)`,
    second.id,
    admin,
  );
  await run(
    `insert into documents (tenant_id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash,
       content, retention_until, created_by) values ($1, $2, 'other', 'T', 'f.pdf', 'application/pdf', 1, sha256('x'), 'x',
       '2999-12-31', $3)`,
    second.id,
    admin,
  );
  return { first: first.id, second: second.id, contract };
}
const merge = (token: string, survivorId: string, mergedId: string, change: object = {}) =>
  post(token, `/customers/${survivorId}/merge`, {
    mergedId,
    rowVersion: 1,
    mergedRowVersion: 2,
    draft,
    ...change,
  });

const version = async (id: string): Promise<number | undefined> => {
  const { rows } = await run(
    'select row_version as version from customers where tenant_id = $1 and id = $2',
    id,
  );
  return (rows as { version: number }[])[0]?.version;
};

describe('customers who may be one', () => {
  it('move with everything they own: each table that refers to customers is known', async () => {
    const { rows } = await test.owner.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'customers'::regclass`,
    );
    // Tags are joined; what was said of both, and what a change of many did to either, stays with the one it was said of.
    const others = ['customer_tags', 'customer_merges', 'customer_distinctions', 'customer_change_rows'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...ownedTables, ...others].toSorted());
  });

  it('are proposed, never for one likeness alone, and not after somebody has told them apart', async () => {
    const { first, second } = await addPair('Maier');
    const son = await world.addCustomer(tenantA, { lastName: 'Maier', dateOfBirth: '1999-01-01' });
    const of = async (id: string) =>
      (
        (await server.get(admin, `/customers/${id}/duplicates`)).body as { candidates: { id: string }[] }
      ).candidates.map((each) => each.id);
    expect(await of(first)).toEqual([second]);
    expect(await of(son.id)).toEqual([]);
    const northerner = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    expect((await server.get(northerner, `/customers/${first}/duplicates`)).status).toBe(404);
    expect((await server.get(northerner, '/customers/duplicates')).body).toEqual([]);
    expect((await server.get(admin, '/customers/duplicates')).body).toEqual([
      expect.objectContaining({ likenesses: ['name', 'dateOfBirth'] }),
    ]);
    expect((await post(admin, `/customers/${first}/distinct`, { otherId: second })).status).toBe(204);
    expect(await of(first)).toEqual([]);
  });

  it('are told of while one is entered, to those who may enter and see them', async () => {
    const known = await world.addCustomer(tenantA, {
      firstName: 'Özlem',
      lastName: 'Groß',
      groupId: south,
      email: 'oezlem@firma.example',
    });
    const entered = {
      firstName: ' özlem ',
      lastName: 'GROSS',
      companyName: null,
      dateOfBirth: '1964-04-03' as string | null,
      email: null as string | null,
    };
    const likely = (token: string, change: Partial<typeof entered> = {}) =>
      server.call(token, 'POST', '/customers/likely', { body: { ...entered, ...change } });
    expect((await likely(admin)).body).toEqual([
      expect.objectContaining({ id: known.id, likenesses: ['name', 'dateOfBirth'] }),
    ]);
    const byMail = { dateOfBirth: null, email: 'OEZLEM@firma.example' };
    expect((await likely(admin, byMail)).body).toEqual([
      expect.objectContaining({ id: known.id, likenesses: ['name', 'email'] }),
    ]);
    for (const dateOfBirth of [null, '2026-02-30', 'EW-23-0000185', '0000-01-01'])
      expect(await likely(admin, { dateOfBirth })).toMatchObject({ status: 200, body: [] });
    expect((await likely(admin, { ...byMail, dateOfBirth: '1990-01-01' })).body).toEqual([]);
    const northerner = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    expect((await likely(northerner)).body).toEqual([]);
    expect((await likely(await server.caller({ permissions: ['customers.view'] }))).status).toBe(403);
  });

  it('become one with the values chosen; the address leads on; it can be taken back', async () => {
    const { first, second, contract } = await addPair('Müller');
    const assistant = await server.caller({ permissions: ['customers.view', 'customers.edit'] });
    expect((await merge(assistant, first, second)).status).toBe(403);
    expect((await merge(admin, first, randomUUID())).status).toBe(404);
    expect(codeOf(await merge(admin, first, second, { rowVersion: 9 }))).toEqual([
      412,
      'common.versionConflict',
    ]);
    const merged = await merge(admin, first, second, { draft: { ...draft, externalKey: 'K-8' } });
    expect([merged.status, merged.body]).toEqual([
      200,
      expect.objectContaining({ id: first, email: 'anna@example.de', title: 'Dr.', contractCount: 1 }),
    ]);
    expect((await server.get(admin, `/customers/${second}`)).status).toBe(404);
    expect((await server.get(admin, `/customers/${second}/survivor`)).body).toEqual({ id: first });
    for (const table of ['consultations', 'documents', 'contracts']) {
      const { rows } = await run(`select 1 from ${table} where tenant_id = $1 and customer_id = $2`, first);
      expect([table, rows.length]).toEqual([table, 1]);
    }
    await expect(
      run(`update documents set title = 'Anders' where tenant_id = $1 and customer_id = $2`, first),
    ).rejects.toMatchObject({ constraint: 'documents_immutable' });

    expect((await post(admin, `/customers/${first}/merge/undo`)).body).toMatchObject({
      email: null,
      contractCount: 0,
    });
    const back = await server.get(admin, `/customers/${second}`);
    expect(back.body).toMatchObject({ email: 'anna@example.de', contracts: [{ id: contract }] });
    expect((await server.get(admin, `/customers/${second}/survivor`)).status).toBe(404);
    expect(codeOf(await post(admin, `/customers/${first}/merge/undo`))).toEqual([
      409,
      'customers.mergeBuiltOn',
    ]);
  });

  it('are found by the numbers they had before, unless another day of birth says otherwise', async () => {
    const { first, second } = await addPair('Nummer');
    const { rows } = await run(
      'select external_key as key from customers where tenant_id = $1 and id = $2',
      second,
    );
    const [{ key }] = rows as [{ key: string }];
    expect((await merge(admin, first, second, { draft: { ...draft, externalKey: 'K-N1' } })).status).toBe(
      200,
    );
    const entered = {
      externalKey: key,
      firstName: 'Annemarie',
      lastName: 'Anders',
      companyName: null,
      dateOfBirth: null,
      email: null,
    };
    const likely = (token: string, change: object = {}) =>
      server.call(token, 'POST', '/customers/likely', { body: { ...entered, ...change } });
    expect((await likely(admin)).body).toEqual([
      expect.objectContaining({ id: first, likenesses: ['number'] }),
    ]);
    expect((await likely(admin, { dateOfBirth: '1990-01-01' })).body).toEqual([]);
    const northerner = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    expect((await likely(northerner)).body).toEqual([]);

    const newcomer = await world.addCustomer(tenantA, {
      firstName: 'Annemarie',
      lastName: 'Anders',
      dateOfBirth: '1964-04-03',
      groupId: south,
    });
    await run('update customers set external_key = $3 where tenant_id = $1 and id = $2', newcomer.id, key);
    const duplicatesOf = async (id: string) =>
      ((await server.get(admin, `/customers/${id}/duplicates`)).body as { candidates: object[] }).candidates;
    const pair = { likenesses: ['number', 'dateOfBirth'] };
    expect(await duplicatesOf(first)).toContainEqual(expect.objectContaining({ id: newcomer.id, ...pair }));
    expect(await duplicatesOf(newcomer.id)).toEqual([expect.objectContaining({ id: first, ...pair })]);
    const pairsOf = async (token: string) =>
      ((await server.get(token, '/customers/duplicates')).body as { likenesses: string[] }[]).filter(
        ({ likenesses }) => likenesses.includes('number'),
      );
    expect(await pairsOf(admin)).toHaveLength(1);
    expect(await pairsOf(northerner)).toEqual([]);
    // Merged once more, the numbers of all lead to the last one.
    const last = await world.addCustomer(tenantA, { lastName: 'Zuletzt', groupId: south });
    const again = await merge(admin, last.id, first, {
      rowVersion: 1,
      mergedRowVersion: (await version(first)) ?? 0,
      draft: { ...draft, externalKey: 'K-N2' },
    });
    expect(again.status).toBe(200);
    expect((await likely(admin)).body).toEqual([expect.objectContaining({ id: last.id })]);
    expect((await likely(admin, { externalKey: 'K-N1' })).body).toEqual([
      expect.objectContaining({ id: last.id }),
    ]);
    await post(admin, `/customers/${last.id}/merge/undo`);
    expect((await likely(admin)).body).toEqual([expect.objectContaining({ id: first })]);
  });

  it('become one with an old value that stands in one of them; another one is refused', async () => {
    const { first, second } = await addPair('Bestand');
    for (const [id, phone] of [
      [first, 'unbekannt'],
      [second, 'fehlt'],
    ])
      await run(
        `update customers set phone_number = $3, postal_code = '1067' where tenant_id = $1 and id = $2`,
        id,
        phone,
      );
    const old = {
      ...draft,
      lastName: 'Bestand',
      externalKey: 'K-B1',
      postalCode: '1067',
      phoneNumber: 'fehlt',
    };
    const versions = { rowVersion: await version(first), mergedRowVersion: await version(second) };
    const worse = await merge(admin, first, second, { ...versions, draft: { ...old, phoneNumber: 'weg' } });
    expect(worse.body).toMatchObject({ validation: [{ path: 'phoneNumber', code: 'phoneNumber' }] });
    const merged = await merge(admin, first, second, { ...versions, draft: old });
    expect([merged.status, merged.body]).toEqual([
      200,
      expect.objectContaining({ phoneNumber: 'fehlt', postalCode: '1067' }),
    ]);
  });

  it('stay one when something was decided for them since, and are forgotten in every record', async () => {
    const { first, second, contract } = await addPair('Krause');
    expect((await merge(admin, first, second)).status).toBe(200);
    await run(
      `insert into customer_consents (tenant_id, customer_id, consent_kind, decision, text_version, decided_on, recorded_by)
       values ($1, $2, 'mail', 'withdrawn', '1', '2026-01-01', $3)`,
      first,
      admin,
    );
    expect(codeOf(await post(admin, `/customers/${first}/merge/undo`))).toEqual([
      409,
      'customers.mergeBuiltOn',
    ]);
    await run(
      `update contracts set start_date = '2015-01-01', end_date = '2020-05-06' where tenant_id = $1 and id = $2`,
      contract,
    );
    const asked = await post(admin, `/customers/${first}/erase`, { basis: 'consentWithdrawn' });
    expect(asked.body).toMatchObject({ state: 'waiting' });
    const { rows } = await run(
      `select count(*)::int as count from customers u left join customer_merges m on m.tenant_id = u.tenant_id and m.survivor_id = $2
        where u.tenant_id = $1 and u.id in ($2, $3) and (u.email is not null or m.before::text like '%anna@example.de%')`,
      first,
      second,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('are taken apart with one line of their history each, not once something came that was said of both', async () => {
    const { first, second } = await addPair('Sander');
    const made = { draft: { ...draft, externalKey: 'K-31' } };
    expect((await merge(admin, first, second, made)).status).toBe(200);
    expect((await post(admin, `/customers/${first}/merge/undo`)).status).toBe(200);
    const again = { ...made, rowVersion: await version(first), mergedRowVersion: await version(second) };
    expect((await merge(admin, first, second, again)).status).toBe(200);
    const history = await server.get(admin, `/customers/${first}/history`);
    const titles = (history.body as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Kunden zusammengeführt'))).toHaveLength(2);
    expect(titles.filter((title) => title.startsWith('Zusammenführung zurückgenommen'))).toHaveLength(1);
    expect(ownedTables.filter((table) => !comesSince.some(([known]) => known === table))).toEqual([
      'workbench_tasks',
    ]);
    await run(
      `insert into notes (tenant_id, customer_id, note_text, visibility, created_by, created_at) values ($1, $2, 'Ruft an', 'group', $3, now())`,
      first,
      admin,
    );
    const refused = await post(admin, `/customers/${first}/merge/undo`);
    expect(codeOf(refused)).toEqual([409, 'customers.mergeBuiltOn']);
    expect(refused.text).toContain('Seit der Zusammenführung kam beim Kunden hinzu: Notiz.');
  });

  it('have one history of all that were merged, one after the other, each merge once', async () => {
    const { first, second } = await addPair('Stufe');
    const created = await post(admin, '/customers', { ...draft, externalKey: 'K-40' });
    const { id: third } = created.body as { id: string };
    const into = async (survivor: string, merged: string, externalKey: string) => {
      const versions = { rowVersion: await version(survivor), mergedRowVersion: await version(merged) };
      const answer = await merge(admin, survivor, merged, { ...versions, draft: { ...draft, externalKey } });
      expect([answer.status, codeOf(answer)[1]]).toEqual([200, undefined]);
    };
    await into(second, third, 'K-41');
    await into(first, second, 'K-42');
    const history = await server.get(admin, `/customers/${first}/history`);
    const titles = (history.body as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Kunden zusammengeführt'))).toHaveLength(2);
    expect(titles).toContain('Kunde angelegt');
  });

  it('stay two where both have a sign-in, the same contract or a hold', async () => {
    const { first, second } = await addPair('Schulz');
    const twin = await world.addContract(tenantA, first, tariff, { external_key: 'V 1-2' });
    const other = await world.addContract(tenantA, second, tariff, { external_key: 'V12' });
    expect(codeOf(await merge(admin, first, second))).toEqual([409, 'customers.sameContract']);
    await run('delete from contracts where tenant_id = $1 and id in ($2, $3)', twin, other);
    for (const id of [first, second]) {
      await run(
        `insert into users (tenant_id, user_name, full_name, role_id, customer_id) values ($1, $2, 'A', $1, $3)`,
        `${id}@kunde.example`,
        id,
      );
    }
    expect(codeOf(await merge(admin, first, second))).toEqual([409, 'customers.bothHaveUser']);
    await run('update users set is_inactive = true where tenant_id = $1 and customer_id = $2', second);
    await post(admin, `/customers/${second}/legal-hold`, { isHeld: true, reason: 'Streit' });
    expect(codeOf(await merge(admin, first, second))).toEqual([409, 'customers.legalHold']);
    await run('delete from customer_legal_holds where tenant_id = $1 and customer_id = $2', second);
    const own = { draft: { ...draft, externalKey: 'K-Zugang' } };
    expect((await merge(admin, first, second, own)).status).toBe(200);
    const moved = await run('select 1 from users where tenant_id = $1 and customer_id = $2', first);
    expect(moved.rows).toHaveLength(2);
  });
});
