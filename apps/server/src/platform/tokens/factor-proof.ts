import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';

/** How long a shown second factor counts for the step it was asked for. */
export const factorProofSeconds = 5 * 60;
const shape = /^f1\.(\d{13})\.([A-Za-z0-9_-]{43})$/;

/** Proof for the browser that this session has shown a second factor just now. @param expiresAt milliseconds */
export function newFactorProof(key: Buffer, sessionId: string, expiresAt: number): string {
  return `f1.${expiresAt}.${macOf(key, sessionId, expiresAt).toString('base64url')}`;
}

/** Whether a proof belongs to this session and has not ended. */
export function isFactorProof(key: Buffer, sessionId: string, proof: string, now: number): boolean {
  const match = shape.exec(proof);
  if (!match?.[1] || !match[2]) return false;
  const expiresAt = Number(match[1]);
  const isGenuine = equalInConstantTime(Buffer.from(match[2], 'base64url'), macOf(key, sessionId, expiresAt));
  return isGenuine && now < expiresAt;
}

function macOf(key: Buffer, sessionId: string, expiresAt: number): Buffer {
  return createHmac('sha256', key).update(`depotwerk factor ${sessionId} ${expiresAt}`).digest();
}
