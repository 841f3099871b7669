import { deflateSync } from 'node:zlib';

/** A text of a page: where it begins (or, with `end`, where it ends), in points from the top left. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly align?: 'start' | 'end';
  readonly size?: number;
}

/** The smallest statement that is read: one security, what it is worth, and the sum. */
export const plainStatement: readonly Placed[] = [
  { x: 40, y: 80, text: 'ISIN' },
  { x: 200, y: 80, text: 'Stück' },
  { x: 300, y: 80, text: 'Kurs EUR' },
  { x: 400, y: 80, text: 'Kurswert EUR' },
  { x: 40, y: 100, text: 'IE00BYZK4669' },
  { x: 200, y: 100, text: '10,5' },
  { x: 300, y: 100, text: '100,00' },
  { x: 400, y: 100, text: '1.050,00' },
  { x: 40, y: 130, text: 'Summe' },
  { x: 400, y: 130, text: '1.050,00' },
];

const height = 842;
const winAnsi: Readonly<Record<string, string>> = {
  '€': '\x80',
  '’': '\x92',
  '–': '\x96',
  '„': '\x84',
  '“': '\x93',
};
const escaped = (text: string) =>
  text.replaceAll(/[€’–„“]/g, (letter) => winAnsi[letter] ?? letter).replaceAll(/[\\()]/g, String.raw`\$&`);

/** Width of a text in Helvetica, near enough to set a number flush right. */
const widthOf = (text: string, size: number) =>
  [...text].reduce(
    (sum, letter) => sum + (/[.,:'’ ]/.test(letter) ? 0.278 : /\d|[a-z€-]/.test(letter) ? 0.556 : 0.69),
    0,
  ) * size;

/** Commands that set the texts of a page. */
export function contentOf(texts: readonly Placed[]): string {
  return texts
    .map(({ x, y, text, align, size = 9 }) => {
      const left = align === 'end' ? x - widthOf(text, size) : x;
      return `BT /F1 ${size} Tf ${left.toFixed(2)} ${(height - y).toFixed(2)} Td (${escaped(text)}) Tj ET\n`;
    })
    .join('');
}

/** What a test's PDF has beside its pages: entries of the trailer, further objects (numbered from 100), the filter. */
export interface PdfParts {
  readonly trailer?: string;
  readonly catalog?: string;
  readonly page?: string;
  readonly objects?: readonly string[];
  readonly filter?: (content: Buffer) => { filter: string; bytes: Buffer };
}

const flate = (content: Buffer) => ({ filter: '/FlateDecode', bytes: deflateSync(content) });

/** A PDF of these pages; the contents are commands (`contentOf`). */
export function pdfOf(pages: readonly (string | Buffer)[], parts: PdfParts = {}): Buffer {
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const objects: [number, string][] = [
    [1, `<</Type/Catalog/Pages 2 0 R${parts.catalog ?? ''}>>`],
    [2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'],
    ...pages.flatMap((content, index): [number, string][] => {
      const { filter, bytes } = (parts.filter ?? flate)(
        typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
      );
      const at = first + index * 2;
      return [
        [
          at,
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 ${height}]/Contents ${at + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>${parts.page ?? ''}>>`,
        ],
        [
          at + 1,
          `<</Length ${bytes.byteLength}/Filter${filter}>>stream\n${bytes.toString('latin1')}\nendstream`,
        ],
      ];
    }),
    ...(parts.objects ?? []).map((object, index): [number, string] => [100 + index, object]),
  ];
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  let table = '';
  for (const [number, object] of objects) {
    table += `${number} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const start = file.length;
  file += `xref\n0 1\n0000000000 65535 f \n${table}trailer<</Size 200/Root 1 0 R${parts.trailer ?? ''}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
