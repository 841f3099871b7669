import type { Scope } from '../scope.ts';
import type { ClientZone } from './client-zone.ts';

/** Who acts: written into every audit entry (style.md 3). */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: string; sessionId: string; tenantId: string; userName: string; fullName: string };

/** What every handler knows of its request. */
export interface RequestContext {
  readonly requestId: string;
  readonly actor: Actor;
  readonly zone: ClientZone;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly host: string;
  readonly cookies: ReadonlyMap<string, string>;
  /** Version of If-Match where the call needs it, else null. */
  readonly ifMatch: number | null;
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
}

/** Context of a call that needs a session. */
export interface SignedInContext extends RequestContext {
  readonly actor: Extract<Actor, { kind: 'user' }>;
  readonly scope: Scope;
}

/** What a valid access token stands for at this moment; rights are never in the token (S1). */
export interface SignedIn {
  readonly actor: SignedInContext['actor'];
  readonly scope: Scope;
}

/** Verifies an access token and loads session, user, role and group rights (cached at most 1 s). */
export interface Authenticator {
  authenticate(accessToken: string): Promise<SignedIn | null>;
}
