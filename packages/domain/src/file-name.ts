/** A part of a file's name: whatever a file system, or an app that stores the file, could take for more than a letter becomes a hyphen. */
const fileNamePart = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100);

/** The name of a PDF: its parts that say something, one after the other. */
export const pdfName = (...parts: readonly string[]): string =>
  `${parts
    .map(fileNamePart)
    .filter((part) => part !== '')
    .join('_')}.pdf`;
