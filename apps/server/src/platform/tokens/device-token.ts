import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';

const shape = /^d1\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/** A browser a user has signed in from before: signed, so that guessing cannot fill the device table. */
export interface DeviceToken {
  /** Random part; only its hash is stored. */
  readonly secret: string;
  readonly cookieValue: string;
}

export function newDeviceToken(key: Buffer): DeviceToken {
  const secret = randomBytes(32).toString('base64url');
  return { secret, cookieValue: `d1.${secret}.${signatureOf(key, secret).toString('base64url')}` };
}

/** Null unless we signed it. */
export function readDeviceToken(key: Buffer, cookieValue: string | undefined): DeviceToken | null {
  const match = cookieValue === undefined ? null : shape.exec(cookieValue);
  if (!match?.[1] || !match[2] || cookieValue === undefined) return null;
  const signature = Buffer.from(match[2], 'base64url');
  return equalInConstantTime(signature, signatureOf(key, match[1]))
    ? { secret: match[1], cookieValue }
    : null;
}

function signatureOf(key: Buffer, secret: string): Buffer {
  return createHmac('sha256', key).update(`depotwerk device ${secret}`).digest();
}
