import type { FileReader } from '../file-threads/file-reader.ts';
import { textOfFile } from '../file-threads/text-of-file.ts';
import { readMt535 } from './read-mt535.ts';
import { readSemt002 } from './read-semt002.ts';
import type { StatementFile } from './statement.ts';

/** A position file in a thread of its own. */
export const positionFileReader: FileReader<StatementFile> = { name: 'positionFile', read: readPositionFile };

/** The format by its first character. @throws ImportRefused */
function readPositionFile(bytes: Buffer): StatementFile {
  const text = textOfFile(bytes);
  return text.trimStart().startsWith('<') ? readSemt002(text.trim()) : readMt535(text);
}

/** Whether a file begins like a custody statement: XML, a SWIFT message, or its bare fields. */
export function isStatement(start: Buffer): boolean {
  const text = start.toString('latin1').replace(/^(?:\xEF\xBB\xBF)?\s+|^\xEF\xBB\xBF/, '');
  return /^(?:<[?!A-Za-z]|\{1:|:16R:GENL|:28E?:)/.test(text);
}
