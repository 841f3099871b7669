import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { type SecretPlace, seal, tryOpen } from '../../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../../platform/services.ts';

const cookieName = '__Host-oidc';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const place: SecretPlace = { table: 'cookie', row: cookieName, user: '' };

/** What the browser keeps, sealed, while its user is at the provider. */
export interface StartedSignIn {
  readonly kind: 'started';
  readonly tenantId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnUrl: string | null;
}

/** What it keeps once the provider has said who somebody is, and the account's own proof is missing. */
export interface ProvenSubject {
  readonly kind: 'factor' | 'linking';
  /** Good for one session. */
  readonly ticket: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: string;
  readonly sessionId: string | null;
  readonly idToken: string | null;
  readonly roleId: string | null;
  readonly groups: readonly (readonly [string, readonly string[]])[];
  readonly returnUrl: string | null;
}

type Kept = StartedSignIn | ProvenSubject;
const lifeSeconds = { started: 10 * 60, factor: 5 * 60, linking: 5 * 60 } as const;

/** A Set-Cookie line that keeps a step of the sign-in in this browser only, for minutes. */
export function signInCookieLine(services: SignInServices, kept: Kept): string {
  const seconds = lifeSeconds[kept.kind];
  const content = JSON.stringify({ ...kept, endsAt: services.clock() + seconds * 1000 });
  const sealed = seal(services.keys.keyEncryption, place, Buffer.from(content));
  const value = Buffer.from(JSON.stringify(sealed)).toString('base64url');
  return `${cookieName}=${value}; Max-Age=${seconds}; ${attributes}`;
}

type OpenedCookie = Kept & { readonly endsAt: number };

export const endedSignInCookie = `${cookieName}=; Max-Age=0; ${attributes}`;

/** The step this browser keeps, if it is one of these. @throws AppError auth.providerSignInInvalid */
export function readSignInCookie<Kind extends Kept['kind']>(
  services: SignInServices,
  context: RequestContext,
  kinds: readonly Kind[],
): Extract<Kept, { kind: Kind }> {
  const kept = openCookie(services, context.cookies.get(cookieName));
  if (!kept || !isOneOf(kept, kinds) || services.clock() >= kept.endsAt) {
    throw new AppError('auth.providerSignInInvalid');
  }
  return kept;
}

const isOneOf = <Kind extends Kept['kind']>(
  kept: OpenedCookie,
  kinds: readonly Kind[],
): kept is OpenedCookie & Extract<Kept, { kind: Kind }> => kinds.some((kind) => kind === kept.kind);

function openCookie(services: SignInServices, value: string | undefined): OpenedCookie | null {
  if (value === undefined) return null;
  try {
    const sealed: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    const content = tryOpen(services.keys.keyEncryption, place, sealed);
    // Only we can seal it: its shape is ours.
    return content && (JSON.parse(content.toString()) as Kept & { endsAt: number });
  } catch {
    return null;
  }
}

/** Uses something up that is good once. @throws AppError auth.providerSignInInvalid */
export async function takeOnce(services: SignInServices, value: string): Promise<void> {
  const first = await services.throttle.attempt('providerSignIn', value);
  if (!first.isAllowed) throw new AppError('auth.providerSignInInvalid');
}
