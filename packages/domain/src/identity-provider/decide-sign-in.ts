import type { GroupRight } from '../permissions.ts';
import type { ClaimMapping } from './check-identity-provider.ts';

/** What is known when the provider has said who somebody is. */
export interface ProviderFacts {
  /** An account is linked with exactly this issuer and subject. */
  readonly isLinked: boolean;
  /** An account of this house has the address as its name. */
  readonly hasAccount: boolean;
  /** That account is linked already, with another subject of this issuer. */
  readonly isAccountLinkedElsewhere: boolean;
  /** An administrator lets the account be linked without its password. */
  readonly isLinkAllowed: boolean;
  readonly hasPassword: boolean;
  readonly mail: string | null;
  /** The provider itself says that the address was verified. */
  readonly isMailVerified: boolean;
  readonly unknownPeople: 'refuse' | 'create';
}

export type ProviderDecision =
  | { readonly kind: 'signIn' }
  /** Sign in and link at once: an administrator allowed it. */
  | { readonly kind: 'link' }
  /** Link once the person has shown the account's password (and factor). */
  | { readonly kind: 'confirmLink' }
  | { readonly kind: 'create' }
  | { readonly kind: 'refuse'; readonly reason: 'notLinked' | 'mailUnverified' };

/**
 * Sign in, link, create or refuse: the one decision after a sign-in at the provider. An address alone never opens an
 * account; a subject that is linked opens its own, whatever address it has by now.
 */
export function decideProviderSignIn(facts: ProviderFacts): ProviderDecision {
  if (facts.isLinked) return { kind: 'signIn' };
  const isStranger = !facts.hasAccount;
  if (facts.mail === null || (isStranger && facts.unknownPeople === 'refuse'))
    return { kind: 'refuse', reason: 'notLinked' };
  if (!facts.isMailVerified) return { kind: 'refuse', reason: 'mailUnverified' };
  if (isStranger) return { kind: 'create' };
  if (facts.isAccountLinkedElsewhere) return { kind: 'refuse', reason: 'notLinked' };
  if (facts.isLinkAllowed) return { kind: 'link' };
  return facts.hasPassword ? { kind: 'confirmLink' } : { kind: 'refuse', reason: 'notLinked' };
}

/** What the claims of somebody give: the first role that fits, and every group. */
export interface GivenRights {
  readonly roleId: string | null;
  readonly groups: ReadonlyMap<string, readonly GroupRight[]>;
}

/**
 * Rights out of a groups claim. Anything but a text or a list of texts gives nothing: an odd claim is no reason to let
 * somebody have more, or to refuse him.
 */
export function rightsOfClaims(claim: unknown, mappings: readonly ClaimMapping[]): GivenRights {
  const values = new Set(
    (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string'),
  );
  const fitting = mappings.filter(({ claimValue }) => values.has(claimValue));
  const groups = new Map<string, readonly GroupRight[]>();
  for (const { groupId, groupRights } of fitting) {
    if (groupId !== null) groups.set(groupId, [...new Set([...(groups.get(groupId) ?? []), ...groupRights])]);
  }
  return { roleId: fitting.find(({ roleId }) => roleId !== null)?.roleId ?? null, groups };
}

/**
 * Whether the provider says that a second factor was shown: one of the values asked for stands in `amr` (a list) or is
 * `acr`.
 */
export function saysFactor(amr: unknown, acr: unknown, values: readonly string[]): boolean {
  return values.some((value) => acr === value || (Array.isArray(amr) && amr.includes(value)));
}
