import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { head, line, useBookWorld } from '../../../../test/book-world.ts';
import { north, tenantA } from '../../../../test/contract-world.ts';
import { undoBook, writeBook } from './advance-book.ts';

const { test, context, services, run, rows, reasons } = useBookWorld();

describe('a book of business, continued in a later file', () => {
  it('takes savings plans and earlier values, and goes on where it was broken off', async () => {
    const key = `S-${randomUUID().slice(0, 6)}`;
    await run([head, line(key, 'Sparer', key, 'IE00B4L5Y983', '5')].join('\n'));
    const plans = await run(
      [
        'Depotnummer;ISIN;Sparplan-Anteil;Sparrate;Zahlweise;Sparplan ab',
        `${key};IE00B4L5Y983;66,67 %;100,01;monatlich;01.12.2026`,
        `${key};LU0274208692;33,33 %;100,01;monatlich;01.12.2026`,
      ].join('\n'),
    );
    expect(await reasons(plans.id)).toEqual([{ reason: null }, { reason: null }]);
    const amounts = await rows(
      `select e.amount::text, s.contribution_interval from savings_plan_entries e
         join savings_plans s on s.id = e.savings_plan_id join contracts c on c.id = s.contract_id
        where c.external_key = $1 order by 1 desc`,
      key,
    );
    expect(amounts).toEqual([
      { amount: '66.68', contribution_interval: 1 },
      { amount: '33.33', contribution_interval: 1 },
    ]);
    const text = [
      'Vertragsnummer;Wertdatum;Vertragswert',
      `${key};31.12.2024;40,00`,
      `${key};31.12.2025;45,00`,
    ];
    const dry = await run(text.join('\n'), { isDryRun: true });
    expect(dry.counts).toMatchObject({ changed: 2 });
    expect(
      await rows(
        'select 1 from portfolios p join contracts c on c.id = p.contract_id where c.external_key = $1',
        key,
      ),
    ).toHaveLength(1);
    let calls = 0;
    // Broken off before its first piece, as a killed process is, and then taken up again.
    await writeBook(services(), context, dry.id, { kind: 'system' }, () => Promise.resolve((calls += 1) > 0));
    expect(
      await rows(
        'select 1 from portfolios p join contracts c on c.id = p.contract_id where c.external_key = $1',
        key,
      ),
    ).toHaveLength(1);
    await writeBook(services(), context, dry.id, { kind: 'system' });
    await writeBook(services(), context, dry.id, { kind: 'system' });
    expect(
      await rows(
        'select 1 from portfolios p join contracts c on c.id = p.contract_id where c.external_key = $1',
        key,
      ),
    ).toHaveLength(3);
  });

  it('finds the survivor by the number of a merged customer, and leaves his name and number as people decided', async () => {
    const [survivor, merged, gone] = [randomUUID(), randomUUID(), randomUUID()];
    await test.owner.query(
      `insert into customers (tenant_id, id, group_id, external_key, first_name, last_name, date_of_birth, deleted_at)
       values ($1, $2, $5, 'K-S', 'Anna', 'Neu', '1964-04-03', null), ($1, $3, $5, null, 'Anna', 'Alt', '1964-04-03', now()),
              ($1, $4, $5, null, 'Anna', 'Uralt', '1964-04-03', now())`,
      [tenantA, survivor, merged, gone, north],
    );
    const person = randomUUID();
    await test.owner.query(
      `with role as (insert into roles (tenant_id, role_name) values ($1, 'Verschmelzer') returning id)
       insert into users (tenant_id, id, user_name, full_name, role_id)
       select $1, $2, 'merger@test.example', 'Probe', id from role`,
      [tenantA, person],
    );
    await test.owner.query(
      `insert into customer_merges (tenant_id, survivor_id, merged_id, before, moved, merged_by)
       select $1::uuid, x.survivor::uuid, x.merged::uuid, jsonb_build_object('survivor', '{}'::jsonb, 'merged', x.was::jsonb), '{}', $5
         from (values ($2, $3, '{"external_key": "K-M", "first_name": "Anna", "last_name": "Alt", "date_of_birth": "1964-04-03"}'),
                      ($3, $4, '{"external_key": "K-U", "first_name": "Anna", "last_name": "Uralt", "date_of_birth": "1964-04-03"}'))
              as x (survivor, merged, was)`,
      [tenantA, survivor, merged, gone, person],
    );
    const text = [
      head,
      line('K-M', 'Alt', 'VM-1', 'IE00B4L5Y983', '2'),
      line('K-U', 'Uralt', 'VM-2', 'IE00B4L5Y983', '2'),
      line('K-S', 'Neu', 'VM-3', 'IE00B4L5Y983', '2'),
    ].join('\n');
    const first = await run(text);
    expect(first.counts).toMatchObject({ refused: 0 });
    expect(
      await rows(
        `select c.external_key, u.id, u.external_key as customer, u.last_name from contracts c
           join customers u on u.id = c.customer_id where c.external_key like 'VM-%' order by 1`,
      ),
    ).toEqual(
      ['VM-1', 'VM-2', 'VM-3'].map((key) => ({
        external_key: key,
        id: survivor,
        customer: 'K-S',
        last_name: 'Neu',
      })),
    );
    expect((await run(text)).counts).toMatchObject({ created: 0, changed: 0, refused: 0 });
    // Somebody else under the former number is asked about, and nobody is made twice.
    const other = await run([head, line('K-M', 'Fremd', 'VM-4', 'IE00B4L5Y983', '2')].join('\n'));
    expect(await reasons(other.id)).toEqual([
      { reason: expect.stringContaining('Unter dieser Kundennummer ist jemand mit anderem Namen') },
    ]);
  });

  it('keeps of a savings plan what a file does not name, and refuses lines that contradict one another', async () => {
    const key = `P-${randomUUID().slice(0, 6)}`;
    await run([head, line(key, 'Sparplan', key, 'IE00B4L5Y983', '5')].join('\n'));
    const heads = 'Depotnummer;ISIN;Sparplan-Anteil;Sparrate;Zahlweise;Sparplan ab';
    const plan = (first: string, second: string) =>
      run([heads, `${key};IE00B4L5Y983;60;${first}`, `${key};LU0274208692;40;${second}`].join('\n'));
    await plan('100,00;jährlich;01.12.2026', '100,00;jährlich;01.12.2026');
    await rows(
      `update savings_plans s set dynamic_percent = 0.05 from contracts c where c.id = s.contract_id and c.external_key = $1`,
      key,
    );
    expect((await plan('100,00;;', '100,00;;')).counts).toMatchObject({ unchanged: 2 });
    await plan('120,00;;01.01.2027', '120,00;;01.01.2027');
    expect(
      await rows(
        `select s.contribution::text, s.contribution_interval as months, s.dynamic_percent::text as rise from savings_plans s
           join contracts c on c.id = s.contract_id where c.external_key = $1 and s.valid_to is null`,
        key,
      ),
    ).toEqual([{ contribution: '120.00', months: 12, rise: '0.050000' }]);
    const refused = async (first: string, second: string) =>
      (await reasons((await plan(first, second)).id)).map(({ reason }) => reason);
    const twice = (reason: string) => [reason, reason];
    // What a fund gets of it is no contribution: the larger of the two would be stored.
    expect(await refused('1.078,00;;01.02.2027', '52,00;;01.02.2027')).toEqual(
      twice(
        'Die Zeilen dieses Vertrags nennen verschiedene Beiträge: 52,00\u00a0€ und 1.078,00\u00a0€. Der Beitrag ist der des ganzen Sparplans.',
      ),
    );
    expect(await refused('130,00;monatlich;01.02.2027', '130,00;jährlich;01.02.2027')).toEqual(
      twice('Die Zeilen dieses Vertrags nennen verschiedene Zahlweisen.'),
    );
    expect(await refused('130,00;;01.02.2027', '130,00;;01.03.2027')).toEqual(
      twice('Der Sparplan dieses Vertrags beginnt an verschiedenen Tagen: 01.02.2027 und 01.03.2027.'),
    );
    // What cannot be read of a plan that is there already is said, and the check comes to its end.
    expect(await refused('130 USD;;01.02.2027', '130 USD;;01.02.2027')).toEqual(
      twice('Beitrag: „130 USD“ ist keine Zahl der Form 1.234,56.'),
    );
    expect(await refused(';;01.02.2027', ';;01.02.2027')).toEqual(
      twice('Für den Sparplan fehlt der Beitrag.'),
    );
  });

  it('ends the plan that was to end later on by itself, gives its end back, and writes nothing beside one that begins the same day', async () => {
    const key = `E-${randomUUID().slice(0, 6)}`;
    await run([head, line(key, 'Ende', key, 'IE00B4L5Y983', '5')].join('\n'));
    const plan = (contribution: string, from: string) =>
      run(
        `Depotnummer;ISIN;Sparplan-Anteil;Sparrate;Zahlweise;Sparplan ab\n${key};IE00B4L5Y983;100;${contribution};monatlich;${from}`,
      );
    const plans = () =>
      rows(
        `select s.contribution::int as paid, s.valid_from::text as since, s.valid_to::text as until from savings_plans s
           join contracts c on c.id = s.contract_id where c.external_key = $1 order by s.valid_from`,
        key,
      );
    const endAt = (day: string) =>
      rows(
        'update savings_plans s set valid_to = $2 from contracts c where c.id = s.contract_id and c.external_key = $1',
        key,
        day,
      );
    await plan('100', '01.02.2020');
    await endAt('2027-03-31');
    const first = { paid: 100, since: '2020-02-01', until: '2027-03-31' };
    // A file that tells the plan as it is says nothing of its end.
    expect((await plan('100', '')).counts).toMatchObject({ unchanged: 1 });
    const later = await plan('150', '01.01.2027');
    expect(await plans()).toEqual([
      { ...first, until: '2026-12-31' },
      { paid: 150, since: '2027-01-01', until: null },
    ]);
    // What runs until then is told as it is as well, with or without the day it began.
    expect((await plan('100', '')).counts).toMatchObject({ unchanged: 1 });
    expect((await plan('100', '01.02.2020')).counts).toMatchObject({ unchanged: 1 });
    expect(await reasons((await plan('110', '')).id)).toEqual([
      { reason: expect.stringContaining('Ein Sparplan mit gleichem oder späterem Beginn (01.01.2027)') },
    ]);
    expect(await undoBook(services(), context, later.id, { kind: 'system' })).toEqual([]);
    expect(await plans()).toEqual([first]);
    await endAt('2025-03-31');
    expect(await reasons((await plan('100', '01.02.2020')).id)).toEqual([
      { reason: expect.stringContaining('Ein Sparplan mit gleichem oder späterem Beginn') },
    ]);
    await plan('100', '01.07.2025');
    expect(await plans()).toEqual([
      { ...first, until: '2025-03-31' },
      { ...first, since: '2025-07-01', until: null },
    ]);
  });

  it('does not write over what another import wrote since the check, and the last writer is taken back first', async () => {
    const key = `K-${randomUUID().slice(0, 6)}`;
    const text = (mail: string, quantity: string) =>
      `${head};E-Mail\n${line(key, 'Zugleich', `${key}-1`, 'IE00B4L5Y983', quantity)};${mail}`;
    const first = await run(text('eins@example.de', '5'));
    // Uploaded before the other one, checked against what was there before it.
    const stale = await run(text('zwei@example.de', '6'), { isDryRun: true });
    const other = await run(text('drei@example.de', '7'));
    await writeBook(services(), context, stale.id, { kind: 'system' });
    expect(await reasons(stale.id)).toEqual([
      { reason: 'Der Kunde dieses Vertrags wurde abgelehnt: Der Kunde wurde seit der Prüfung geändert.' },
    ]);
    const stored = () =>
      rows(
        `select u.email, c.total_value::text as value from contracts c join customers u on u.id = c.customer_id
          where u.external_key = $1`,
        key,
      );
    expect(await stored()).toEqual([{ email: 'drei@example.de', value: '73.50' }]);
    // Uploaded first, checked again and written last.
    const holdings = (quantity: string) =>
      `Vertragsnummer;ISIN;Anteile;Kurs;Stichtag\n${key}-1;IE00B4L5Y983;${quantity};10,50;30.10.2026`;
    const uploaded = await run(holdings('8'), { isDryRun: true });
    const between = await run(holdings('9'));
    await writeBook(services(), context, uploaded.id, { kind: 'system' });
    expect(await reasons(uploaded.id)).toEqual([{ reason: 'Der Vertrag wurde seit der Prüfung geändert.' }]);
    const last = await run(holdings('8'));
    await rows(`update book_imports set created_at = created_at - interval '1 hour' where id = $1`, last.id);
    const takeBack = (id: string) => undoBook(services(), context, id, { kind: 'system' });
    expect(await takeBack(between.id)).toEqual([`${key}-1 (neuerer Bestand, spätere Übernahme)`]);
    for (const id of [last.id, between.id]) expect(await takeBack(id)).toEqual([]);
    expect(await stored()).toEqual([{ email: 'drei@example.de', value: '73.50' }]);
    expect(await takeBack(first.id)).toEqual([
      `Anna Zugleich (spätere Übernahme)`,
      `${key}-1 (neuerer Bestand, spätere Übernahme)`,
    ]);
    for (const id of [other.id, first.id]) expect(await takeBack(id)).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});
