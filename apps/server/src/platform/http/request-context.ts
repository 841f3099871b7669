import type { Quotas } from '../quotas.ts';
import type { Scope } from '../scope.ts';
import type { Viewing } from '../sessions/viewing-state.ts';
import type { ClientZone } from './client-zone.ts';

/** Who acts: written into every audit entry (style.md 3). */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user';
      userId: string;
      sessionId: string;
      tenantId: string;
      userName: string;
      fullName: string;
      /** Another system acts with a token of this user: there is no session, and it can do only what the scopes say. */
      apiTokenId?: string;
      /** As whom he looks at the product: he is still the one who acts. */
      viewingAs?: string;
    };

/** What every handler knows of its request. */
export interface RequestContext {
  readonly requestId: string;
  readonly actor: Actor;
  readonly zone: ClientZone;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly host: string;
  /** Some proxy says that it passes the request on for somebody. */
  readonly isForwarded?: boolean;
  readonly cookies: ReadonlyMap<string, string>;
  /** Version of If-Match where the call needs it, else null. */
  readonly ifMatch: number | null;
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
  /** How much may be kept; absent = the defaults. */
  readonly quotas?: Quotas;
}

/** Context of a call that needs a session. */
export interface SignedInContext extends RequestContext {
  readonly actor: Extract<Actor, { kind: 'user' }>;
  readonly scope: Scope;
}

/** What a valid access token stands for at this moment; rights are never in the token. */
export interface SignedIn {
  readonly actor: SignedInContext['actor'];
  readonly scope: Scope;
  /** Somebody else has set his password: only what he needs to replace it answers. */
  readonly mustChangePassword?: boolean;
  /** He has a second factor set up; absent = none. */
  readonly hasSecondFactor?: boolean;
  /** When a second factor was last shown in this session; null or absent = never. */
  readonly secondFactorAt?: string | null;
  /** He looks at the product as somebody else; absent or null = as himself. */
  readonly viewing?: Viewing | null;
}

/** Verifies an access token and loads session, user, role and group rights (cached at most 1 s). */
export interface Authenticator {
  /** @param sinceMs how long ago the token was shown; session and rights are always those of now */
  authenticate(accessToken: string, sinceMs?: number): Promise<SignedIn | null>;
  /** Whether what was refused is a token of ours whose session has ended; else a new token may be had. */
  isSessionOver?(accessToken: string): Promise<boolean>;
}
