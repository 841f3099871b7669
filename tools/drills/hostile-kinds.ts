import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { createAppearance } from '@depotwerk/api/white-label/appearances';
import type * as z from 'zod/mini';
import { layouts, type Printed, type Writing, written } from '../../apps/server/test/statement-layouts.ts';
import { contentOf, pdfOf } from '../../apps/server/test/statement-pdf.ts';
import { workbook, workbookOf } from '../../apps/server/test/workbook.ts';

/** A kind of file the product takes: samples to be mutated, and the upload that brings one. */
export interface Kind {
  readonly name: string;
  readonly samples: readonly Buffer[];
  readonly request: (bytes: Buffer) => { path: string; body: object };
  /** Brought by visitors, without a sign-in. */
  readonly isVisitors?: true;
}

/** What one person brings files for. */
export interface Places {
  readonly customerId: string;
  readonly fundId: number;
  /** A visitor's analysis. */
  readonly guid: string;
}

const cell = '<c t="str"><v>ISIN</v></c>';
const isins = Array.from({ length: 400 }, (_, k) => ['IE00BYZK4669', `Fonds ${k}`]);
const chunk = (kind: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(kind), content]);
  const frame = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  frame[0].writeUInt32BE(content.length);
  frame[1].writeUInt32BE(crc32(named));
  return Buffer.concat([frame[0], named, frame[1]]);
};
/** Whole pictures of 100 × 100: others are refused as they come. */
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000064000000640802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.alloc(30_100, 7))),
  chunk('IEND', Buffer.alloc(0)),
]);
const jpeg = Buffer.concat([
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc00011080064006403012200021101031101ffda0002',
    'hex',
  ),
  Buffer.alloc(20_000, 3),
  Buffer.from('ffd9', 'hex'),
]);
/** A real one: what has no page, or is none within, is refused before it is stored. */
const pdf = Buffer.from(pdfOf([contentOf([{ x: 40, y: 60, text: 'Schreiben an den Kunden' }])]));
const example = (name: string) => readFileSync(new URL(`../../docs/examples/${name}`, import.meta.url));
const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => row.join(';')).join('\n'));

const people = [
  ['Name', 'E-Mail', 'Rolle'],
  ...Array.from({ length: 300 }, (_, k) => [`Person ${k}`, `person.${k}@demo.example`, 'Berater']),
];
const business = [
  ['Vorname', 'Nachname', 'Geburtsdatum', 'Vertragsnummer', 'Beginn'],
  ...Array.from({ length: 300 }, (_, k) => ['Anna', `Müller ${k}`, '03.04.1964', `P-${k}`, '01.02.2020']),
];
const fundData = [
  ['ISIN', 'Name', 'Währung'],
  ...Array.from({ length: 300 }, (_, k) => ['IE00BYZK4669', `Fonds ${k}`, 'EUR']),
];
const prices = [
  ['Datum', 'IE00BYZK4669'],
  ...Array.from({ length: 300 }, (_, k) => [`2024-01-${String((k % 28) + 1).padStart(2, '0')}`, '100,25']),
];
/** A holding without end, a tree without end, and texts of a few bytes that would become many. */
const swift = example('depotauszug.mt535');
const xml = example('depotauszug-semt002.xml');
const gdv = example('bestand.gdv');
const bombs = [
  Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(20_000)}`),
  Buffer.from(
    `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}">]><Document>${'&b;'.repeat(1000)}</Document>`,
  ),
  Buffer.from(`<Document ${'a'.repeat(60_000)}="1"/>`),
];

const printed: Printed[] = Array.from({ length: 9 }, (_, k) => ({
  isin: 'IE00BYZK4669',
  name: `Fonds ${k}`,
  units: `${12 + k}.5`,
  price: '100.00',
  value: `${1250 + 100 * k}.00`,
  currency: 'EUR',
  rate: null,
}));
const writings: readonly Writing[] = ['german', 'swiss', 'english'];
/** Custody statements as banks print them; and pages without end, texts without end, a few bytes that become many. */
const statements = [
  ...Object.values(layouts).flatMap((layout) =>
    writings.map((writing) => pdfOf(layout(printed, (amount) => written(amount, writing)).map(contentOf))),
  ),
  pdfOf(Array.from({ length: 400 }, () => contentOf([{ x: 40, y: 80, text: 'IE00BYZK4669' }]))),
  pdfOf([contentOf(Array.from({ length: 40_000 }, () => ({ x: 40, y: 80, text: '1,00' })))]),
  pdfOf([''], {
    filter: () => ({ filter: '/FlateDecode', bytes: deflateSync(Buffer.alloc(300_000_000, 32)) }),
  }),
];

const base64 = (bytes: Buffer) => bytes.toString('base64');
const funds = (bytes: Buffer) => ({
  path: '/tariff-components/selection/import',
  body: { fileName: 'fonds', content: base64(bytes) },
});
const book = (bytes: Buffer) => ({
  path: '/book-imports',
  body: { fileName: 'bestand', contentBase64: base64(bytes) },
});
const holdings = (guid: string) => (bytes: Buffer) => ({
  path: `/depotanalysis/${guid}/holding-file`,
  body: { fileName: 'auszug', contentBase64: base64(bytes) },
});
const persons = (bytes: Buffer) => ({
  path: '/users/import/preview',
  body: { fileName: 'personen', contentBase64: base64(bytes) },
});
const data = (importType: string) => (bytes: Buffer) => ({
  path: '/admin/fund-imports',
  body: {
    importType,
    fileName: 'daten',
    contentBase64: base64(bytes),
    isDryRun: true,
    decimal: null,
    symbolMap: null,
    acceptsUnitJumps: false,
  },
});
const document = (customerId: string) => (bytes: Buffer) => ({
  path: `/documents?customerId=${customerId}`,
  body: { documentType: 'other', title: 'Prüfung', fileName: 'datei', contentBase64: base64(bytes) },
});
const factSheet = (fundId: number) => (bytes: Buffer) => ({
  path: `/funds/${fundId}/documents`,
  body: { documentType: 'kiid', title: 'Prüfung', fileName: 'blatt.pdf', contentBase64: base64(bytes) },
});
const picture = (type: string) => (bytes: Buffer) => ({
  path: '/admin/white-label-configs',
  body: {
    applicationTitle: 'Prüfung',
    hosts: [],
    allowedFrameAncestors: [],
    logo: `data:image/${type};base64,${base64(bytes)}`,
    logoDark: null,
    favicon: null,
    appIcon: null,
    primaryColour: '#0f5566',
    accentColour: '#0f5566',
    fontFamily: null,
    registrationMode: 0,
    languages: ['de'],
    supportPhone: null,
    supportMail: null,
    imprintUrl: '/impressum',
    privacyUrl: '/datenschutz',
    termsUrl: null,
    accessibilityStatementUrl: null,
    loginHint: null,
    features: { depotanalysis: false, preregistration: false, bankCredentials: true, esg: true, bulk: false },
  } satisfies z.infer<(typeof createAppearance)['body']>,
});

/** Every kind of file the product takes by upload, in the order they are sent. */
export async function kindsFor({ customerId, fundId, guid }: Places): Promise<Kind[]> {
  const hostileWorkbooks = [
    await workbookOf(`<row r="900000000">${cell}</row>`),
    await workbookOf('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'),
    await workbookOf(`<row>${cell.repeat(3000)}</row>`),
  ];
  const hostileTexts = [
    Buffer.from(`ISIN\n"${'x'.repeat(50_000)}`),
    Buffer.from(`ISIN${';'.repeat(50_000)}\n`),
  ];
  return [
    {
      name: 'XLSX',
      samples: [await workbook([['ISIN', 'Name'], ...isins]), ...hostileWorkbooks],
      request: funds,
    },
    { name: 'CSV', samples: [csv([['ISIN', 'Name'], ...isins]), ...hostileTexts], request: funds },
    { name: 'PDF', samples: [pdf], request: document(customerId) },
    { name: 'PNG', samples: [png], request: document(customerId) },
    { name: 'JPEG', samples: [jpeg], request: document(customerId) },
    {
      name: 'MT535',
      samples: [swift, Buffer.concat(Array.from({ length: 200 }, () => swift))],
      request: book,
    },
    { name: 'semt.002', samples: [xml, ...bombs], request: book },
    {
      name: 'GDV',
      samples: [gdv, Buffer.concat(Array.from({ length: 200 }, () => gdv))],
      request: book,
    },
    { name: 'statement PDF', samples: statements, request: holdings(guid), isVisitors: true },
    {
      name: 'holdings',
      samples: [
        csv([['ISIN', 'Anteile'], ...isins.slice(0, 100).map(([isin = '']) => [isin, '1,5'])]),
        await workbook([['ISIN', 'Anteile'], ...isins.slice(0, 100).map(([isin = '']) => [isin, '1,5'])]),
        swift,
        xml,
        ...bombs,
        ...hostileTexts,
        ...hostileWorkbooks,
      ],
      request: holdings(guid),
      isVisitors: true,
    },
    { name: 'book CSV', samples: [csv(business), ...hostileTexts], request: book },
    { name: 'book XLSX', samples: [await workbook(business), ...hostileWorkbooks], request: book },
    { name: 'people CSV', samples: [csv(people), ...hostileTexts], request: persons },
    { name: 'people XLSX', samples: [await workbook(people), ...hostileWorkbooks], request: persons },
    { name: 'fund data', samples: [csv(fundData), await workbook(fundData)], request: data('funds') },
    { name: 'prices', samples: [csv(prices), await workbook(prices)], request: data('prices') },
    { name: 'fact sheet', samples: [pdf], request: factSheet(fundId) },
    { name: 'logo PNG', samples: [png], request: picture('png') },
    { name: 'logo JPEG', samples: [jpeg], request: picture('jpeg') },
  ];
}
