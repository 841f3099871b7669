import { ImportRefused } from '../table-files/import-refused.ts';

/**
 * The text of a file of the industry: UTF-8, else Windows-1252 (which holds Latin-1), as older systems write.
 * @throws ImportRefused for UTF-16 and for bytes that are no text
 */
export function textOfFile(bytes: Buffer): string {
  if (bytes[0] === 0xff || bytes[0] === 0xfe)
    throw new ImportRefused('Die Datei ist weder in UTF-8 noch in Latin-1 geschrieben.');
  // No database keeps one, and no bank writes one.
  if (bytes.includes(0))
    throw new ImportRefused('Die Datei enthält ein Nullzeichen: Sie ist kein Text oder beschädigt.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
