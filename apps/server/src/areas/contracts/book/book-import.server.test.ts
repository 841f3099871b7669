import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { head, line, useBookWorld } from '../../../../test/book-world.ts';
import { north, tenantA } from '../../../../test/contract-world.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { buildScope } from '../../../platform/scope.ts';
import { undoBook, writeBook } from './advance-book.ts';
import { listLines } from './book-imports.view.ts';

const { context, house, reasons, rows, run, services, test } = useBookWorld();
const linesScope = buildScope({
  ...context,
  userId: randomUUID(),
  ownCustomerId: null,
  permissions: [],
  groups: [],
  memberships: [],
});

describe('a book of business', () => {
  it('makes customers, contracts and holdings from one table, and finds nothing to do the second time', async () => {
    const text = [
      'Bestand der Bank;;',
      head,
      line('K-1', 'Müller', '00 12-34', 'IE00B4L5Y983', '1.000,5'),
      line('K-1', 'Müller', '00 12-34', 'LU0274208692', '3'),
      line('K-2', 'Groß', 'V-2', 'IE00B4L5Y983', '7'),
      'Summe;;;;;;;;1.010,5;;',
    ].join('\r\n');
    const first = await run(text);
    expect(await reasons(first.id)).toEqual([{ reason: null }, { reason: null }, { reason: null }]);
    expect(first.counts).toMatchObject({ rows: 3, refused: 0, created: 3, changed: 0, unchanged: 0 });
    const contracts = await rows(
      `select c.external_key, u.external_key as customer, c.total_value::text, c.group_id from contracts c
         join customers u on u.id = c.customer_id where u.external_key like 'K-%' order by 1`,
    );
    expect(contracts).toEqual([
      { external_key: '00 12-34', customer: 'K-1', total_value: '10536.75', group_id: north },
      { external_key: 'V-2', customer: 'K-2', total_value: '73.50', group_id: north },
    ]);
    const before = await rows('select id, row_version, updated_at from contracts order by id');
    const again = await run(text);
    expect(again.counts).toMatchObject({ rows: 3, refused: 0, created: 0, changed: 0, unchanged: 3 });
    expect(await rows('select id, row_version, updated_at from contracts order by id')).toEqual(before);
    const shares = await rows<{ sum: string }>(
      `select sum(e.fraction)::numeric(9,4)::text as sum from portfolio_entries e group by e.portfolio_id`,
    );
    expect(new Set(shares.map(({ sum }) => sum))).toEqual(new Set(['1.0000']));
  });

  it('writes what changed as a new row of the history, and takes it back', async () => {
    const key = `K-${randomUUID().slice(0, 6)}`;
    const old = await run([head, line(key, 'Wechsel', `${key}-1`, 'IE00B4L5Y983', '5')].join('\n'));
    const later = line(key, 'Wechsel', `${key}1`, 'IE00B4L5Y983', '6').replace('30.10.2026', '20.11.2026');
    const next = await run([head, later].join('\n'));
    expect(next.counts).toMatchObject({ changed: 1, refused: 0 });
    const values = () =>
      rows(
        `select p.valuation_date::text as day, p.is_current, p.total_value::text as value from portfolios p
           join contracts c on c.id = p.contract_id join customers u on u.id = c.customer_id
          where u.external_key = $1 order by 1`,
        key,
      );
    expect(await values()).toEqual([
      { day: '2026-10-30', is_current: false, value: '52.50' },
      { day: '2026-11-20', is_current: true, value: '63.00' },
    ]);
    const blocked = await undoBook(services(), context, old.id, { kind: 'system' });
    expect(blocked).toEqual([`${key}-1 (neuerer Bestand, spätere Übernahme)`]);
    expect(await undoBook(services(), context, next.id, { kind: 'system' })).toEqual([]);
    expect(await values()).toEqual([{ day: '2026-10-30', is_current: true, value: '52.50' }]);
    expect(await undoBook(services(), context, old.id, { kind: 'system' })).toEqual([]);
    expect(await rows('select 1 from customers where external_key = $1', key)).toEqual([]);
  });

  it('writes what changed of a customer alone, names what changes, and changes nobody by refused lines', async () => {
    const reachable = (mail: string, number: string, isin = '', quantity = '') =>
      `K-7;Anna;Seidel;03.04.1964;${mail};${number};Zukunft;01.02.2020;${isin};${quantity};10,50;30.10.2026`;
    const heads = head.replace('Geburtsdatum', 'Geburtsdatum;E-Mail');
    await run([heads, reachable('alt@example.de', 'S-7', 'IE00B4L5Y983', '5')].join('\n'));
    const mailOf = () => rows<{ email: string }>(`select email from customers where external_key = 'K-7'`);
    const changesOf = async (id: string) =>
      (
        await listLines({ database: test.database }, linesScope, id, 'changed', {
          number: 1,
          size: 50,
          offset: 0,
        })
      ).items.map(({ changes }) => changes);

    const refused = await run(
      [heads, reachable('falsch@example.de', 'S-8', '', '')].join('\n').replace('Zukunft', ''),
    );
    expect(refused.counts).toMatchObject({ refused: 1, changed: 0 });
    expect(await mailOf()).toEqual([{ email: 'alt@example.de' }]);

    const mailOnly = [heads, reachable('neu@example.de', 'S-7', 'IE00B4L5Y983', '5')].join('\n');
    const tried = await run(mailOnly, { isDryRun: true });
    expect(tried.counts).toMatchObject({ rows: 1, refused: 0, created: 0, changed: 1, unchanged: 0 });
    expect(await changesOf(tried.id)).toEqual([['E-Mail-Adresse']]);
    await run(mailOnly);
    expect(await mailOf()).toEqual([{ email: 'neu@example.de' }]);

    const both = await run([heads, reachable('neuer@example.de', 'S-7', 'IE00B4L5Y983', '6')].join('\n'));
    expect(both.counts).toMatchObject({ changed: 1, unchanged: 0 });
    expect(await changesOf(both.id)).toEqual([['E-Mail-Adresse', 'Bestand']]);
  });

  it('refuses lines with the reason, and a contract as a whole', async () => {
    const { id, counts } = await run(
      [
        head,
        line('K-8', 'Acht', 'V-8', 'IE00B4L5Y983', '5'),
        line('K-8', 'Acht', 'V-8', 'IE00BKX55T58', '5'),
        line('K-9', 'Neun', 'V-9', 'IE00B4L5Y984', '5'),
        line('K-9', 'Neun', 'V-10', 'IE00B4L5Y983', 'viele'),
        line('', '', 'V-11', 'IE00B4L5Y983', '5'),
        line('K-9', 'Neun', 'V-12', 'IE00B4L5Y983', '5').replace('Zukunft', 'Vergangenheit'),
        // What is missing is said at once, not one thing a check.
        line('K-9', 'Neun', 'V-13', 'IE00B4L5Y983', '5').replace('Zukunft;01.02.2020', ';'),
        line('K-9', 'Neun', 'V-14', 'IE00B4L5Y983', '5').replace('Zukunft;', ';'),
      ].join('\n'),
    );
    expect(counts).toMatchObject({ rows: 8, refused: 8, created: 0 });
    const texts = (await reasons(id)).map(({ reason }) => reason);
    expect(texts[0]).toContain('Zeile 3 dieses Vertrags wurde abgelehnt');
    expect(texts[1]).toBe('Den Fonds IE00BKX55T58 gibt es noch nicht.');
    expect(texts[2]).toContain('ISIN: „IE00B4L5Y984“ ist keine gültige ISIN.');
    expect(texts[3]).toContain('Anteile: „viele“');
    expect(texts[4]).toContain('braucht es Kundennummer oder Namen mit Geburtsdatum');
    expect(texts[5]).toContain('Tarif „Vergangenheit“ ist nicht bekannt');
    expect(texts[6]).toMatch(/„V-13“ .* braucht es einen Tarif und den Beginn\.$/);
    expect(texts[7]).toMatch(/„V-14“ .* braucht es einen Tarif\.$/);
    expect(await rows(`select 1 from customers where external_key in ('K-8', 'K-9')`)).toEqual([]);
  });

  it('never merges by name and birthday without being told, and never against a veto', async () => {
    await house().addCustomer(tenantA, {
      firstName: 'Anna',
      lastName: 'Doppel',
      dateOfBirth: '1964-04-03',
    });
    const text = [head, line('', 'Doppel', 'V-D1', 'IE00B4L5Y983', '5')].join('\n');
    const asked = await run(text);
    expect(asked.counts).toMatchObject({ refused: 1 });
    expect((await reasons(asked.id))[0]?.reason).toContain('Bitte entscheiden Sie');
    const matched = await run(`${text}\n`, { likely: 'match' });
    expect(matched.counts).toMatchObject({ created: 1 });
    expect(await rows(`select 1 from customers where last_name = 'Doppel'`)).toHaveLength(1);
    await run([head, line('K-77', 'Erst', 'V-77', 'IE00B4L5Y983', '5')].join('\n'));
    const veto = await run([head, line('K-77', 'Anders', 'V-78', 'IE00B4L5Y983', '5')].join('\n'));
    expect((await reasons(veto.id))[0]?.reason).toContain('mit anderem Namen oder Geburtsdatum');
    const foreign = await run([head, line('K-78', 'Fremd', 'V-77', 'IE00B4L5Y983', '5')].join('\n'));
    expect((await reasons(foreign.id))[0]?.reason).toContain('gehört zu einem anderen Kunden');
  });

  it('refuses in the check what cannot be stored', async () => {
    const plan = 'Depotnummer;Kundennummer;Nachname;Tarif;Beginn;ISIN;Sparplan-Anteil;Sparrate';
    const bad = await run(
      [
        head,
        line('K 1/2', 'Eins', 'L-1', 'IE00B4L5Y983', '5'),
        line('L-2', 'Zwei', 'L-2', 'IE00B4L5Y983', '-5'),
        line('L-3', 'Drei', 'L-3', 'IE00B4L5Y983', '999.999.999', '999.999'),
        line('L-4', 'Vier', 'L-4', 'IE00B4L5Y983', '5').replace('03.04.1964', '23.11.2026'),
        line('L-5', 'Fünf', 'L-5', 'IE00B4L5Y983', '5').replace('30.10.2026', '23.11.2026'),
        line('L-6', 'Sechs', 'L-6', 'IE00B4L5Y983', '600.000.000', '10'),
        line('L-6', 'Sechs', 'L-6', 'LU0274208692', '600.000.000', '10'),
      ].join('\n'),
    );
    expect(bad.counts).toMatchObject({ rows: 7, refused: 7, created: 0 });
    const texts = (await reasons(bad.id)).map(({ reason }) => reason);
    expect(texts[0]).toContain('Kundennummer: „K 1/2“ ist keine Nummer aus höchstens 50 Buchstaben');
    expect(texts[1]).toBe('Anteile: Der Wert darf nicht unter 0 liegen.');
    expect(texts[2]).toContain('Anteile mal Kurs');
    expect(texts[3]).toContain('Zukunft');
    expect(texts[4]).toContain('Zukunft');
    expect(texts[5]).toContain('zusammen größer');
    const owing = await run([plan, 'L-7;L-7;Sieben;Zukunft;01.02.2020;IE00B4L5Y983;100 %;-5'].join('\n'));
    expect((await reasons(owing.id))[0]?.reason).toBe('Beitrag: Der Wert darf nicht unter 0 liegen.');
  });

  it('refuses at writing what was changed, blocked or numbered since the check', async () => {
    const key = `W-${randomUUID().slice(0, 6)}`;
    await run(
      [1, 2, 3].reduce(
        (text, n) => `${text}\n${line(`${key}-${n}`, 'Wandel', `${key}/${n}`, 'IE00B4L5Y983', '5')}`,
        head,
      ),
    );
    const later = (n: number) =>
      line(`${key}-${n}`, n === 4 ? 'Viertel' : 'Wandel', `${key}/${n}`, 'IE00B4L5Y983', '6').replace(
        '30.10.2026',
        '20.11.2026',
      );
    const checked = await run([head, ...[1, 2, 3, 4].map(later)].join('\n'), { isDryRun: true });
    expect(checked.counts).toMatchObject({ changed: 3, created: 1, refused: 0 });
    await test.owner.query(`update contracts set beneficiary = 'Neu' where external_key = $1`, [`${key}/1`]);
    await test.owner.query(
      `update customers set is_blocked = true, blocked_reason = 'Widerspruch' where external_key = $1`,
      [`${key}-2`],
    );
    const { id: namesake } = await house().addCustomer(tenantA);
    await test.owner.query('update customers set external_key = $2 where id = $1', [namesake, `${key}-4`]);
    await writeBook(services(), context, checked.id, { kind: 'system' });
    expect((await reasons(checked.id)).map(({ reason }) => reason)).toEqual([
      'Der Vertrag wurde seit der Prüfung geändert.',
      'Der Kunde des Vertrags ist gesperrt.',
      null,
      'Der Kunde dieses Vertrags wurde abgelehnt: Die Kundennummer wurde seit der Prüfung vergeben.',
    ]);
    expect(
      await rows(
        'select state, refused_count, changed_count, new_count from book_imports where id = $1',
        checked.id,
      ),
    ).toEqual([{ state: 'done', refused_count: 3, changed_count: 1, new_count: 0 }]);
    expect(
      await rows(
        `select external_key, total_value::text from contracts where external_key like $1 order by 1`,
        `${key}/%`,
      ),
    ).toEqual([
      { external_key: `${key}/1`, total_value: '52.50' },
      { external_key: `${key}/2`, total_value: '52.50' },
      { external_key: `${key}/3`, total_value: '63.00' },
    ]);
  });

  it('is not taken back from under what refers to it', async () => {
    const key = `U-${randomUUID().slice(0, 6)}`;
    const { id } = await run([head, line(key, 'Bleibt', key, 'IE00B4L5Y983', '5')].join('\n'));
    await test.owner.query(
      `insert into trader_depots (tenant_id, issuer_id, external_key, customer_id)
       select $1, 1, $2, id from customers where external_key = $2`,
      [tenantA, key],
    );
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual(['Anna Bleibt (Bankdepot)']);
    await test.owner.query('delete from trader_depots where external_key = $1', [key]);
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([]);
  });

  it('is not taken back from under what somebody adds at the same moment', async () => {
    const somebody = randomUUID();
    for (const [what, statement] of [
      [
        'Löschsperre',
        `with r as (insert into roles (tenant_id, role_name) values ('${tenantA}', 'Prüfer') returning id),
           w as (insert into users (tenant_id, id, user_name, full_name, role_id)
             select '${tenantA}', '${somebody}', 'pruefer@test.example', 'Paula Prüfer', id from r returning id)
         insert into customer_legal_holds (tenant_id, customer_id, reason, set_by)
         select c.tenant_id, c.id, 'Klage', w.id from customers c, w where c.external_key = $1`,
      ],
      [
        'Vorschlag',
        `insert into planned_optimizations (tenant_id, contract_id, mode, state, is_edited, expires_at)
         select tenant_id, id, 'full', 'checked', true, now() + interval '1 day' from contracts where external_key = $1`,
      ],
    ] as const) {
      const key = `G-${randomUUID().slice(0, 6)}`;
      const { id } = await run([head, line(key, `Gleich ${what}`, key, 'IE00B4L5Y983', '5')].join('\n'));
      const undone = meanwhile(
        test,
        tenantA,
        (other) => other.query(statement, [key]),
        () => undoBook(services(), context, id, { kind: 'system' }),
      );
      expect(await undone).toEqual([expect.stringContaining(what)]);
      expect(await rows('select 1 from contracts where external_key = $1', key)).toHaveLength(1);
    }
  });

  it('is taken back with the tasks that came by themselves, not from under one that somebody took', async () => {
    const key = `A-${randomUUID().slice(0, 6)}`;
    const { id } = await run([head, line(key, 'Aufgabe', key, 'IE00B4L5Y983', '5')].join('\n'));
    await test.owner.query(
      `insert into workbench_tasks (tenant_id, task_type, severity, customer_id, contract_id, group_id, cause_key)
       select tenant_id, 'profileExpiring', 1, customer_id, id, group_id, id::text from contracts where external_key = $1`,
      [key],
    );
    const become = (status: string) =>
      test.owner.query(
        `update workbench_tasks set status = $1, done_at = case when $1 = 'done' then now() end where cause_key =
           (select id::text from contracts where external_key = $2)`,
        [status, key],
      );
    await become('done');
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([
      `${key} (Aufgabe in Arbeit)`,
      'Anna Aufgabe (Aufgabe in Arbeit)',
    ]);
    await become('open');
    await test.owner.query(`insert into tags (tenant_id, tag_name, colour) values ($1, $2, '#005f73')`, [
      tenantA,
      key,
    ]);
    await test.owner.query(
      `insert into contract_tags (tenant_id, contract_id, tag_id)
       select c.tenant_id, c.id, t.id from contracts c join tags t on t.tag_name = c.external_key where t.tag_name = $1`,
      [key],
    );
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([`${key} (Schlagwort)`]);
    await test.owner.query(
      'delete from contract_tags where tag_id = (select id from tags where tag_name = $1)',
      [key],
    );
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([]);
    expect(await rows('select 1 from contracts where external_key = $1', key)).toEqual([]);
  });

  it('is taken back with what a published tariff made of it by itself, not from under what somebody decided', async () => {
    const key = `A-${randomUUID().slice(0, 6)}`;
    const { id } = await run([head, line(key, 'Tarif', key, 'IE00B4L5Y983', '5')].join('\n'));
    const change = (statement: string) => test.owner.query(statement, [key]);
    const contract = 'from contracts where external_key = $1';
    // The look at the contracts of a version that was published: figures on the contract and, continuously, a plan.
    await change(`update contracts set contract_score = 70, score_calculated_at = now(), hint_count = 1, hint_mask = 1,
      highest_hint_severity = 1 where external_key = $1`);
    await change(`insert into planned_optimizations (tenant_id, contract_id, mode, state, expires_at)
      select tenant_id, id, 'full', 'checked', now() + interval '30 days' ${contract}`);
    await change(`insert into continuous_plans (tenant_id, contract_id, due_date, due_cause, state, planned_optimization_id, looked_at)
      select c.tenant_id, c.id, current_date, 'adjustNow', 'waiting', p.id, now() from contracts c
        join planned_optimizations p on p.contract_id = c.id where c.external_key = $1`);
    const undo = () => undoBook(services(), context, id, { kind: 'system' });
    const ofContract = `where contract_id = (select id ${contract})`;

    await change(`update planned_optimizations set is_edited = true ${ofContract}`);
    expect(await undo()).toEqual([`${key} (Vorschlag)`]);
    await change(
      `update planned_optimizations set is_edited = false, state = 'waitingForClient' ${ofContract}`,
    );
    expect(await undo()).toEqual([`${key} (Vorschlag)`]);
    await change(`update planned_optimizations set state = 'checked' ${ofContract}`);
    const decided = (by: string) =>
      change(`update continuous_plans set state = ${by === 'null' ? "'waiting'" : "'refused'"}, decided_by = ${by},
        decided_at = ${by === 'null' ? 'null' : 'now()'} ${ofContract}`);
    const user = randomUUID();
    await test.owner.query(
      `insert into users (tenant_id, id, user_name, full_name, role_id)
       select $1, $2::uuid, $2::uuid || '@test.example', 'Prüfer', id from roles where tenant_id = $1 limit 1`,
      [tenantA, user],
    );
    await decided(`'${user}'`);
    expect(await undo()).toEqual([`${key} (entschiedener Vorschlag)`]);
    await decided('null');

    expect(await undo()).toEqual([]);
    expect(await rows('select 1 from contracts where external_key = $1', key)).toEqual([]);
  });
});
