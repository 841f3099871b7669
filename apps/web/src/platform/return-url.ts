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

/**
 * The way back as a query may carry it. What stands behind `#` can open something (an analysis), and no browser sends it by itself:
 * it stays behind the `#` of the sign-in pages.
 */
export const queryOfWayBack = (candidate: unknown): string | undefined =>
  safeReturnUrl(candidate)?.replace(/#.*/, '');

/** The whole way back again, on a sign-in page with this `#`. */
export function wholeWayBack(candidate: unknown, hash: string = window.location.hash): string | undefined {
  const wayBack = safeReturnUrl(candidate);
  return wayBack && !wayBack.includes('#') ? wayBack + hash : wayBack;
}

/** Pages for people without a session: nobody signs in to get there. */
export const isForVisitors = (url: string): boolean => /^\/depotanalysis(?![\w-])/.test(url);

/** Pages that show everybody the same, with a session and without: whoever loses his stays there. */
export const needsNoSession = (pathname: string): boolean =>
  isForVisitors(pathname) || /^\/(?:reports\/public|accessibility|demo\/outbox)\/?$/.test(pathname);

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
