import { apiScopes, type PermissionCode } from '@depotwerk/domain/permissions';
import type { Call } from './call.ts';

/** What the token of another system needs for a call, which may be nothing; null = only a person in a session can make it. */
export function scopesOf({
  access,
  alsoNeeds = [],
  needsFreshFactor,
  tokenNeeds,
}: Call): readonly PermissionCode[] | null {
  if (needsFreshFactor) return null;
  if (tokenNeeds === 'anyScope') return alsoNeeds;
  const scope = tokenNeeds ?? apiScopes.find((code) => code === access);
  return scope === undefined ? null : [scope, ...alsoNeeds];
}
