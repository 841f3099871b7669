/** Beginnings of files people mistake for tables. */
const beginnings: readonly (readonly [string, string])[] = [
  ['25504446', 'eine PDF-Datei; bitte liefern Sie die Tabelle als .xlsx oder .csv'],
  ['1f8b', 'ein komprimiertes Archiv; bitte entpacken Sie es'],
  ['504b0506', 'ein leeres Archiv'],
];
/** The container of old Excel files, and of workbooks that are encrypted with a password. */
const oldContainer = 'd0cf11e0';
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');

/** Banks hand out tables of pages as .xls; Excel itself once wrote its own XML. */
const webPage =
  /^(?:\xEF\xBB\xBF)?\s*(?:<!doctype html|<html|<table|<\?xml[^>]*>\s*(?:<\?mso-application[^>]*>\s*)?<(?:ss:)?Workbook\b)/i;

/** Whether more than the beginning is needed to tell what a file is: the list of its parts may stand anywhere. */
export const isOldContainer = (start: Buffer): boolean =>
  start.subarray(0, 4).toString('hex') === oldContainer;

/**
 * What a file is instead of a table and what to do about it, to be put behind "Die Datei … ist"; null where its beginning
 * does not tell.
 */
export function foreignFormatOf(bytes: Buffer): string | null {
  if (isOldContainer(bytes)) {
    return bytes.includes(encryptedPart)
      ? 'mit einem Kennwort geschützt; bitte speichern Sie sie ohne Kennwort'
      : 'eine alte Excel-Datei (.xls); bitte als .xlsx speichern';
  }
  if (webPage.test(bytes.subarray(0, 500).toString('latin1')))
    return 'eine Webseite, keine Tabelle; bitte öffnen Sie sie in Excel und speichern Sie sie als .xlsx';
  const start = bytes.subarray(0, 4).toString('hex');
  return beginnings.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
}

/** By a part only they have: what an archive is that is no workbook. */
const archives: readonly (readonly [RegExp, string])[] = [
  [
    /^xl\/workbook\.bin$/,
    'Die Datei ist eine binäre Excel-Arbeitsmappe (.xlsb). Bitte speichern Sie sie als .xlsx.',
  ],
  [/^word\//, 'Die Datei ist ein Word-Dokument. Bitte liefern Sie die Tabelle als .xlsx oder .csv.'],
  [
    /^content\.xml$/,
    'Die Datei ist im Format OpenDocument (.ods). Bitte speichern Sie sie als .xlsx oder .csv.',
  ],
  [/^Index\//, 'Die Datei ist eine Tabelle von Numbers. Bitte exportieren Sie sie als .xlsx oder .csv.'],
];

/** Why the parts of an archive are no workbook, as a German sentence; null where they could be one. */
export function foreignArchive(names: readonly string[]): string | null {
  if (names.includes('xl/workbook.xml')) return null;
  const known = archives.find(([part]) => names.some((name) => part.test(name)));
  if (known) return known[1];
  return names.some((name) => name.startsWith('xl/'))
    ? null
    : 'Die Datei ist ein Archiv ohne Excel-Tabelle. Bitte entpacken Sie es und wählen Sie die Tabelle darin.';
}
