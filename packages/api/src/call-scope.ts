import { apiScopes, type PermissionCode } from '@depotwerk/domain/permissions';
import type { Call } from './call.ts';

/** What the token of another system needs for a call; null = only a person in a session can make it. */
export const scopeOf = ({ access, needsFreshFactor }: Call): PermissionCode | null =>
  needsFreshFactor ? null : (apiScopes.find((code) => code === access) ?? null);
