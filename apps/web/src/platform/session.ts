import type { AuthenticatedUser, TokenResponse } from '@depotwerk/api/auth/auth';
import { create } from 'zustand';
import { tellOtherTabs } from './tab-channel.ts';

/** Lives in memory only: nothing secret goes into web storage. */
export interface SessionState {
  accessToken: string | null;
  user: AuthenticatedUser | null;
  /** When the session ends without use, in milliseconds of the machine's clock. */
  endsAt: number | null;
}

const initial: SessionState = { accessToken: null, user: null, endsAt: null };

export const useSession = create<SessionState>()(() => initial);

/** Inside the mobile app cookies of another site do not arrive: there the refresh token lives in memory. */
let keptRefreshToken: string | null = null;

/** The refresh token of a session the mobile app handed over; null in a browser, where a cookie carries it. */
export function heldRefreshToken(): string | null {
  return keptRefreshToken;
}

/** Whether a session can be renewed: by the token held, or by the cookie beside which a readable marker stands. */
export function refreshTokenExists(cookie: string = document.cookie): boolean {
  if (keptRefreshToken !== null) return true;
  return cookie.split(';').some((part) => part.trim() === 'refreshTokenExists=1');
}

/** Keeps the tokens of a sign-in or refresh. */
export function storeTokens(tokens: TokenResponse, now: number = Date.now()): void {
  const endsAt = now + tokens.refreshExpiresIn * 1000;
  keptRefreshToken = tokens.refreshToken ?? null;
  useSession.setState({ accessToken: tokens.accessToken, endsAt });
  // All tabs share one session: what one extends, none may warn about.
  tellOtherTabs({ kind: 'sessionExtended', endsAt });
}

/** Back to the state of a stranger, the readable marker included; the HttpOnly cookie is the server's to delete. */
export function resetSession(): void {
  useSession.setState(initial, true);
  keptRefreshToken = null;
  document.cookie = 'refreshTokenExists=; Path=/; Max-Age=0; SameSite=Strict';
  document.cookie = 'refreshTokenExists=; Path=/; Max-Age=0; SameSite=Strict; Secure';
}

/**
 * True when the signed-in user's role carries the permission: for what shows something. Whatever changes something or
 * hands out a file asks `mayChange`. The server checks both again.
 */
export function hasPermission(user: AuthenticatedUser | null, permission: string): boolean {
  return user?.permissions.includes(permission) ?? false;
}

/**
 * The one rule for what changes something or hands out a file: its button, menu entry or form is there for those whose
 * role carries the permission (null = anybody), and for nobody who looks at the product as somebody else.
 */
export function mayChange(user: AuthenticatedUser | null, permission: string | null): boolean {
  return !user?.viewing && (permission === null || hasPermission(user, permission));
}

/** `mayChange` of the signed-in user; without a permission where the server says of each object who may change it. */
export const useMayChange = (permission: string | null = null): boolean =>
  useSession(({ user }) => mayChange(user, permission));
