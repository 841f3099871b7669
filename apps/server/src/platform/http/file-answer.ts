import type { FastifyReply } from 'fastify';
import type { FileAnswer } from './route.ts';

/** Sends a download with our own file name (RFC 6266, RFC 8187; asvs 5.4). */
export function sendFile(file: FileAnswer, reply: FastifyReply): FastifyReply {
  if (file.fileName !== null) reply.header('content-disposition', contentDisposition(file.fileName));
  return reply.type(file.contentType).send(file.body);
}

const germanLetters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
};

/** `attachment` with an ASCII fall-back and the UTF-8 name; quotes, controls and separators are removed. */
export function contentDisposition(fileName: string): string {
  const clean = withoutDangerous(fileName);
  const ascii = withoutDangerous(
    clean
      .replaceAll(/[äöüÄÖÜß]/g, (letter) => germanLetters[letter] ?? '')
      // Compatibility forms may turn into quotes and slashes: what is dangerous is taken out once more.
      .normalize('NFKD')
      .replaceAll(/[^\x20-\x7e]/g, ''),
  );
  const encoded = encodeURIComponent(clean.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii || 'download'}"; filename*=UTF-8''${encoded}`;
}

const withoutDangerous = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f"\\/]/g, '');
