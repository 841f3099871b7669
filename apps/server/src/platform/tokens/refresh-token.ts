import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';

/**
 * Refresh token `version.session.counter.MAC`. The MAC is made with the session's own key, so the
 * successor of a token is computed, never stored: whoever asks twice gets the same one.
 */
export interface RefreshTokenParts {
  readonly sessionId: string;
  readonly counter: number;
  readonly mac: Buffer;
}

export type ClientType = 'web' | 'mobile';

const version = 'r1';
const shape = /^r1\.([A-Za-z0-9_-]{22})\.(0|[1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

/** Seconds in which the direct predecessor still yields the current token (tabs that refresh at once). */
export const predecessorGraceSeconds = 10;

/** @param key the session's 256-bit key */
export function refreshTokenOf(
  key: Buffer,
  session: { sessionId: string; clientType: ClientType },
  counter: number,
): string {
  const id = Buffer.from(session.sessionId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${version}.${id}.${counter}.${macOf(key, session, counter).toString('base64url')}`;
}

/** Reads the shape only; null for anything that cannot be one of ours. */
export function parseRefreshToken(token: string): RefreshTokenParts | null {
  const match = shape.exec(token);
  if (!match?.[1] || !match[2] || !match[3]) return null;
  const hex = Buffer.from(match[1], 'base64url').toString('hex');
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { sessionId, counter: Number(match[2]), mac: Buffer.from(match[3], 'base64url') };
}

/** True when this session's key made the token for this kind of client. */
export function isGenuine(
  key: Buffer,
  session: { sessionId: string; clientType: ClientType },
  parts: RefreshTokenParts,
): boolean {
  return equalInConstantTime(parts.mac, macOf(key, session, parts.counter));
}

export type RotationDecision = 'rotate' | 'repeat' | 'reuse';

/**
 * What a genuine token of a living session means: the current one rotates, its direct predecessor within
 * the grace yields the same successor again, everything else has been used before by somebody.
 * @param rotatedAt when the current counter was reached, milliseconds
 */
export function decideRotation(
  presented: number,
  current: { counter: number; rotatedAt: number },
  now: number,
): RotationDecision {
  if (presented === current.counter) return 'rotate';
  const isInGrace = now - current.rotatedAt <= predecessorGraceSeconds * 1000;
  return presented === current.counter - 1 && isInGrace ? 'repeat' : 'reuse';
}

function macOf(key: Buffer, session: { sessionId: string; clientType: ClientType }, counter: number): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['depotwerk refresh', version, session.clientType, session.sessionId, counter]))
    .digest();
}
