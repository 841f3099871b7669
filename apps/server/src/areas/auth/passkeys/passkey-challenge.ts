import { randomBytes } from 'node:crypto';
import { AppError } from '../../../platform/http/app-error.ts';
import { equalInConstantTime } from '../../../platform/secrets/equal-in-constant-time.ts';
import { keyedHash } from '../../../platform/secrets/keyed-hash.ts';
import type { SignInServices } from '../../../platform/services.ts';

const lifeSeconds = 5 * 60;
const randomLength = 16;
const endLength = 6;
const macLength = 32;

/** What a challenge is for, and for which session or sign-in; another one's never fits. */
export interface ChallengeSubject {
  readonly purpose: 'create' | 'prove' | 'signIn' | 'secondFactor' | 'sign';
  /** Session, challenge of a sign-in, session with what is signed, or '' where nobody is known yet. */
  readonly subject: string;
}

const macOf = (services: SignInServices, { purpose, subject }: ChallengeSubject, body: Buffer): Buffer =>
  keyedHash(services.keys.passkey, 'challenge', purpose, subject, body.toString('base64url'));

/** A challenge of five minutes that says by itself what it is for; nothing is stored before it is used. */
export function newPasskeyChallenge(
  services: SignInServices,
  subject: ChallengeSubject,
): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(endLength);
  end.writeUIntBE(services.clock() + lifeSeconds * 1000, 0, endLength);
  const body = Buffer.concat([randomBytes(randomLength), end]);
  return new Uint8Array(Buffer.concat([body, macOf(services, subject, body)]));
}

/**
 * Takes a challenge of ours once. @param clientData as the browser sent it (base64url of JSON)
 * @returns the challenge to compare the signature with
 * @throws AppError auth.passkeyInvalid when it is unknown, for something else, over or was used already
 */
export async function takePasskeyChallenge(
  services: SignInServices,
  subject: ChallengeSubject,
  clientData: string,
): Promise<string> {
  const challenge = challengeOf(clientData);
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== randomLength + endLength + macLength) throw new AppError('auth.passkeyInvalid');
  const body = bytes.subarray(0, randomLength + endLength);
  const isOurs = equalInConstantTime(bytes.subarray(body.length), macOf(services, subject, body));
  const isOpen = services.clock() < body.readUIntBE(randomLength, endLength);
  if (!isOurs || !isOpen) throw new AppError('auth.passkeyInvalid');
  const first = await services.throttle.attempt('passkeyChallenge', challenge);
  if (!first.isAllowed) throw new AppError('auth.passkeyInvalid');
  return challenge;
}

function challengeOf(clientData: string): string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && 'challenge' in parsed)
      return String(parsed.challenge);
  } catch {
    // Told below.
  }
  throw new AppError('auth.passkeyInvalid');
}
