// The lines address books and calendars are made of (RFC 2425 and RFC 5545, 3.1).

/** A value that can begin neither another one, nor another line or property (RFC 2426, 4; RFC 5545, 3.3.11). */
export const escapedText = (text: string | null): string =>
  (text ?? '')
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[;,]/g, (sign) => `\\${sign}`);

/** The lines as a file has them: folded, each ended with CR and LF. */
export const contentLines = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`;

const utf8 = new TextEncoder();

/** A line of at most 75 bytes, further ones begun with a blank; no character is cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (bytes + size > 75) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
