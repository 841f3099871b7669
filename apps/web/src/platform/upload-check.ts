import { largestFileBytes } from '@depotwerk/domain/limits';

/** Why a chosen file cannot be uploaded, as the end of a text key; null when it can. The server checks it again. */
export function uploadFault(bytes: Uint8Array): 'fileEmpty' | 'fileTooLarge' | 'fileWrong' | null {
  if (bytes.length === 0) return 'fileEmpty';
  if (bytes.length > largestFileBytes) return 'fileTooLarge';
  return signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte))
    ? null
    : 'fileWrong';
}

/** Whether it is a PDF, which is all a fund's documents may be. */
export const isPdf = (bytes: Uint8Array): boolean =>
  pdfSignature.every((byte, index) => bytes[index] === byte);

const pdfSignature = [0x25, 0x50, 0x44, 0x46, 0x2d] as const;

/** First bytes of PDF, PNG and JPEG. */
const signatures = [
  pdfSignature,
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
] as const;

const chunk = 0x8000;

/** Base64 of any length: the browser's own function takes only text, and only so many arguments at a time. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += chunk) {
    text += String.fromCharCode(...bytes.subarray(start, start + chunk));
  }
  return btoa(text);
}
