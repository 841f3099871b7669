import { foldText } from '../fold-text.ts';

/** How a customer signs a document. */
export const signatureWays = ['drawing', 'typed', 'passkey'] as const;
export type SignatureWay = (typeof signatureWays)[number];

export const signatureWayTexts: Readonly<Record<SignatureWay, string>> = {
  drawing: 'Gezeichnet',
  typed: 'Name eingegeben',
  passkey: 'Passkey',
};

/** Sides of the field a signature is drawn in; points are whole numbers within it. */
export const drawingSize = { width: 1000, height: 300 } as const;
export const mostStrokes = 60;
export const mostPoints = 3000;

type Point = readonly [number, number];
/** One line from pressing down to lifting. */
export type Stroke = readonly Point[];

/** A line as long as this is no slip of the hand any more. */
const shortestLine = 200;

/** Whether the strokes can be a signature: long enough together, and not more than is stored. */
export function isDrawn(strokes: readonly Stroke[]): boolean {
  if (strokes.length > mostStrokes) return false;
  if (strokes.reduce((count, stroke) => count + stroke.length, 0) > mostPoints) return false;
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0);
  return length >= shortestLine;
}

function lengthOf(stroke: Stroke): number {
  return stroke.reduce((sum, [x, y], index) => {
    const before = stroke[index - 1];
    return before === undefined ? sum : sum + Math.hypot(x - before[0], y - before[1]);
  }, 0);
}

/** Whether somebody typed the name she signs with: case, accents and spaces aside. */
export const isSameName = (typed: string, name: string): boolean =>
  foldText(typed) !== '' && foldText(typed) === foldText(name);

/** A first and a last name of the longest there are, and the space between them. */
export const longestSignerName = 401;

/** What is signed, in words. */
export const signatureStatement = (title: string): string =>
  `Ich habe das Dokument „${title}“ gelesen und unterschreibe es.`;

/** As much as she may say about why she does not sign. */
export const longestDeclineReason = 1000;

/** What she writes to whoever looks after her when she does not sign. */
export const declinedMessage = (title: string, reason: string): string =>
  `Das Dokument „${title}“ unterschreibe ich nicht. Mein Grund: ${reason}`;

/** What such a signature is worth: Regulation (EU) No 910/2014 (eIDAS), Art. 3 no. 10 and Art. 25, and § 126 BGB. */
export const signatureWorth =
  'Dies ist eine einfache elektronische Signatur (Art. 3 Nr. 10 der Verordnung (EU) Nr. 910/2014). Als Beweismittel darf sie nicht allein deshalb abgelehnt werden, weil sie elektronisch ist (Art. 25 Abs. 1). Einer handschriftlichen Unterschrift gleichgestellt ist nur die qualifizierte elektronische Signatur (Art. 25 Abs. 2). Wo das Gesetz die Schriftform verlangt (§ 126 BGB), genügt die einfache nicht.';

export interface SignatureFacts {
  readonly documentId: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly contentHash: string;
  readonly signedBy: string;
  readonly signerName: string;
  readonly way: SignatureWay;
  readonly statement: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
  readonly drawing: readonly Stroke[] | null;
  /** What the authenticator signed, base64url; null without a passkey. */
  readonly passkeySignature: string | null;
}

/** What the seal is the SHA-256 of: every fact of a signature in one fixed order, a line each. */
export function sealedText(facts: SignatureFacts): string {
  return JSON.stringify([
    'depotwerk-signature-1',
    facts.documentId,
    facts.contentHash,
    facts.signedBy,
    facts.signerName,
    facts.way,
    facts.statement,
    new Date(facts.signedAt).toISOString(),
    facts.drawing,
    facts.passkeySignature,
  ]);
}
