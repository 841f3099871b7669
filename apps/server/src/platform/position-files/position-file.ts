import type { FileReader } from '../file-threads/file-reader.ts';
import { ImportRefused } from '../table-files/import-refused.ts';
import { readMt535 } from './read-mt535.ts';
import { readSemt002 } from './read-semt002.ts';
import type { StatementFile } from './statement.ts';

/** A position file in a thread of its own. */
export const positionFileReader: FileReader<StatementFile> = { name: 'positionFile', read: readPositionFile };

/** The format by its first character; UTF-8, else Latin-1 as older systems write. @throws ImportRefused */
function readPositionFile(bytes: Buffer): StatementFile {
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (isUtf16) throw new ImportRefused('Die Datei ist weder in UTF-8 noch in Latin-1 geschrieben.');
  // No database keeps one, and no bank writes one.
  if (bytes.includes(0))
    throw new ImportRefused('Die Datei enthält ein Nullzeichen: Sie ist kein Text oder beschädigt.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('latin1').decode(bytes);
  }
  return text.trimStart().startsWith('<') ? readSemt002(text.trim()) : readMt535(text);
}

/** Whether a file begins like a custody statement: XML, a SWIFT message, or its bare fields. */
export function isStatement(start: Buffer): boolean {
  const text = start.toString('latin1').replace(/^(?:\xEF\xBB\xBF)?\s+|^\xEF\xBB\xBF/, '');
  return /^(?:<[?!A-Za-z]|\{1:|:16R:GENL|:28E?:)/.test(text);
}
