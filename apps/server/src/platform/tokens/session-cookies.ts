/** Names and lines of the cookies a browser session uses. */
export const refreshCookie = '__Host-refresh';
/** Readable by the page, says only that a refresh is worth trying. */
export const refreshMarkerCookie = 'refreshTokenExists';
export const deviceCookie = '__Host-device';
const deviceCookieSeconds = 180 * 86_400;

const secret = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const readable = 'Path=/; Secure; SameSite=Strict';

/** Set-Cookie lines that keep a session in the browser for `seconds`. */
export function sessionCookies(refreshToken: string, seconds: number): string[] {
  return [
    `${refreshCookie}=${refreshToken}; Max-Age=${seconds}; ${secret}`,
    `${refreshMarkerCookie}=1; Max-Age=${seconds}; ${readable}`,
  ];
}

/** Set-Cookie lines that end it. */
export function endedSessionCookies(): string[] {
  return [`${refreshCookie}=; Max-Age=0; ${secret}`, `${refreshMarkerCookie}=; Max-Age=0; ${readable}`];
}

export function deviceCookieLine(value: string): string {
  return `${deviceCookie}=${value}; Max-Age=${deviceCookieSeconds}; ${secret}`;
}
