import type { FastifyReply } from 'fastify';
import type { FileAnswer } from './route.ts';

/** Sends a download with our own file name (RFC 6266, RFC 8187; asvs 5.4). */
export function sendFile(file: FileAnswer, reply: FastifyReply): FastifyReply {
  return reply
    .type(file.contentType)
    .header('content-disposition', contentDisposition(file.fileName))
    .send(file.body);
}

/** `attachment` with an ASCII fall-back and the UTF-8 name; quotes, controls and separators are removed. */
export function contentDisposition(fileName: string): string {
  const clean = [...fileName]
    .filter((character) => character >= ' ' && !'"\\/\u007f'.includes(character))
    .join('');
  const ascii = clean.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '');
  const encoded = encodeURIComponent(clean.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii || 'download'}"; filename*=UTF-8''${encoded}`;
}
