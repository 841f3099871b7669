import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractWorld, north, tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { workbook, workbookOf } from '../../../../test/workbook.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { waitToStartWriting } from './advance-book.ts';
import { importBookFile } from './book-command.ts';
import { readRefusedLines } from './book-rows.view.ts';

const test = useTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));
const context = { tenantId: tenantA, userId: null };
const [world, swap] = ['IE00B4L5Y983', 'LU0274208692'];

beforeAll(async () => {
  const house = new ContractWorld(test.owner);
  await house.fill();
  await house.addTariff(tenantA, 'Zukunft', 1);
  await test.owner.query(
    `insert into funds (tenant_id, isin, name, price, price_date)
     values ($1, $2, 'Welt', 96.4, '2026-10-30'), ($1, $3, 'Swap', null, null)`,
    [tenantA, world, swap],
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const columns =
  'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Tarif;Beginn;ISIN;Anteile;Anteilswert;Stichtag'.split(
    ';',
  );
const cells = (key: string, isin: string, quantity = '5', price = '10,50', day = '30.10.2026') =>
  `${key};Anna;Müller${key};03.04.1964;D${key};Zukunft;01.02.2020;${isin};${quantity};${price};${day}`.split(
    ';',
  );
const csv = (rows: readonly (readonly string[])[], sign = ';') =>
  [columns, ...rows].map((row) => row.join(sign)).join('\r\n');

interface Taken {
  /** Lines refused, with the reason. */
  readonly refused: readonly (readonly [number, string])[];
  /** Current value of each contract of the file. */
  readonly values: readonly string[];
  readonly told: readonly string[];
}

async function take(
  content: string | Buffer,
  { extension = 'csv', decimal }: { extension?: string; decimal?: 'point' | 'comma' } = {},
): Promise<Taken> {
  const path = join(directory, `${randomUUID()}.${extension}`);
  writeFileSync(path, content);
  const told: string[] = [];
  const services = { database: test.database, clock: () => Date.parse('2026-11-22T10:00:00Z') };
  const { id } = await importBookFile(services, context, {
    path,
    actorName: 'Probe',
    isDryRun: false,
    onProgress: (line) => told.push(line),
    options: { groupId: north, ...(decimal && { decimal }) },
  });
  const refused = await readRefusedLines(test.database, context, id, 100);
  const { rows } = await test.owner.query<{ value: string }>(
    `select p.total_value::text as value from book_import_contracts k
       join portfolios p on p.contract_id = k.contract_id and p.is_current
      where k.import_id = $1 and k.is_written order by k.ordinal`,
    [id],
  );
  return {
    refused: refused.map(({ line, reason }) => [line, reason]),
    values: rows.map(({ value }) => value),
    told,
  };
}

/** A row of inline texts as a sheet has it, with what is said of some columns instead. */
const sheetRow = (line: number, texts: readonly string[], instead: Readonly<Record<number, string>> = {}) =>
  `<row r="${line}">${texts
    .map((text, index) => {
      const place = `${String.fromCodePoint(65 + index)}${line}`;
      const other = instead[index];
      return other === undefined
        ? `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
        : other.replace('<c', `<c r="${place}"`);
    })
    .join('')}</row>`;

describe('a book as firms really send it', () => {
  const whole: readonly (readonly [string, () => string | Buffer, readonly string[]])[] = [
    ['Windows-1252', () => Buffer.from(csv([cells('a1', world)]), 'latin1'), ['52.50']],
    ['a mark of UTF-8 and tabulators', () => `\uFEFF${csv([cells('a2', world)], '\t')}`, ['52.50']],
    [
      'commas, English numbers and ISO days',
      () =>
        `${columns.join(',')}\na3,Anna,Muster,1964-04-03,Da3,Zukunft,2020-02-01,${world},"1,234.5",10.50,2026-10-30`,
      ['12962.25'],
    ],
    [
      'blank rows, rows of separators and sums in several words',
      () =>
        `${csv([[], Array(11).fill(''), cells('a4', world)])}\n;;;\nGesamtsumme;;;;;;;;5;52,50;\nZwischensumme;5;52,50 €\nTotal;5`,
      ['52.50'],
    ],
    [
      'rows another program has appended, with its own line ends',
      () =>
        `${csv([cells('c1', world)])}\r\n${cells('c2', world).join(';')}\n${cells('c3', world).join(';')}\r`,
      ['52.50', '52.50', '52.50'],
    ],
    ['blanks within an ISIN', () => csv([cells('a5', 'ie00 B4L5 Y983')]), ['52.50']],
    ['a cell of two lines', () => csv([cells('a6', world).with(1, '"An\nna"')]), ['52.50']],
    [
      'a hundred more columns',
      () =>
        `${columns.join(';')}${Array.from({ length: 100 }, (_none, n) => `;Feld ${n}`).join('')}\n${cells('a7', world).join(';')}${';x'.repeat(100)}`,
      ['52.50'],
    ],
  ];
  it.each(whole)('is read: %s', async (_name, content, values) => {
    expect(await take(content())).toMatchObject({ refused: [], values });
  });

  const broken: readonly (readonly [
    string,
    () => string,
    readonly (readonly [number, RegExp])[],
    string[],
  ])[] = [
    [
      'a day that is none',
      () => csv([cells('b1', world).with(6, '31.02.2020')]),
      [[2, /Beginn: „31.02.2020“ ist kein gültiger Tag/]],
      [],
    ],
    [
      'an English day',
      () => csv([cells('b2', world, '5', '10,50', '10/30/2026')]),
      [[2, /kein Tag in der Form TT\.MM\.JJJJ/]],
      [],
    ],
    [
      'more cells than headings',
      () => csv([[...cells('b9', world), '', 'zu viel']]),
      [[2, /mehr Felder als die Überschrift/]],
      [],
    ],
    [
      'cells in the wrong column, of which nothing else is said',
      () => csv([cells('b10', world).toSpliced(2, 1, 'Müller', ' Söhne')]),
      [[2, /^Die Zeile hat mehr Felder als die Überschrift[^:]+$/]],
      [],
    ],
    [
      'its headings again on each page',
      () => csv([cells('b11', world), columns, cells('b12', world)]),
      [],
      ['52.50', '52.50'],
    ],
    ['a holding below zero', () => csv([cells('b3', world, '-5')]), [[2, /nicht unter 0/]], []],
    [
      'a holding without its quantity takes the contract with it',
      () => csv([cells('b4', world), cells('b4', swap, '')]),
      [
        [2, /Zeile 3 dieses Vertrags wurde abgelehnt/],
        [3, /Zur ISIN LU0274208692 fehlt die Angabe „Anteile“/],
      ],
      [],
    ],
    [
      'a quantity without its fund',
      () => csv([cells('b5', world), cells('b5', '', '700')]),
      [
        [2, /Zeile 3/],
        [3, /fehlt die ISIN/],
      ],
      [],
    ],
    [
      'one fund at two prices',
      () => csv([cells('b6', world, '5', '10,00'), cells('b6', world, '5', '20,00')]),
      [
        [2, /verschiedene Kurse/],
        [3, /verschiedene Kurse/],
      ],
      [],
    ],
    [
      'a contract named only in its first line',
      () => csv([cells('b7', world), [...Array<string>(7).fill(''), swap, '7', '10,00', '30.10.2026']]),
      [
        [2, /Zeile 3/],
        [3, /Die Vertragsnummer fehlt/],
      ],
      [],
    ],
    [
      'a file that ends in the middle of a line',
      () => csv([cells('b8', world), cells('b9', world)]).slice(0, -12),
      [[3, /bricht in dieser Zeile ab/]],
      ['52.50'],
    ],
    [
      'numbers that could be read in two ways',
      () => csv([cells('c1', world, '1.234', '10.505')]),
      [[2, /„1\.234“: Ob Punkt und Komma .* nicht erkennbar/]],
      [],
    ],
    [
      'a value without its day, a day without its value, and less than nothing',
      () => 'Vertragsnummer;Wertdatum;Vertragswert\nDa1;;7,00\nDa2;31.12.2024;\nDa4;31.12.2024;-7,00',
      [
        [2, /fehlt das Wertdatum/],
        [3, /fehlt der Vertragswert/],
        [4, /nicht unter 0/],
      ],
      [],
    ],
  ];
  it.each(broken)('is refused with line and reason: %s', async (_name, content, reasons, values) => {
    const taken = await take(content());
    expect(taken.refused).toEqual(reasons.map(([line, reason]) => [line, expect.stringMatching(reason)]));
    expect(taken.values).toEqual(values);
  });

  it('takes the decimal mark that is said where the file leaves it open', async () => {
    const file = (key: string) => csv([cells(key, world, '1.234', '10.505')]);
    expect((await take(file('c2'), { decimal: 'point' })).values).toEqual(['12.96']);
    expect((await take(file('c3'), { decimal: 'comma' })).values).toEqual(['12963170.00']);
  });

  it('takes lots of one fund whose prices differ by a rounding only', async () => {
    const lots = [cells('c4', world, '5', '10,0000'), cells('c4', world, '5', '10,0040')];
    expect(await take(csv(lots))).toMatchObject({ refused: [], values: ['100.04'] });
  });

  it('keeps a firm called like a sum', async () => {
    await take('Kundennummer;Firma;Ort\nT-1;Total Deutschland GmbH;Berlin\nT-2;Summe AG;Kiel');
    await take('Firma;Ort;Kundennummer\nGesamt AG;Kiel;T-3');
    const { rows } = await test.owner.query(`select 1 from customers where external_key like 'T-_'`);
    expect(rows).toHaveLength(3);
  });

  it('takes "Datum" and "Wert" beside holdings for what they are there, and says which columns it does not read', async () => {
    await take(csv([cells('d1', world)]));
    const { values, told } = await take(
      `Depotnummer;ISIN;Anteile;Kurs;Datum;Wert\nDd1;${world};7;10,00;31.10.2026;70,00`,
    );
    expect(values).toEqual(['70.00']);
    expect(told).toContain('Nicht gelesene Spalten: Datum, Wert.');
    const { rows } = await test.owner.query<{ day: string }>(
      `select p.valuation_date::text as day from portfolios p join contracts c on c.id = p.contract_id
        where c.external_key = 'Dd1' order by 1`,
    );
    expect(rows).toEqual([{ day: '2026-10-30' }, { day: '2026-11-22' }]);
  });

  it('takes names of columns that stand in two lines, as merged cells leave them', async () => {
    const first = [...columns.slice(0, 7), 'Bestand'];
    const second = [...Array.from({ length: 7 }, () => ''), ...columns.slice(7)];
    const text = [first, second, cells('Z1', world ?? '')].map((row) => row.join(';')).join('\r\n');
    expect(await take(text)).toMatchObject({ refused: [], values: ['52.50'] });
  });

  it('reads workbooks alike, and refuses formulas without a result where they matter', async () => {
    const read = await take(await workbook([columns, cells('e1', world), cells('e1', swap, '7')]), {
      extension: 'xlsx',
    });
    expect(read).toMatchObject({ refused: [], values: ['126.00'] });
    const merged = await workbook([
      columns,
      cells('e2', world),
      [...Array<string>(7).fill(''), swap, '7', '10,00', '30.10.2026'],
    ]);
    expect((await take(merged, { extension: 'xlsx' })).values).toEqual([]);
    const formulas = await workbookOf(
      [
        sheetRow(1, [...columns, 'Notiz']),
        sheetRow(2, [...cells('e3', world), ''], { 9: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' }),
        sheetRow(3, [...cells('e4', world), ''], { 8: '<c><f>1+1</f></c>' }),
        sheetRow(4, [...cells('e5', world), ''], {
          8: '<c><f>1+1</f><v>2</v></c>',
          11: '<c t="e"><v>#N/A</v></c>',
        }),
      ].join(''),
    );
    const taken = await take(formulas, { extension: 'xlsx' });
    expect(taken.refused).toEqual([
      [2, expect.stringContaining('Kurs: Die Formel der Zelle ergibt den Fehler #DIV/0!')],
      [3, expect.stringContaining('Anteile: Zur Formel der Zelle ist kein Ergebnis gespeichert')],
    ]);
    expect(taken.values).toEqual(['21.00']);
  });

  it('may write years with two digits where they are certain, and says what they were read as', async () => {
    const born = (key: string, day: string) => cells(key, world, '5', '10,50', '30.10.26').with(3, day);
    const taken = await take(csv([born('s1', '03.04.85'), born('s2', '3.4.24')]));
    expect([taken.values, taken.refused.map(([line]) => line)]).toEqual([['52.50'], [3]]);
    expect(taken.refused[0]?.[1]).toContain('Geburtsdatum: „3.4.24“: Welches Jahrhundert');
    expect(taken.told.filter((line) => line.includes('zwei Ziffern'))).toEqual([
      'Spalte „Geburtsdatum“, Zeile 2: 03.04.85 ist als 03.04.1985 gelesen, andere Jahre mit zwei Ziffern dort ebenso.',
      'Spalte „Stichtag“, Zeile 2: 30.10.26 ist als 30.10.2026 gelesen, andere Jahre mit zwei Ziffern dort ebenso.',
    ]);
  });

  it('is refused as a whole, with the line, where it is damaged further down', async () => {
    const rows = Array.from({ length: 400 }, (_none, n) => cells(`f${n}`, world));
    const file = csv([...rows, cells('f400', world).with(0, '"f400')]);
    await expect(take(file)).rejects.toThrow(/Zeile 402: Ein Anführungszeichen ist nicht geschlossen/);
    const { rows: found } = await test.owner.query(
      `select state, (select count(*)::int from contracts where external_key like 'Df%') as contracts
         from book_imports order by created_at desc limit 1`,
    );
    expect(found).toEqual([{ state: 'failed', contracts: 0 }]);
  });

  it('given twice at once is taken once, and the other call is told', async () => {
    const file = csv([cells('g1', world)]);
    const outcomes = await Promise.allSettled([take(file), take(file)]);
    const told = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const error of told) expect(error).toBeInstanceOf(OperatorError);
    expect(told.length).toBeLessThan(2);
    const { rows } = await test.owner.query(`select 1 from contracts where external_key = 'Dg1'`);
    expect(rows).toHaveLength(1);
  });

  it('waits for whoever starts writing in the same moment, and is told then', async () => {
    const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = test.database.transaction(context, async (_transaction, connection) => {
      await connection.query(waitToStartWriting);
      await connection.query(
        `insert into book_imports (tenant_id, file_name, file_hash, state, header_line, columns, mapping)
         values (app_tenant_id(), 'andere.csv', sha256('andere'::bytea), 'writing', 1, '[]', '[]')`,
      );
      held.resolve();
      await ended.promise;
    });
    await held.promise;
    const outcome = take(csv([cells('h1', world)])).catch((error: unknown) => error);
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
    // A machine busy with other things needs its time to come there.
    await expect.poll(async () => (await test.owner.query(waiting)).rowCount, { timeout: 15_000 }).toBe(1);
    ended.resolve();
    await other;
    expect(await outcome).toBeInstanceOf(OperatorError);
    await test.owner.query(`delete from book_imports where file_name = 'andere.csv'`);
  });
});
