import type { ConsentDecision, ConsentKind } from './privacy-texts.ts';

/** What a customer reads before she agrees by herself; a new text gets a new version, and what was agreed to keeps its own. */
interface OwnConsentText {
  readonly version: string;
  /** Paragraph by paragraph. */
  readonly text: readonly string[];
}

const freely =
  'Die Einwilligung ist freiwillig (Art. 6 Abs. 1 Buchst. a DSGVO). Ich kann sie jederzeit in meinem Zugang unter „Meine Einwilligungen“ oder bei meinem Berater widerrufen; was bis dahin geschehen ist, bleibt rechtmäßig.';

const version = '2026-12-2';

export const ownConsentTexts: Readonly<Record<ConsentKind, OwnConsentText>> = {
  dataProcessing: {
    version,
    text: [
      'Das im Impressum dieser Seite genannte Haus darf meine Angaben zu Person, Verhältnissen, Zielen und Vermögen und die Daten meiner Verträge und Depots verarbeiten, um mich zu beraten und Depots zu analysieren.',
      freely,
    ],
  },
  mail: {
    version,
    text: [
      'Das im Impressum dieser Seite genannte Haus darf mir Neuigkeiten und Angebote zu Geldanlage und Versicherung an meine hinterlegte E-Mail-Adresse senden.',
      freely,
    ],
  },
  phone: {
    version,
    text: [
      'Das im Impressum dieser Seite genannte Haus darf mich unter meiner hinterlegten Telefonnummer anrufen, um mir Neuigkeiten und Angebote zu Geldanlage und Versicherung mitzuteilen.',
      freely,
    ],
  },
  sharing: {
    version,
    text: [
      'Das im Impressum dieser Seite genannte Haus darf meine Angaben zu Person, Verträgen und Risikoprofil an Fondsgesellschaften, Versicherer und depotführende Banken weitergeben, bei denen ich einen Vertrag habe oder abschließen möchte.',
      freely,
    ],
  },
};

/** The words that are kept with the decision. */
export const keptConsentText = (kind: ConsentKind): string => ownConsentTexts[kind].text.join('\n\n');

/**
 * Whether she agreed by herself to a text that is not the one of today. What an adviser recorded was given to a text of the
 * house's own, which ours does not replace.
 */
export const isAskedAnew = ({
  consentKind,
  decision,
  textVersion,
  isOwn = false,
}: {
  readonly consentKind: ConsentKind;
  readonly decision: ConsentDecision;
  readonly textVersion: string;
  readonly isOwn?: boolean | undefined;
}): boolean => decision === 'given' && isOwn && textVersion !== ownConsentTexts[consentKind].version;
