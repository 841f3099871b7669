import { zipFrom } from './zip-from.ts';

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

interface Part {
  name: string;
  content: string[];
}

/** A workbook with one sheet of inline texts, or of numbers where a cell is a number. */
export function workbook(
  rows: readonly (readonly (string | number)[])[],
  more: Part[] = [],
): Promise<Buffer> {
  const sheet = rows
    .map((row, y) => {
      const cells = row.map((cell, x) => {
        const place = `${String.fromCodePoint(65 + x)}${y + 1}`;
        return typeof cell === 'number'
          ? `<c r="${place}"><v>${cell}</v></c>`
          : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
      });
      return `<row r="${y + 1}">${cells.join('')}</row>`;
    })
    .join('');
  return workbookOf(sheet, more);
}

/** A workbook whose only sheet has this between `<sheetData>` and its end, as hostile as wanted. */
export async function workbookOf(sheetData: string, more: Part[] = []): Promise<Buffer> {
  const parts = [
    {
      name: '[Content_Types].xml',
      content: [`${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Daten" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: [`${xml}<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`],
    },
    ...more,
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of zipFrom(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
