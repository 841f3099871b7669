import { deflateSync } from 'node:zlib';

/** What a page says, from top to bottom. */
export type SampleLine =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'row'; readonly label: string; readonly value: string }
  | { readonly kind: 'scale'; readonly value: number };

/** Points: A4 with margins of 20 mm. */
const page = { width: 595, height: 842, margin: 57 };
const sizes = { title: 16, heading: 10.5, text: 9, row: 9 } as const;
/** Characters of Helvetica at 9 points that surely fit between the margins. */
const lineLength = 108;

/**
 * A PDF of one page in the reader's own Helvetica, compressed, about 2 kB: a thousand of them are written in a moment,
 * where setting them as reports would take minutes. `mark` stands at top and bottom and grey across the page.
 */
export function samplePdf(title: string, lines: readonly SampleLine[], mark: string): Buffer {
  const content = deflateSync(Buffer.from(contentOf(lines, mark), 'latin1'));
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(de-DE)/ViewerPreferences<</DisplayDocTitle true>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>`,
    `<</Length ${content.byteLength}/Filter/FlateDecode>>stream\n${content.toString('latin1')}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
    `<</Title(${escaped(title)})>>`,
  ];
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R/Info 7 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function contentOf(lines: readonly SampleLine[], mark: string): string {
  const { margin, width, height } = page;
  // Across the page first, so that everything else stands on it.
  let content = `0.9 g BT /F2 21 Tf 0.819 0.574 -0.574 0.819 85 210 Tm (${escaped(mark)}) Tj ET\n`;
  const put = (
    x: number,
    y: number,
    text: string,
    size: number,
    isBold = false,
    colour = '0.09 0.14 0.16 rg',
  ) => {
    content += `${colour} BT /F${isBold ? 2 : 1} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${escaped(text)}) Tj ET\n`;
  };
  const red = '0.7 0.14 0.09 rg';
  put(margin, height - 40, mark, 9, true, red);
  put(margin, 34, mark, 9, true, red);
  let y = height - 68;
  for (const line of lines) {
    if (line.kind === 'row') {
      put(margin, y, line.label, sizes.row);
      put(margin + 170, y, line.value, sizes.row, true);
      y -= 13;
    } else if (line.kind === 'scale') {
      const step = (width - 2 * margin) / 7;
      for (let place = 1; place <= 7; place += 1) {
        const x = margin + (place - 1) * step;
        const isOwn = place === line.value;
        content += `${isOwn ? '0.06 0.33 0.4 rg' : '0.93 0.95 0.95 rg'} ${x.toFixed(1)} ${(y - 14).toFixed(1)} ${(step - 4).toFixed(1)} 20 re f\n`;
        put(x + step / 2 - 5, y - 8, String(place), 11, isOwn, isOwn ? '1 1 1 rg' : undefined);
      }
      y -= 31;
    } else if (line.kind === 'text') {
      for (const part of wrapped(line.text)) {
        put(margin, y, part, sizes.text);
        y -= 12.5;
      }
    } else {
      y -= line.kind === 'heading' ? 8 : 0;
      put(margin, y, line.text, sizes[line.kind], true, '0.06 0.33 0.4 rg');
      y -= line.kind === 'title' ? 21 : 14.5;
    }
  }
  return content;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= lineLength) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Characters of WinAnsi that are no Latin-1. */
const winAnsi: Readonly<Record<string, string>> = {
  '–': '\x96',
  '„': '\x84',
  '“': '\x93',
  '€': '\x80',
  '’': '\x92',
};

const escaped = (text: string): string =>
  text
    .replaceAll(/[–„“€’]/g, (letter) => winAnsi[letter] ?? letter)
    .replaceAll(/[^\u0000-\u00ff]/g, '?')
    .replaceAll(/[\\()]/g, String.raw`\$&`);
