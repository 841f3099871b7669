/** Longest address taken over; the server refuses longer ones anyway. */
const maxLength = 2000;

/**
 * The address to continue at after signing in, or undefined when it is not a plain path of this application.
 * `//evil.example`, `/\evil.example`, `https://…`, control characters and the sign-in pages themselves are refused.
 */
export function safeReturnUrl(candidate: unknown): string | undefined {
  if (typeof candidate !== 'string' || candidate.length > maxLength) return undefined;
  if (!/^\/(?![/\\])/.test(candidate)) return undefined;
  // Browsers drop tabs and newlines and read "\" as "/": both could turn the path into a host.
  if (hasControlCharacter(candidate) || candidate.includes('\\')) return undefined;
  const origin = 'https://application.invalid';
  let url: URL;
  try {
    url = new URL(candidate, origin);
  } catch {
    return undefined;
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  if (/^\/(?:auth|logout)(?:\/|$)/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Pages for people without a session: nobody signs in to get there. */
export const isForVisitors = (url: string): boolean => /^\/depotanalysis(?![\w-])/.test(url);

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
