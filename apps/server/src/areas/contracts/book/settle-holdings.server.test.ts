import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractWorld, north, tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { importBookFile } from './book-command.ts';
import { readRefusedLines } from './book-rows.view.ts';

const test = useTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));
const context = { tenantId: tenantA, userId: null };
const [world, swap, sold] = ['IE00B4L5Y983', 'LU0274208692', 'LU1681043599'];

beforeAll(async () => {
  const house = new ContractWorld(test.owner);
  await house.fill();
  await house.addTariff(tenantA, 'Zukunft', 1);
  await test.owner.query(
    `insert into funds (tenant_id, isin, name, currency, price, price_date)
     values ($1, $2, 'Welt', 'EUR', 96.4, '2026-10-30'), ($1, $3, 'Swap', 'EUR', 20, '2026-10-30')`,
    [tenantA, world, swap],
  );
  await test.owner.query(
    `insert into fund_prices (tenant_id, fund_id, price_date, price)
     select $1, f.id, p.day::date, p.price from funds f cross join (values ('2026-09-29', 90.5), ('2026-10-30', 96.4)) p (day, price)
      where isin = $2`,
    [tenantA, world],
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const columns =
  'Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn;ISIN;Anteile;Kurs;Kursdatum;Stichtag';
const line = (key: string, isin: string, quantity: string, price = '', priceDay = '', day = '30.09.2026') =>
  `${key};Anna;Müller${key};03.04.1964;D${key};Zukunft;01.02.2020;${isin};${quantity};${price};${priceDay};${day}`;

const take = (...lines: readonly string[]) => takeFile([columns, ...lines]);

async function takeFile(text: readonly string[]) {
  const path = join(directory, `${randomUUID()}.csv`);
  writeFileSync(path, text.join('\r\n'));
  const services = { database: test.database, clock: () => Date.parse('2026-11-22T10:00:00Z') };
  const { id } = await importBookFile(services, context, {
    path,
    actorName: 'Probe',
    isDryRun: false,
    onProgress: () => undefined,
    options: { groupId: north },
  });
  const { rows: fates } = await test.owner.query<{ fate: string }>(
    `select k.fate from book_import_contracts k where k.import_id = $1 order by k.ordinal`,
    [id],
  );
  return {
    fates: fates.map(({ fate }) => fate),
    // Without that of its encoding.
    notes: (
      await test.owner.query<{ notes: string[] }>('select notes from book_imports where id = $1', [id])
    ).rows[0]?.notes.slice(1),
    refused: (await readRefusedLines(test.database, context, id, 100)).map(({ line: at, reason }) => [
      at,
      reason,
    ]),
  };
}

/** Positions of a contract as they are stored. */
async function positions(key: string) {
  const { rows } = await test.owner.query<{ isin: string; price: string; day: string; value: string }>(
    `select f.isin, e.price::float8 as price, e.price_date::text as day, e.value::float8 as value
       from contracts c join portfolios p on p.contract_id = c.id and p.is_current
       join portfolio_entries e on e.portfolio_id = p.id join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
      where c.external_key = $1 order by e.sort_order`,
    [key],
  );
  return rows;
}

describe('the holdings of a file', () => {
  it('are worth what their funds were on their day, as far as that is known', async () => {
    const file = [line('p1', world, '2'), line('p1', swap, '3')];
    expect(await take(...file)).toEqual({ fates: ['new'], notes: [], refused: [] });
    expect(await positions('Dp1')).toEqual([
      { isin: world, price: 90.5, day: '2026-09-29', value: 181 },
      // No price before the day is known: the newest, with its day.
      { isin: swap, price: 20, day: '2026-10-30', value: 60 },
    ]);
    expect((await take(...file)).fates).toEqual(['unchanged']);
  });

  it('that stand there twice alike are said to count twice, lots of different units are not', async () => {
    const twin = (a: number, b: number) =>
      `Die Zeilen ${a} und ${b} nennen für denselben Vertrag denselben Fonds mit denselben Anteilen; sie werden zusammengezählt. Bitte prüfen Sie, ob eine davon doppelt ist.`;
    const twice = (key: string) => [line(key, world, '10'), line(key, world, '10')];
    const found = await take(...twice('t1'), line('t2', world, '10'), line('t2', world, '11'));
    expect([found.fates, found.notes]).toEqual([['new', 'new'], [twin(2, 3)]]);
    expect(await positions('Dt1')).toMatchObject([{ value: 20 * 90.5 }]);
    // What is stored already is not counted again.
    expect((await take(...twice('t1'))).notes).toEqual([]);
    const many = await take(...['t3', 't4', 't5', 't6', 't7'].flatMap(twice));
    expect(many.notes).toEqual([
      twin(2, 3),
      twin(4, 5),
      twin(6, 7),
      'So werden auch gleiche Zeilen in 2 weiteren Fällen zusammengezählt.',
    ]);
  });

  it('leave out a sum below them, and say which line that was', async () => {
    const found = await take(line('u1', world, '10'), 'Summe;10');
    expect([found.fates, found.notes]).toEqual([
      ['new'],
      ['Zeile 3 ist eine Summe und wird nicht übernommen.'],
    ]);
  });

  it('change where a file says another day of the same price, and not where it says none', async () => {
    await take(line('d1', world, '2', '50'));
    expect(await positions('Dd1')).toMatchObject([{ price: 50, day: '2026-09-30' }]);
    expect((await take(line('d1', world, '2', '50', '28.03.2008'))).fates).toEqual(['changed']);
    expect(await positions('Dd1')).toMatchObject([{ price: 50, day: '2008-03-28' }]);
    expect((await take(line('d1', world, '2', '50'))).fates).toEqual(['unchanged']);
  });

  it('keep their contract where one of an unknown fund is nothing any more, unless it is all there is', async () => {
    expect(await take(line('z1', world, '2'), line('z1', sold, '0'))).toEqual({
      fates: ['new'],
      notes: [],
      refused: [],
    });
    expect(await positions('Dz1')).toHaveLength(1);
    const unknown = `Den Fonds ${sold} gibt es noch nicht.`;
    const alone = await take(line('z2', sold, '0,000'));
    expect([alone.fates, alone.refused]).toEqual([['refused'], [[2, unknown]]]);
    const held = await take(line('z3', world, '2'), line('z3', sold, '0,001'));
    expect(held.refused).toContainEqual([3, unknown]);
  });

  it('do not lose what is said beside of a fund that is not there: the sale that left nothing, or a share of the plan', async () => {
    const unknown = `Den Fonds ${sold} gibt es noch nicht.`;
    const ofSale = await takeFile([
      `${columns};Umsatzdatum;Umsatz-Anteile`,
      `${line('v1', world, '2')};;`,
      `${line('v1', sold, '0')};15.09.2026;12`,
    ]);
    expect(ofSale.refused).toContainEqual([3, unknown]);
    const ofPlan = await takeFile([
      `${columns};Sparplan-Anteil;Beitrag`,
      `${line('v2', world, '2')};;50`,
      `${line('v2', sold, '0')};100;50`,
      `${line('v3', world, '2')};100;50`,
      `${line('v3', sold, '0')};0;50`,
    ]);
    expect(ofPlan.refused).toContainEqual([3, unknown]);
    expect(await positions('Dv2')).toEqual([]);
    expect(await positions('Dv3')).toHaveLength(1);
  });

  it('of several days are refused with the days', async () => {
    const { refused } = await take(line('s1', world, '2'), line('s1', swap, '2', '', '', '31.10.2026'));
    expect(refused[0]?.[1]).toBe(
      'Die Zeilen dieses Vertrags haben verschiedene Stichtage: 30.09.2026 und 31.10.2026.',
    );
  });

  it('before those that are stored are refused with the day of those', async () => {
    await take(line('l1', world, '2', '', '', '31.10.2026'));
    const { refused } = await take(line('l1', world, '2'));
    expect(refused[0]?.[1]).toBe('Es gibt bereits einen Bestand mit späterem Stichtag: 31.10.2026.');
  });

  it('name a tariff that waits to be published, and what is inactive, as such', async () => {
    await test.owner.query(
      `insert into tariffs (tenant_id, key, name, issuer_id, insurer_id, tariff_type_id, risk_class_count, risk_type_id, use_quota, is_inactive)
       select t.tenant_id, n.name, n.name, t.issuer_id, t.insurer_id, t.tariff_type_id, 5, 1, false, n.name = 'Gestern'
         from tariffs t cross join (values ('Morgen'), ('Gestern')) n (name) where t.name = 'Zukunft' and t.tenant_id = $1`,
      [tenantA],
    );
    const named = (name: string) => line('u1', world, '2').replace('Zukunft', name);
    const { refused } = await take(named('Morgen'), named('Gestern'));
    expect(refused[0]?.[1]).toMatch(/^Tarif „Morgen“ ist noch nicht veröffentlicht\. Bitte lassen Sie/);
    expect(refused[1]?.[1]).toMatch(/^Tarif „Gestern“ ist inaktiv\. Bitte nennen Sie/);
  });

  it('stay whole where a line names a tariff nobody knows, or none', async () => {
    const misspelt = line('w1', swap, '3').replace('Zukunft', 'Zukumft');
    const { refused } = await take(line('w1', world, '2'), misspelt, line('w1', sold, '0'));
    expect(refused).toContainEqual([3, 'Tarif „Zukumft“ ist nicht bekannt oder nicht eindeutig.']);
    expect(refused).toContainEqual([
      2,
      'Zeile 3 dieses Vertrags wurde abgelehnt; ein Vertrag wird ganz oder gar nicht übernommen.',
    ]);
    expect(await positions('Dw1')).toEqual([]);
    // A list that names tariff and begin once for all holdings of a contract.
    const short = (key: string) => line(key, swap, '3').replace('Zukunft;01.02.2020', ';');
    expect((await take(line('w1', world, '2'), short('w1'))).fates).toEqual(['new']);
    expect(await positions('Dw1')).toHaveLength(2);
    expect((await take(short('w1'), line('w1', world, '2'))).fates).toEqual(['unchanged']);
  });
});
