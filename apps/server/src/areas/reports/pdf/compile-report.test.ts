import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, it } from 'vitest';
import { plainPaper } from '../../../../test/plain-paper.ts';
import { column, heading, paragraph, row, smallPrint, table, totalRow } from '../report/report-document.ts';
import { ReportCompiler } from './compile-report.ts';

let compiler: ReportCompiler;
beforeAll(() => {
  compiler = new ReportCompiler();
});

const header = '89504e470d0a1a0a0000000d49484452000000640000006401000000005899a8f9';
const frame = 'ffd8ffc000110800640064030122000211010311010000';
const junk = '03'.repeat(300);
/** The smallest picture there is: one dot. */
const whole =
  '89504e470d0a1a0a0000000d4948445200000001000000010100000000376ef9240000000a4944415478da6360000000020001e527defc0000000049454e44ae426082';

function paperWith(kind: string, hex: string, applicationTitle = 'Isarhaus Beratung'): Uint8Array {
  const logo = `data:image/${kind};base64,${Buffer.from(hex, 'hex').toString('base64')}`;
  return compiler.compile(plainPaper({}, { applicationTitle, logo }));
}
const hasPicture = (pdf: Uint8Array) => /\/Subtype\s*\/Image/.test(Buffer.from(pdf).toString('latin1'));

it.each([
  ['cut off', 'png', header],
  ['junk after its header', 'png', `${header}${junk}`],
  ['junk', 'jpeg', `${frame}${junk}`],
  ['no markup', 'svg+xml', junk],
])(
  'a logo that is damaged (%s) takes no paper with it: the name of the house stands in its place',
  async (_how, kind, hex) => {
    const paper = paperWith(kind, hex);
    const { text } = await extractText(await getDocumentProxy(Uint8Array.from(paper)), { mergePages: true });
    expect(text).toContain('Isarhaus Beratung');
    expect([hasPicture(paper), hasPicture(paperWith('png', whole))]).toEqual([false, true]);
  },
);

it('a house reads its own name without a part of a word at the end of a line', async () => {
  const name =
    'Haus am Markt – Vermögensverwaltung und Finanzplanung für Familienunternehmen und Stiftungen GmbH & Co. KG';
  const paper = paperWith('png', header, name);
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(paper)));
  const words = text[0]?.split(/\s+/) ?? [];
  // At the head of the page and above the address.
  for (const word of ['Vermögensverwaltung', 'Finanzplanung', 'Familienunternehmen', 'Stiftungen'])
    expect([word, words.filter((one) => one === word).length >= 2]).toEqual([word, true]);
});

it('neither the sum of a table nor what is said below it stands alone on a page', async () => {
  for (let count = 30; count <= 40; count += 1) {
    const pdf = compiler.compile(
      plainPaper({
        salutation: '',
        blocks: [
          heading('Portfolio'),
          {
            ...table(
              [column('Fonds', '1fr'), column('Wert', 'auto', 'right')],
              [...Array.from({ length: count }, () => row('Posten', '1')), totalRow('Summe', '2')],
            ),
            note: 'Anmerkung',
          },
          smallPrint('Schlusswort'),
        ],
      }),
    );
    const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)));
    const end = text.find((page) => page.includes('Schlusswort')) ?? '';
    const shown = ['Posten', 'Summe', 'Anmerkung'].filter((word) => end.includes(word));
    expect([count, ...shown]).toEqual([count, 'Posten', 'Summe', 'Anmerkung']);
  }
});

it('the last words before the signatures stand whole on their page', async () => {
  const last = Array.from({ length: 60 }, (_, index) => `Hinweis${index}`);
  for (let count = 24; count <= 44; count += 1) {
    const pdf = compiler.compile(
      plainPaper({
        salutation: '',
        blocks: [
          heading('Würdigung'),
          ...Array.from({ length: count }, (_, index) => paragraph(`Zeile ${index}.`)),
          smallPrint(last.join(' ')),
          {
            kind: 'signatures',
            items: [
              { role: 'Ort, Datum, Unterschrift Kunde', name: 'Anna Muster' },
              { role: 'Ort, Datum, Unterschrift Berater', name: 'Bert Rat' },
            ],
          },
        ],
      }),
    );
    const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)));
    const page = text.at(-1) ?? '';
    expect([count, page.includes('Unterschrift'), last.filter((word) => !page.includes(word))]).toEqual([
      count,
      true,
      [],
    ]);
  }
});
