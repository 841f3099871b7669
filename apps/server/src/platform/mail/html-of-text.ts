import { readableShade } from '@depotwerk/domain/contrast';
import { escaped } from '../http/plain-page.ts';

/** Of links where a house has no look of its own. */
const ownColour = '#0f5566';

/**
 * The text of a mail as HTML: paragraphs at empty lines, addresses as links. One text is the source of both, so that they
 * never say different things; nothing is fetched from anywhere when it is read.
 * @param colour `#rrggbb` of the house, for links; made darker where it could not be read
 */
export function htmlOfText(title: string, text: string, colour: string | null = null): string {
  const shade = readableShade(colour ?? ownColour);
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const words = escaped(paragraph)
        .replaceAll('\n', '<br>')
        .replaceAll(
          /https?:\/\/[^\s<]+/g,
          (address) => `<a href="${address}" style="color:${shade}">${address}</a>`,
        );
      return `<p style="margin:0 0 16px">${words}</p>`;
    });
  return [
    '<!doctype html><html lang="de"><head><meta charset="utf-8">',
    `<title>${escaped(title)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#ffffff;color:#17232A;font:16px/24px Arial,sans-serif">',
    // An address is one long word; on a phone it breaks instead of making the letter wider than the screen.
    `<div style="max-width:600px;word-wrap:break-word">${paragraphs.join('')}</div></body></html>`,
  ].join('');
}
