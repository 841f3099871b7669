import { foldText } from '../fold-text.ts';
import type { BookFieldName } from './book-fields.ts';

/** How files call what a client may bear. Risks an insurer covers and indicators of funds are something else. */
const namesOfRisk = [
  'risikoklasse',
  'risikoprofil',
  'risikobereitschaft',
  'risikoneigung',
  'risikotyp',
  'risikostufe',
  'anlegerprofil',
  'anlegertyp',
  'anlageprofil',
  'riskclass',
  'riskprofile',
];

/**
 * Columns that say a client's risk class and are not read, as German sentences: a class out of a file is no assessment, and
 * whoever moves in with one learns before the first proposal what it needs instead.
 */
export function unreadRisk(headers: readonly string[], mapping: readonly (BookFieldName | null)[]): string[] {
  return headers
    .filter((header, index) => {
      const folded = foldText(header).replaceAll(/[^a-z]/g, '');
      return (mapping[index] ?? null) === null && namesOfRisk.some((name) => folded.includes(name));
    })
    .map(
      (header) =>
        `Die Spalte „${header}“ wird nicht übernommen: Empfohlen wird nur mit einem Risikoprofil, das hier erhoben ist. Wem es fehlt, steht nach der Übernahme am Arbeitsplatz unter „Fehlende Profile“.`,
    );
}
