import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMt535 } from '../../../../platform/position-files/read-mt535.ts';
import { readSemt002 } from '../../../../platform/position-files/read-semt002.ts';
import type { Statement, StatementFile } from '../../../../platform/position-files/statement.ts';
import { readXml } from '../../../../platform/position-files/xml-tree.ts';
import { ImportRefused } from '../../../../platform/table-files/import-refused.ts';
import { normaliseDepot } from '../../refresh/normal-depot.ts';
import { toBankDepot } from './statement.ts';

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8');
const positionCount = (file: StatementFile) =>
  file.statements.reduce((sum, statement) => sum + statement.positions.length, 0);

const nothingKnown = { price: null, priceDate: null, value: null, costValue: null, isInOtherCurrency: false };
/** The one line of both samples that says everything. */
const wholeLine = {
  isin: 'DE0005933931',
  quantity: 12.345678,
  price: 150.25,
  priceDate: '2026-11-20',
  value: 1854.94,
  costValue: 1611.11,
  isInOtherCurrency: false,
};

describe('MT535', () => {
  it('reads both pages of the sample as one statement, every holding accounted for', () => {
    const file = readMt535(sample('holdings.mt535'));
    expect(file.rowCount).toBe(5);
    expect(file.statements).toEqual([
      {
        account: '4711000815',
        ownerName: 'ERIKA MUSTERMANN',
        date: '2026-11-20',
        positions: [
          wholeLine,
          {
            isin: 'IE00B4L5Y983',
            quantity: 30,
            price: 98,
            priceDate: '2026-11-19',
            value: 2940,
            costValue: null,
            isInOtherCurrency: false,
          },
          {
            isin: 'XS0104440986',
            quantity: 10_000,
            price: null,
            priceDate: null,
            value: 9950,
            costValue: null,
            isInOtherCurrency: false,
          },
          { isin: '/DE/514000', quantity: 5, ...nothingKnown, isInOtherCurrency: true },
        ],
      },
    ]);
    expect(file.problems).toEqual([
      {
        account: '4711000815',
        message: 'LU0274208692: Ein Bestand unter null (3) kann nicht geführt werden.',
      },
    ]);
  });

  it('reads bare statements as FinTS delivers them, with Windows line ends', () => {
    const bare = sample('holdings.mt535')
      .replaceAll(/\{1:.*\{4:\n/g, '')
      .replaceAll(/\n-\}.*\n/g, '\n-\n')
      .replaceAll('\n', '\r\n');
    expect(readMt535(bare)).toEqual(readMt535(sample('holdings.mt535')));
  });

  it('keeps holdings of sub-accounts apart', () => {
    const text = [
      ':16R:GENL',
      ':98A::STAT//20261120',
      ':97A::SAFE//MAIN',
      ':16S:GENL',
      ...['A', 'B'].flatMap((account) => [
        ':16R:SUBSAFE',
        `:97A::SAFE//${account}`,
        ':16R:FIN',
        ':35B:ISIN DE0005933931',
        ':93B::AGGR//UNIT/1,',
        ':16S:FIN',
        ':16S:SUBSAFE',
      ]),
    ].join('\n');
    const file = readMt535(text);
    expect(file.statements.map(({ account, positions }) => [account, positions.length])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
    expect(file.rowCount).toBe(2);
  });

  it('refuses what is cut off, unbalanced or something else', () => {
    const text = sample('holdings.mt535');
    expect(() => readMt535('guten Tag')).toThrow(ImportRefused);
    expect(() => readMt535(':16R:GENL\n:98A::STAT//20261120')).toThrow('bricht mitten in einem Block ab');
    expect(() => readMt535(text.replace(':16S:SUBBAL\n', ''))).toThrow('nicht geschlossen');
  });

  const faults = ['none', 'noQuantity', 'short', 'noIsin', 'dollar', 'noValue'] as const;
  const row = fc.record({
    fault: fc.constantFrom(...faults),
    units: fc.integer({ min: 0, max: 999_999 }),
    decimals: fc.integer({ min: 0, max: 999_999 }),
  });

  // It took twenty seconds and more; how long it takes now is measured with hostile files (docs/security.md).
  it('is read to its end where a file only ever begins: messages, pages', () => {
    expect(() => readMt535(`:16R:GENL\n${'{4:\n'.repeat(240_000)}`)).toThrow(ImportRefused);
    const page =
      '{4:\n:16R:GENL\n:97A::SAFE//1\n:98A::STAT//20261120\n:16S:GENL\n:16R:FIN\n:35B:ISIN LU0274208692\n' +
      ':93B::AGGR//UNIT/1,\n:16S:FIN\n-}\n';
    const pages = readMt535(page.repeat(20_000));
    expect(pages.statements.map(({ positions }) => positions.length)).toEqual([20_000]);
  });

  it('never drops a holding: positions and problems are as many as FIN blocks', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        (rows, hasAccount, hasDate) => {
          const lines = rows.flatMap(({ fault, units, decimals }) => [
            ':16R:FIN',
            fault === 'noIsin' ? ':35B:/XX/1' : ':35B:ISIN DE0005933931',
            fault === 'noQuantity'
              ? ':93B::AGGR//UNIT/viele'
              : `:93B::AGGR//UNIT/${fault === 'short' ? 'N' : ''}${units},${decimals}`,
            ...(fault === 'noValue' ? [] : [`:19A::HOLD//${fault === 'dollar' ? 'USD' : 'EUR'}${units},`]),
            ':16S:FIN',
          ]);
          const head = [
            ...(hasDate ? [':98A::STAT//20261120'] : []),
            ...(hasAccount ? [':97A::SAFE//K'] : []),
          ];
          const file = readMt535([':16R:GENL', ...head, ':16S:GENL', ...lines].join('\n'));
          const isPlaced = hasAccount && hasDate;
          expect(file.rowCount).toBe(rows.length);
          expect(positionCount(file) + file.problems.length).toBe(
            isPlaced ? rows.length : Math.max(1, rows.length),
          );
          expect(positionCount(file) === 0 || isPlaced).toBe(true);
        },
      ),
    );
  });
});

describe('semt.002', () => {
  it('reads the sample, every holding accounted for', () => {
    const file = readSemt002(sample('holdings-semt002.xml'));
    expect(file).toEqual({
      rowCount: 3,
      statements: [
        {
          account: 'EL-22-0000042',
          ownerName: 'Müller & Söhne',
          date: '2026-11-20',
          positions: [wholeLine, { isin: '514000', quantity: 5, ...nothingKnown, value: 60 }],
        },
      ],
      problems: [
        {
          account: 'EL-22-0000042',
          message: 'LU0274208692: Ein Bestand unter null (3) kann nicht geführt werden.',
        },
      ],
    });
  });

  it('reads prefixed names and other versions of the message, and refuses other messages', () => {
    const text = sample('holdings-semt002.xml');
    const prefixed = text
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1s:')
      .replace('xmlns=', 'xmlns:s=')
      .replace('001.11', '001.03');
    expect(readSemt002(prefixed)).toEqual(readSemt002(text));
    expect(() => readSemt002(text.replace('semt.002', 'semt.017'))).toThrow('kein Depotauszug');
  });

  it('never drops a holding', () => {
    const balance = fc.record({
      isin: fc.option(fc.constant('DE0005933931')),
      unit: fc.oneof(fc.integer({ min: -5, max: 1000 }).map(String), fc.constant('viele'), fc.constant('')),
    });
    fc.assert(
      fc.property(fc.array(balance, { maxLength: 10 }), fc.boolean(), (rows, hasAccount) => {
        const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:semt.002.001.11"><SctiesBalCtdyRpt>
          <StmtGnlDtls><StmtDtTm><DtTm>2026-11-20T18:00:00Z</DtTm></StmtDtTm></StmtGnlDtls>
          ${hasAccount ? '<SfkpgAcct><Id>K</Id></SfkpgAcct>' : ''}
          ${rows.map(({ isin, unit }) => `<BalForAcct><FinInstrmId>${isin ? `<ISIN>${isin}</ISIN>` : ''}</FinInstrmId><AggtBal><Qty><Unit>${unit}</Unit></Qty></AggtBal></BalForAcct>`).join('')}
          </SctiesBalCtdyRpt></Document>`;
        const file = readSemt002(text);
        expect(file.rowCount).toBe(rows.length);
        expect(positionCount(file) + file.problems.length).toBe(
          hasAccount ? rows.length : Math.max(1, rows.length),
        );
      }),
    );
  });
});

describe('XML', () => {
  it('has no entities of its own, no DOCTYPE, and nothing is fetched', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><a>&c;</a>';
    const foreign = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    for (const text of [bomb, foreign, '<!DOCTYPE a><a/>', '<a><!ENTITY x "y"></a>']) {
      expect(() => readXml(text)).toThrow('DOCTYPE');
    }
    expect(() => readXml('<a>&x;</a>')).toThrow('nicht wohlgeformt');
    expect(readXml('<a b="&quot;">&lt;&#228;&#xE4;&amp;<![CDATA[<&]]></a>')).toMatchObject({
      text: '<ää&<&',
    });
  });

  it('refuses what is not well formed or too deep', () => {
    const texts = [
      '',
      '<a>',
      '</a>',
      '<a></b>',
      '<a/><b/>',
      'x<a/>',
      '<a b=1/>',
      '<a b="1" b="2"/>',
      '<a>&amp</a>',
      '<a><b></a></b>',
      '<a',
    ];
    for (const text of texts) expect(() => readXml(text)).toThrow(ImportRefused);
    expect(() => readXml(`${'<a>'.repeat(80)}${'</a>'.repeat(80)}`)).toThrow('geschachtelt');
  });

  it('reads back any text that was written with its entities', () => {
    const escape = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (content, attribute) => {
        const root = readXml(`<a b="${escape(attribute)}">${escape(content)}</a>`);
        expect(root.text).toBe(content.trim());
        expect(root.attributes.get('b')).toBe(attribute);
      }),
    );
  });
});

describe('pages of a statement', () => {
  const swift = (page: string, account: string, isin: string, more = '') =>
    `:16R:GENL\n:28E:${page}\n${more}:98A::STAT//20261120\n:97A::SAFE//${account}\n:16S:GENL\n:16R:FIN\n:35B:ISIN ${isin}\n:93B::AGGR//UNIT/1,\n:16S:FIN\n`;
  const xml = (pages: readonly string[]) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:semt.002.001.11">${pages.join('')}</Document>`;
  const report = (head: string, more = '') =>
    `<SctiesBalCtdyRpt><Pgntn>${head}</Pgntn><StmtGnlDtls><StmtDtTm><Dt>2026-11-20</Dt></StmtDtTm>${more}</StmtGnlDtls><SfkpgAcct><Id>K</Id></SfkpgAcct><BalForAcct><FinInstrmId><ISIN>DE0005933931</ISIN></FinInstrmId><AggtBal><Qty><Unit>1</Unit></Qty></AggtBal></BalForAcct></SctiesBalCtdyRpt>`;
  const outcome = ({ statements, problems }: StatementFile) => [
    statements.map(({ account, positions }) => `${account} ${positions.length}`),
    problems.map(({ message }) => message),
  ];

  it('are one statement when all are there, in any order', () => {
    const text = [swift('2/LAST', 'A', 'IE00B4L5Y983'), swift('1/MORE', 'A', 'DE0005933931')].join('-\n');
    expect(outcome(readMt535(text))).toEqual([['A 2'], []]);
    const both = ['<PgNb>1</PgNb><LastPgInd>false</LastPgInd>', '<PgNb>2</PgNb><LastPgInd>true</LastPgInd>'];
    expect(outcome(readSemt002(xml(both.map((head) => report(head)))))).toEqual([['K 2'], []]);
  });

  it('are no statement when one is missing or comes twice: each holding says so, other accounts are read', () => {
    const refused = (page: string) => `${page}; Position DE0005933931 wurde nicht gelesen.`;
    const first = swift('1/MORE', 'A', 'DE0005933931');
    const other = swift('1/ONLY', 'B', 'DE0005933931');
    expect(outcome(readMt535([first, other].join('-\n')))).toEqual([
      ['B 1'],
      [refused('Dem Depotauszug fehlt Seite 2')],
    ]);
    expect(outcome(readMt535(swift('99999/LAST', 'A', 'DE0005933931')))).toEqual([
      [],
      [refused('Dem Depotauszug fehlt Seite 1')],
    ]);
    const twice = refused('Seite 1 des Depotauszugs kommt in der Datei mehrmals vor');
    expect(outcome(readMt535([other, other].join('-\n')))).toEqual([[], [twice, twice]]);
    expect(outcome(readSemt002(xml([report('<PgNb>1</PgNb><LastPgInd>false</LastPgInd>')])))).toEqual([
      [],
      [refused('Dem Depotauszug fehlt Seite 2')],
    ]);
  });

  it('are no statement when they name changes only', () => {
    const message =
      'Der Depotauszug nennt nur Änderungen und nicht den ganzen Bestand; Position DE0005933931 wurde nicht gelesen.';
    expect(outcome(readMt535(swift('1/ONLY', 'A', 'DE0005933931', ':22F::CODE//DELT\n')))).toEqual([
      [],
      [message],
    ]);
    const delta = report('<PgNb>1</PgNb><LastPgInd>true</LastPgInd>', '<UpdTp><Cd>DELT</Cd></UpdTp>');
    expect(outcome(readSemt002(xml([delta])))).toEqual([[], [message]]);
  });

  it('never lose a holding, whatever their numbers', () => {
    const page = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('MORE', 'LAST', 'ONLY'));
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 5 }), (pages) => {
        const file = readMt535(
          pages.map(([number, more]) => swift(`${number}/${more}`, 'A', 'DE0005933931')).join('-\n'),
        );
        expect(positionCount(file) + file.problems.length).toBe(pages.length);
        const numbers = pages.map(([number]) => number).toSorted((a, b) => a - b);
        const isWhole =
          numbers.every((number, at) => number === at + 1) &&
          pages.some(([number, more]) => number === pages.length && more !== 'MORE');
        expect(positionCount(file)).toBe(isWhole ? pages.length : 0);
      }),
    );
  });
});

it('a holding without ISIN reaches the refresh and is listed there with its value', () => {
  const [statement] = readSemt002(sample('holdings-semt002.xml')).statements;
  // The sample has one, as the test above shows.
  const depot = toBankDepot(statement as Statement);
  expect(depot).toMatchObject({
    externalKey: 'EL-22-0000042',
    totalValue: 1914.94,
    silentOn: ['cash', 'savingsPlan'],
  });
  const normal = normaliseDepot(depot);
  expect(normal.positions.get('514000')).toMatchObject({ value: 60, price: 12 });
  expect(normal.problems.map((problem) => problem.code)).toEqual(['funds.isinInvalid']);
});
