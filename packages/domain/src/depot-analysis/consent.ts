/** Version of the text below; a new text gets a new version, and what was agreed to keeps the one it was. */
export const analysisConsentVersion = '2026-11';

const purpose =
  'Für die Depotanalyse werden Ihre Antworten und Ihre Bestände verarbeitet, um die Übersicht zu berechnen. Rechtsgrundlage ist Ihre Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO).';

/** What a visitor agrees to before the first question (Art. 6 (1) a, 7 and 13 GDPR), paragraph by paragraph. */
export const analysisConsentText: readonly string[] = [
  purpose,
  'Ein Name wird dafür nicht gebraucht. Kontaktdaten werden erst verarbeitet, wenn Sie am Ende eine Anfrage absenden; dann sieht Ihr Ansprechpartner auch Ihre Antworten und das Ergebnis.',
  'Alle Angaben werden 30 Tage nach Beginn gelöscht. Sie können die Einwilligung jederzeit widerrufen, indem Sie die Analyse löschen; was bis dahin geschehen ist, bleibt rechtmäßig.',
];

/** Version of the text for somebody an adviser invited, whom the house knows by name. */
export const invitedConsentVersion = '2026-11-invited';

const unsent =
  'Was Sie nicht absenden, wird 30 Tage nach Beginn gelöscht. Sie können die Einwilligung jederzeit widerrufen, indem Sie die Analyse löschen; was bis dahin geschehen ist, bleibt rechtmäßig.';

/** What she agrees to, paragraph by paragraph. */
export const invitedConsentText: readonly string[] = [
  purpose,
  'Ihr Name, Ihr Geburtsdatum und Ihre E-Mail-Adresse liegen dem Haus bereits vor. Ihre Antworten sieht Ihr Ansprechpartner erst, wenn Sie sie am Ende absenden; dann gehören sie zu Ihren Kundendaten.',
  unsent,
];

/** Version of the text for the representatives of somebody underage, who agree for her. */
export const representedConsentVersion = '2026-11-represented';

/** What they agree to, paragraph by paragraph. */
export const representedConsentText: readonly string[] = [
  'Für die Depotanalyse werden die Antworten und Bestände des Kindes verarbeitet, um die Übersicht zu berechnen. Rechtsgrundlage ist Ihre Einwilligung als gesetzliche Vertreter (Art. 6 Abs. 1 Buchst. a DSGVO).',
  'Name und Geburtsdatum des Kindes und die E-Mail-Adresse liegen dem Haus bereits vor. Die Antworten sieht Ihr Ansprechpartner erst, wenn Sie sie am Ende absenden; dann gehören sie zu den Kundendaten des Kindes.',
  unsent,
];

/** Versions an invited person or her representatives may agree to: the texts above. What was seen is stored. */
export const invitedConsentVersions: readonly string[] = [invitedConsentVersion, representedConsentVersion];

/** What is kept as version where the terms are a house's own behind a link alone: what stood there is not known. */
export const prospectTermsVersion = '2026-11';

/**
 * Version of the terms a house asks for: the one it published, else that of its link; null where it has none that can be
 * read: nobody agrees to what is not there.
 */
export const askedTermsVersion = (house: {
  readonly termsUrl: string | null;
  readonly termsVersion?: string | null | undefined;
}): string | null => house.termsVersion ?? (house.termsUrl === null ? null : prospectTermsVersion);

/** Days an analysis can be opened by its link; then it is erased. */
export const analysisDays = 30;

/** Version of the text below. */
export const bankConsentVersion = '2026-11-2';

/** What a visitor agrees to before a bank is asked for her depots, paragraph by paragraph. */
export const bankConsentText: readonly string[] = [
  'Anmeldename und Passwort gehen einmal an die gewählte Bank und werden hier weder gespeichert noch aufgezeichnet. Die Bank gibt dafür eine Berechtigung, die höchstens 15 Minuten gilt. Sie wird verschlüsselt aufbewahrt und gelöscht, sobald Sie abbrechen, spätestens in der Nacht nach ihrem Ende.',
  'Gelesen werden die Depots mit ihren Beständen, Aufträge sind damit nicht möglich. In die Analyse kommen nur Bestände der Depots, die Sie danach auswählen.',
  'Bei der Analyse bleiben, bis sie gelöscht wird, die Bank sowie Fassung und Zeitpunkt Ihrer Einwilligung. Im Protokoll stehen Bank, Zeitpunkt und Ausgang jeder Anmeldung und jedes Abrufs; es bleibt auch nach der Analyse erhalten.',
  'Rechtsgrundlage ist Ihre Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO). Sie können jederzeit abbrechen; dann endet die Berechtigung sofort.',
];

const words = new Map<string, readonly string[]>([
  [analysisConsentVersion, analysisConsentText],
  [invitedConsentVersion, invitedConsentText],
  [representedConsentVersion, representedConsentText],
  [bankConsentVersion, bankConsentText],
]);

/** What a version of one of these texts says, paragraph by paragraph; nothing of one that is not kept here any more. */
export const wordsOfConsent = (version: string): readonly string[] => words.get(version) ?? [];
