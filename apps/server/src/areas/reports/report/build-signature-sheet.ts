import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { documentSignature } from '@depotwerk/api/signatures/signatures';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { locale } from '@depotwerk/domain/locale';
import { drawingSize, signatureWayTexts, signatureWorth } from '@depotwerk/domain/signatures/signature';
import type * as z from 'zod/mini';
import type { Block, ReportDocument } from './report-document.ts';

/** A signed document and what was signed below it. */
export interface SheetContent {
  readonly document: ArchivedDocument;
  readonly signature: z.infer<typeof documentSignature>;
}

const orNone = (text: string | null) => text ?? '–';
const at = (instant: string | null) =>
  instant === null ? '–' : `${formatDateTime(instant, locale.timeZone)} Uhr`;
/** In groups of eight, so that two can be compared by eye. */
const grouped = (hash: string) => hash.replaceAll(/(.{8})(?=.)/g, '$1 ');

/** The signature sheet: who signed what, when and how, and what that is worth. */
export function buildSignatureSheet({ document, signature }: SheetContent): ReportDocument {
  const given = [signature, ...(signature.others ?? [])];
  const count = Math.max(given.length, document.signers?.length ?? 1);
  return {
    reportType: 'signatureSheet',
    title: 'Unterschriftsblatt',
    subtitle: document.title,
    subject: `Elektronische Signatur zum Dokument ${document.title}`,
    keywords: ['Unterschriftsblatt', 'elektronische Signatur'],
    salutation: '',
    blocks: [
      { kind: 'heading', level: 1, text: 'Dokument' },
      {
        kind: 'facts',
        columns: 1,
        rows: [
          ['Titel', document.title],
          ['Vertrag', orNone(document.contractKey)],
          ['Freigegeben', at(document.releasedAt)],
          ...(document.signers ? [] : [['Geöffnet', at(document.readAt)] as const]),
          ['Um Unterschrift gebeten', at(document.signatureRequestedAt)],
          ['Prüfsumme der Datei (SHA-256)', grouped(signature.contentHash)],
        ],
      },
      ...given.flatMap((one, index) => signed(one, count === 1 ? '' : ` ${index + 1} von ${count}`)),
      ...missingOf(document),
      given.every(({ isIntact }) => isIntact)
        ? {
            kind: 'notice',
            tone: 'ok',
            title: 'Unverändert',
            text: 'Siegel und Prüfsumme passen zur gespeicherten Datei und zu allen Angaben auf diesem Blatt.',
          }
        : {
            kind: 'notice',
            tone: 'bad',
            title: 'Nicht unverändert',
            text: 'Siegel oder Prüfsumme passen nicht mehr zu dem, was gespeichert ist. Bitte verlassen Sie sich nicht auf dieses Blatt.',
          },
      { kind: 'heading', level: 1, text: 'Was diese Unterschrift wert ist' },
      { kind: 'paragraph', text: signatureWorth, isSmall: false },
    ],
  };
}

type Given = Omit<SheetContent['signature'], 'others'>;

function signed(signature: Given, place: string): Block[] {
  return [
    { kind: 'heading', level: 1, text: `Unterschrift${place}` },
    { kind: 'paragraph', text: signature.statement, isSmall: false },
    ...drawn(signature),
    {
      kind: 'facts',
      columns: 1,
      rows: [
        ['Unterschrieben von', signature.signerName],
        ['Zeitpunkt', at(signature.signedAt)],
        ['Art', signatureWayTexts[signature.way]],
        ['Siegel (SHA-256 über alle Angaben)', grouped(signature.seal)],
      ],
    },
  ];
}

/** Who of several has not signed: a sheet made too early does not look like a whole one. */
function missingOf({ signers }: ArchivedDocument): Block[] {
  const missing = (signers ?? []).filter(({ signedAt }) => signedAt === null).map(({ name }) => name);
  if (missing.length === 0) return [];
  return [
    {
      kind: 'notice',
      tone: 'warn',
      title: 'Noch nicht von allen unterschrieben',
      text: `${missing.length === 1 ? 'Es fehlt' : 'Es fehlen'}: ${missing.join(', ')}.`,
    },
  ];
}

function drawn({ drawing, signerName }: Given): Block[] {
  if (drawing === null) return [];
  const strokes = drawing
    .filter((stroke) => stroke.length > 1)
    .map((stroke) =>
      stroke.map(([x, y]): [number, number] => [x / drawingSize.width, y / drawingSize.height]),
    );
  return [{ kind: 'drawing', strokes, alt: `Gezeichnete Unterschrift von ${signerName}` }];
}
