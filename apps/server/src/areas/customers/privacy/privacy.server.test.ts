import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addBankLink } from '../../../../test/add-bank-link.ts';
import { codeOf, contractHouse } from '../../../../test/contract-house.ts';
import { south, tenantA } from '../../../../test/contract-world.ts';
import { eraseByNight, notShown } from '../../../../test/erase-by-night.ts';
import { unzip } from '../../../../test/unzip.ts';
import { findAuditBreaks } from '../../../platform/audit/find-audit-breaks.ts';
import { archiveSections } from './archive-sections.ts';

const { test, world, server, admin, tariff, post, run } = contractHouse();

/** A customer with an ended contract, a completed consultation and a document, all of `day`. */
async function addCustomer(day: string, keptUntil: string) {
  const customer = await world.addCustomer(tenantA, { email: 'anna@example.de' });
  const contract = await world.addContract(tenantA, customer.id, tariff, {
    start_date: '2001-01-01',
    end_date: day,
  });
  await world.recordEnd(contract, day);
  const [consultation, document, user] = [randomUUID(), randomUUID(), randomUUID()];
  await run(
    `insert into consultations (tenant_id, id, customer_id, consultation_kind, initiative, started_at, completed_at, state, created_by)
     values ($1, $2, $3, 'other', 'customer', $4, $4, 'completed', $5)`,
    consultation,
    customer.id,
    `${day}T10:00:00Z`,
    admin,
  );
  await run('insert into consultation_contracts values ($1, $2, $3)', consultation, contract);
  await run(
    `insert into documents (tenant_id, id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size,
       content_hash, content, retention_until, created_by) values ($1, $2, $3, $4, 'other', 'Antrag', '../Antrag.pdf',
       'application/pdf', 5, sha256('%PDF-'), '%PDF-', $5, $6)`,
    document,
    customer.id,
    contract,
    keptUntil,
    admin,
  );
  await run(
    `insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value) values ($1, $2, $3, true, 1234.5, 1234.5)`,
    contract,
    day,
  );
  await run(
    `insert into users (tenant_id, id, user_name, full_name, role_id, customer_id) values ($1, $2, $3, 'Anna Müller', $1, $4)`,
    user,
    `${user}@kunde.example`,
    customer.id,
  );
  return { id: customer.id, contract, consultation, document, user };
}

const consent = {
  consentKind: 'mail',
  decision: 'given',
  textVersion: '2026-01',
  consentText: 'Ja, <b>gern</b>',
  decidedOn: '2026-01-02',
};

describe('data protection of a customer', () => {
  it('keeps every decision about a consent, with its version', async () => {
    const { id } = await world.addCustomer(tenantA);
    const path = `/customers/${id}/consents`;
    expect(codeOf(await post(admin, path, { ...consent, decision: 'withdrawn' }))).toEqual([
      409,
      'customers.consentNotGiven',
    ]);
    expect(codeOf(await post(admin, path, { ...consent, textVersion: ' ' }))).toEqual([
      400,
      'common.validationFailed',
    ]);
    expect((await post(admin, path, { ...consent, decidedOn: '2999-01-01' })).status).toBe(400);
    expect((await post(admin, path, consent)).status).toBe(200);
    const withdrawn = await post(admin, path, {
      ...consent,
      decision: 'withdrawn',
      textVersion: null,
      decidedOn: '2026-02-03',
    });
    expect(withdrawn.body).toMatchObject({
      consents: [
        { decision: 'withdrawn', textVersion: '2026-01', decidedOn: '2026-02-03' },
        { decision: 'given', textVersion: '2026-01', consentText: 'Ja, <b>gern</b>' },
      ],
    });
    await expect(
      test.database.transaction({ tenantId: tenantA, userId: null }, (_transaction, client) =>
        client.query(`update customer_consents set decision = 'given'`),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('is read and changed by rights of their own; foreign customers are missing ones', async () => {
    const { id } = await world.addCustomer(tenantA);
    const assistant = await server.caller({
      permissions: ['customers.view', 'customers.edit', 'customers.export', 'contracts.view'],
    });
    const stranger = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    const seen = await server.get(assistant, `/customers/${id}/privacy`);
    expect(seen.body).toMatchObject({ mayEdit: true, mayExport: false, mayErase: false });
    expect((await server.get(assistant, `/customers/${id}/export`)).status).toBe(403);
    const calls: readonly (readonly ['GET' | 'POST', string, unknown?])[] = [
      ['POST', 'erase', { basis: 'objection' }],
      ['POST', 'erase/withdraw'],
      ['POST', 'legal-hold', { isHeld: true, reason: 'Streit' }],
      ['POST', 'consents', consent],
      ['GET', 'privacy'],
      ['GET', 'export'],
    ];
    for (const [method, path, body] of calls) {
      const foreign = await server.call(stranger, method, `/customers/${id}/${path}`, {
        ...(body === undefined ? {} : { body }),
        headers: { 'idempotency-key': randomUUID() },
      });
      expect([path, foreign.status]).toEqual([path, 404]);
    }
    for (const [, path, body] of calls.slice(0, 3)) {
      expect((await post(assistant, `/customers/${id}/${path}`, body)).status).toBe(403);
    }
    const client = await server.caller({ ownCustomerId: id });
    expect((await server.get(client, `/customers/${id}/privacy`)).status).toBe(404);
  });

  it('exports everything as an archive, and the log says so', async () => {
    const one = await addCustomer('2020-05-06', '2999-12-31');
    await run('update contracts set guaranteed_level = 0.85 where tenant_id = $1 and id = $2', one.contract);
    await run(`update customers set last_name = '<Müller>' where tenant_id = $1 and id = $2`, one.id);
    await post(admin, `/customers/${one.id}/consents`, consent);
    await addBankLink(test.owner, tenantA, { invitedBy: admin, customerId: one.id });
    const answer = await server.get(admin, `/customers/${one.id}/export`);
    expect(answer.status).toBe(200);
    const files = unzip(answer.bytes);
    expect([...files.keys()]).toEqual(['auskunft.html', 'daten.json', 'dokumente/001___Antrag.pdf']);
    expect(files.get('dokumente/001___Antrag.pdf')?.toString()).toBe('%PDF-');
    const data = JSON.parse(files.get('daten.json')?.toString() ?? '') as Record<string, unknown[]>;
    expect(data).toMatchObject({
      agreements: [{ subject: 'bank', way: 'invitation', version: '2026-11-2' }],
      masterData: [{ lastName: '<Müller>', email: 'anna@example.de', dateOfBirth: '1964-04-03' }],
      access: [{ fullName: 'Anna Müller' }],
      contracts: [{ endDate: '2020-05-06', guaranteedLevel: 0.85, tariff: 'Zukunft' }],
      valueHistory: [{ valuationDate: '2020-05-06', totalValue: 1234.5 }],
      consultations: [{ state: 'completed' }],
      consultedContracts: [{ startedAt: expect.any(String) }],
      consents: [{ consentKind: 'mail', textVersion: '2026-01' }],
      documents: [{ title: 'Antrag' }],
      bankLinks: [
        { bank: 'Bank eins', consentedAt: '2026-01-02T09:30:00.000Z', consentVersion: '2026-11-2' },
      ],
      log: [{ action: 'Einwilligung erfasst', actor: 'Person' }],
    });
    const page = files.get('auskunft.html')?.toString() ?? '';
    expect(page).toContain('&lt;Müller&gt;');
    expect(page).toContain('1.234,50');
    expect(page).toContain('Werbung per E-Mail');
    expect(page).not.toContain('Berta');
    const entries = await run(
      `select details from audit_entries where tenant_id = $1 and action = 'customers.exportData' and object_id = $2`,
      one.id,
    );
    expect(entries.rows).toEqual([{ details: { rowCount: expect.any(Number), fileCount: 1 } }]);
  });

  it('shows every table that refers to customers and contracts', async () => {
    const { rows } = await test.owner.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid in ('customers'::regclass, 'contracts'::regclass)`,
    );
    const shown = new Set(archiveSections.map(({ table }) => table));
    // The result of planning is the plan, that of a year's letters the document: both are shown. The result of a check is the score and the hints, which are shown; a pair that is no pair says nothing of a person.
    const left = rows.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(left.toSorted()).toEqual(notShown);
  });

  it('shows what hangs on such a table as well, or why not', async () => {
    const { rows } = await test.owner.query<{ name: string }>(
      `with recursive known as (
         select 'customers'::regclass as id union select 'contracts'::regclass
         union select c.conrelid from pg_constraint c join known k on c.confrelid = k.id
          where c.contype = 'f' and c.confrelid <> 'users'::regclass)
       select id::regclass::text as name from known`,
    );
    const shown = new Set(archiveSections.map(({ table }) => table));
    const left = rows.map(({ name }) => name).filter((name) => !shown.has(name));
    // A receipt and a request stand with their document; one-time addresses and public results repeat what is shown and
    // end by themselves; who of the house reads a depot or was told of a note
    // says nothing of the customer. A sign-in at a bank that is not answered yet holds nothing, and a registration ends with the access it leads to.
    expect(left.toSorted()).toEqual([
      ...notShown.slice(0, -1),
      'depot_analysis_bank_sign_ins',
      'document_receipts',
      'note_mentions',
      'public_reports',
      'registrations',
      'report_urls',
      'signature_requests',
      'trader_depot_readers',
      'year_end_rows',
    ]);
  });

  it('refuses to erase while contracts run or a hold stands', async () => {
    const { id } = await world.addCustomer(tenantA);
    const contract = await world.addContract(tenantA, id, tariff);
    const erase = () => post(admin, `/customers/${id}/erase`, { basis: 'noLongerNeeded' });
    expect(codeOf(await erase())).toEqual([409, 'customers.retentionActive']);
    await run(`delete from contracts where tenant_id = $1 and id = $2`, contract);
    const hold = (isHeld: boolean, reason = 'Rechtsstreit') =>
      post(admin, `/customers/${id}/legal-hold`, { isHeld, reason });
    expect((await hold(true, ' ')).status).toBe(400);
    expect((await hold(true)).body).toMatchObject({ holds: [{ reason: 'Rechtsstreit', liftedAt: null }] });
    expect(codeOf(await hold(true))).toEqual([409, 'customers.holdUnchanged']);
    expect(codeOf(await erase())).toEqual([409, 'customers.legalHold']);
    await expect(run('delete from customers where tenant_id = $1 and id = $2', id)).rejects.toMatchObject({
      constraint: 'customers_legal_hold',
    });
    expect((await hold(false, 'Vergleich')).status).toBe(200);
    expect((await erase()).body).toMatchObject({ state: 'erased', keptUntil: null, rowCount: 1 });
    expect((await server.get(admin, `/customers/${id}`)).status).toBe(404);
  });

  it('erases now what nobody wants kept, and the rest by night after its day, with a receipt', async () => {
    const one = await addCustomer('2020-05-06', '2030-12-31');
    await run(`insert into funds (tenant_id, id, isin, name) values ($1, 77, 'IE00B4L5Y983', 'Welt')`);
    await run(
      `with p as (insert into contract_payments values ($1, default, $2, 'stated', '2020-01-02', 1000, 'hand'))
       insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, movement_source)
       select $1, $2, 77, 'purchase', day::date, 1, 'hand' from unnest(array['2019-01-02', '2019-01-03']) day`,
      one.contract,
    );
    const path = `/customers/${one.id}`;
    const seen = await server.get(admin, `${path}/privacy`);
    expect(seen.body).toMatchObject({
      outlook: {
        state: 'kept',
        until: '2030-12-31',
        kept: [
          { area: 'contracts', count: 1, until: '2030-12-31' },
          { area: 'consultations', count: 1, until: '2030-12-31' },
          { area: 'documents', count: 1, until: '2030-12-31' },
        ],
      },
    });
    const asked = await post(admin, `${path}/erase`, { basis: 'consentWithdrawn' });
    expect(asked.body).toMatchObject({ state: 'waiting', keptUntil: '2030-12-31' });
    expect(codeOf(await post(admin, `${path}/erase`, { basis: 'objection' }))).toEqual([
      409,
      'customers.erasureWaiting',
    ]);
    const waiting = { email: null, isBlocked: true, isErasureWaiting: true };
    expect((await server.get(admin, path)).body).toMatchObject(waiting);
    expect(codeOf(await post(admin, `${path}/block`, { isBlocked: false, reason: null }))).toEqual([
      409,
      'customers.erasureWaiting',
    ]);
    const user = await run(
      'select full_name, is_inactive from users where tenant_id = $1 and id = $2',
      one.user,
    );
    expect(user.rows).toEqual([{ full_name: 'Gelöschter Zugang', is_inactive: true }]);
    await expect(
      run('delete from consultations where tenant_id = $1 and id = $2', one.consultation),
    ).rejects.toMatchObject({ constraint: 'consultations_immutable' });

    // Ten years later: the same rows, made older; a document that came meanwhile keeps all of it once more.
    await makeOlder(one.consultation, '2010-05-06');
    await run(`update contracts set end_date = '2010-05-06' where tenant_id = $1 and id = $2`, one.contract);
    await world.recordEnd(one.contract, '2010-05-06');
    await run(
      `update customer_erasures set kept_until = '2020-12-31' where tenant_id = $1 and customer_id = $2`,
      one.id,
    );
    await eraseByNight(test);
    expect((await server.get(admin, path)).status).toBe(200);
    await test.owner.query('alter table documents disable trigger refuse_content_change');
    await run(
      `update documents set retention_until = '2020-12-31' where tenant_id = $1 and id = $2`,
      one.document,
    );
    await test.owner.query('alter table documents enable trigger refuse_content_change');
    await run(
      `update customer_erasures set kept_until = '2020-12-31' where tenant_id = $1 and customer_id = $2`,
      one.id,
    );
    await post(admin, `${path}/legal-hold`, { isHeld: true, reason: 'Prüfung' });
    await eraseByNight(test);
    expect((await server.get(admin, path)).status).toBe(200);
    await post(admin, `${path}/legal-hold`, { isHeld: false, reason: 'Erledigt' });
    await eraseByNight(test);

    expect((await server.get(admin, path)).status).toBe(404);
    for (const table of ['contracts', 'consultations', 'documents', 'customer_consents']) {
      const { rows } = await run(`select 1 from ${table} where tenant_id = $1 and customer_id = $2`, one.id);
      expect([table, rows]).toEqual([table, []]);
    }
    const receipts = (await server.get(admin, '/customers/erasures')).body as Record<string, unknown>[];
    const receipt = receipts.find(({ customerId }) => customerId === one.id);
    const contentHash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(receipt).toMatchObject({ state: 'erased', basis: 'consentWithdrawn', contentHash });
    expect(receipt?.['contentHash']).not.toBe(createHash('sha256').digest('hex'));
    const counted = await run(
      'select row_counts as counts from customer_erasures where tenant_id = $1 and customer_id = $2',
      one.id,
    );
    expect(counted.rows).toMatchObject([
      { counts: { fund_movements: 2, contract_payments: 1, contracts: 1 } },
    ]);
    await expect(run('delete from customer_erasures where tenant_id = $1')).rejects.toMatchObject({
      constraint: 'customer_erasures_final',
    });
    const entry = await run(
      `select details->>'contentHash' as hash from audit_entries where tenant_id = $1 and action = 'customers.erase' and object_id = $2`,
      one.id,
    );
    expect(entry.rows).toEqual([{ hash: receipt?.['contentHash'] }]);
    expect(await findAuditBreaks(test.database, tenantA)).toEqual([]);
    const southerner = await server.caller({
      permissions: ['customers.erase'],
      memberships: [{ groupId: south, groupRights: ['groupCustomers.edit'] }],
    });
    expect((await server.get(southerner, '/customers/erasures')).body).toEqual([]);
  });

  it('takes a request back', async () => {
    const one = await addCustomer('2020-05-06', '2030-12-31');
    const path = `/customers/${one.id}/erase`;
    expect(codeOf(await post(admin, `${path}/withdraw`))).toEqual([409, 'customers.noErasureWaiting']);
    await post(admin, path, { basis: 'objection' });
    expect((await post(admin, `${path}/withdraw`)).body).toMatchObject({ state: 'withdrawn' });
    expect((await server.get(admin, `/customers/${one.id}/privacy`)).body).toMatchObject({ erasure: null });
  });
});

async function makeOlder(consultation: string, day: string): Promise<void> {
  await test.owner.query('alter table consultations disable trigger refuse_completed_change');
  await run(
    'update consultations set started_at = $3, completed_at = $3 where tenant_id = $1 and id = $2',
    consultation,
    `${day}T10:00:00Z`,
  );
  await test.owner.query('alter table consultations enable trigger refuse_completed_change');
}
