import type { AuditActor } from '../../../platform/audit/write-audit.ts';
import type { Scope } from '../../../platform/scope.ts';

/** Who imports: a signed-in user (HTTP) or the operator at the console, a system job without a session. */
export type ImportActor =
  | { readonly kind: 'user'; readonly scope: Scope; readonly audit: AuditActor; readonly name: string }
  | { readonly kind: 'system'; readonly tenantId: string; readonly name: string };

export interface ImportIdentity {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly audit: AuditActor;
}

/** Whose tenant, and who it was for the record. The permission is checked by `runImport`. */
export function identify(actor: ImportActor): ImportIdentity {
  if (actor.kind === 'system') {
    return { tenantId: actor.tenantId, userId: null, name: actor.name, audit: { kind: 'system' } };
  }
  const { tenantId, userId } = actor.scope;
  return { tenantId, userId, name: actor.name, audit: actor.audit };
}
