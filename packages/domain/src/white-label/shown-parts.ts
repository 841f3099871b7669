/** An address links may lead to: `https://…`, or a page of the same host (`/impressum`). */
export function isSafeLink(address: string): boolean {
  if (address.length > 500 || /[\s\p{Cc}\\]/u.test(address)) return false;
  if (/^\/(?!\/)/.test(address)) return true;
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** Dots a side of a picture: more is unfolded in memory by whoever draws it. */
export const longestSide = 2_000;

/** A picture by its first bytes and its own size: PNG or JPEG, as the text says, and not too large to be drawn. */
export function isPicture(address: string): boolean {
  const match = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address);
  if (!match?.[2] || match[2].length % 4 !== 0) return false;
  const bytes = Uint8Array.from(atob(match[2]), (character) => character.codePointAt(0) ?? 0);
  const sides = match[1] === 'png' ? pngSides(bytes) : jpegSides(bytes);
  return sides !== null && sides.every((side) => side > 0 && side <= longestSide);
}

const number = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.slice(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** Width and height of the header that every PNG begins with (ISO/IEC 15948, 11.2.2). */
function pngSides(bytes: Uint8Array): [number, number] | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 24 || signature.some((byte, at) => bytes[at] !== byte)) return null;
  return [number(bytes, 16, 4), number(bytes, 20, 4)];
}

/** Height and width of the first frame of a JPEG (ISO/IEC 10918-1, B.2.2). */
function jpegSides(bytes: Uint8Array): [number, number] | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [number(bytes, at + 5, 2), number(bytes, at + 7, 2)];
    at += 2 + number(bytes, at + 2, 2);
  }
  return null;
}
