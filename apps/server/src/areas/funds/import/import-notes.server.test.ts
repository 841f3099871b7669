import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { importFunds } from './import-funds.ts';
import { aTenant, makeFolder } from './import-test-tools.ts';

const db = useTestDatabase();
let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

describe('what an import of funds says beside its counts', () => {
  it.each([
    ['isin;name;currency', 'IE00BYZK4669;Fonds;EUR', true],
    ['isin;name;currency;Sparplanfähig', 'IE00BYZK4669;Fonds;EUR;Ja', false],
  ])('says that new funds take no savings plan where no column does (%s)', async (head, row, isSaid) => {
    const { services, operator } = await aTenant(db);
    const notesOf = async (text: string) => {
      const file = await folder.write('plans.csv', `${head}\n${text}\n`);
      return (await importFunds(services, operator, file)).notes.join(' ');
    };
    expect((await notesOf(row)).includes('gelten als nicht sparplanfähig')).toBe(isSaid);
    expect(await notesOf(row.replace('Fonds', 'Ein Name'))).not.toContain('nicht sparplanfähig');
  });

  it('says how many new funds nobody may buy yet, for want of their key information', async () => {
    const { services, operator } = await aTenant(db);
    const head = 'isin;name;currency;Basisinformationsblatt';
    const notesOf = async (...rows: string[]) => {
      const file = await folder.write('papers.csv', [head, ...rows, ''].join('\n'));
      return (await importFunds(services, operator, file)).notes.join(' ');
    };
    const paper = 'https://fonds.example/bib.pdf';
    expect(await notesOf(`IE00BYZK4669;Eins;EUR;${paper}`)).not.toContain('Basisinformationsblatt fehlt');
    const rows = ['IE00B4L5Y983;Zwei;EUR;', 'LU0274208692;Drei;EUR;'];
    expect(await notesOf(...rows)).toContain('Zu 2 neuen Fonds fehlt das Basisinformationsblatt');
    expect(await notesOf(...rows)).not.toContain('fehlt das Basisinformationsblatt');
  });

  it('leaves out a sum below the list, which is no share of costs, and says so', async () => {
    const { services, operator } = await aTenant(db);
    const rows = ['isin;name;currency;Laufende Kosten', 'IE00B4L5Y983;Zwei;EUR;0,002', 'Summe;;;3'];
    const result = await importFunds(services, operator, await folder.write('sums.csv', rows.join('\n')));
    expect(result.counts).toMatchObject({ rows: 1, imported: 1, rejected: 0 });
    expect(result.notes).toContain('Zeile 3 ist eine Summe und wird nicht übernommen.');
  });

  it('says how a list whose figures have a sign of percent names it in its heading', async () => {
    const { services, operator } = await aTenant(db);
    const list = 'ISIN;Name;Währung;Ausgabeaufschlag\nIE00BYZK4669;A;EUR;5,00 %\n';
    await expect(importFunds(services, operator, await folder.write('s.csv', list))).rejects.toThrow(
      /Bitte nennen Sie die Spalte „Ausgabeaufschlag in\u00a0%“, oder schreiben Sie Dezimalzahlen/,
    );
    const named = list.replace('Ausgabeaufschlag', 'Ausgabeaufschlag in\u00a0%');
    const result = await importFunds(services, operator, await folder.write('n.csv', named));
    expect(result.counts).toMatchObject({ imported: 1 });
  });

  it('takes costs as percent where the heading says so, and names those that contradict what is known', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const read = async (name: string, text: string) =>
      importFunds(services, operator, await folder.write(name, text));
    const first = await read(
      'p.csv',
      'ISIN;Name;Währung;Laufende Kosten in %;Ausgabeaufschlag (%)\nIE00BYZK4669;A;EUR;1,15;5,0\nLU0274208692;B;EUR;0,19 %;0\n',
    );
    expect(first.counts).toMatchObject({ imported: 2, flagged: 0 });
    expect(first.notes).toContain(
      'In Prozent gelesen, wie die Überschrift sagt: Laufende Kosten in %, Ausgabeaufschlag (%).',
    );
    const { rows: costs } = await db.owner.query(
      `select ongoing_fee::float8 as fee, entry_fee::float8 as entry from funds where tenant_id = $1 order by isin`,
      [tenantId],
    );
    expect(costs).toEqual([
      { fee: 0.0115, entry: 0.05 },
      { fee: 0.0019, entry: 0 },
    ]);
    const second = await read('q.csv', 'ISIN;TER in %\nIE00BYZK4669;0,12\nLU0274208692;0,20\n');
    expect(second).toMatchObject({
      counts: { changed: 2, flagged: 1 },
      flaggedRows: [
        {
          line: 2,
          reason:
            'Laufende Kosten bisher 1,15\u00a0%, laut Datei 0,12\u00a0%. Bitte prüfen Sie, ob das stimmt.',
        },
      ],
    });
    await expect(
      read('r.csv', 'ISIN;Laufende Kosten in %\nIE00BYZK4669;0,0115\nLU0274208692;0,0019\n'),
    ).rejects.toThrow('Die Überschrift nennt Prozent, geschrieben sind offenbar Dezimalzahlen');
    await expect(read('s.csv', 'ISIN;Laufende Kosten in %\nIE00BYZK4669;115\n')).rejects.toThrow(
      'hieße 115\u00a0% Kosten',
    );
  });
});
