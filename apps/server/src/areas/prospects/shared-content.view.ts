import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { Parameters } from '../../platform/database/parameters.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Invitations `p` of customers the caller may edit, by the customer's own group where there is one by now, else by the group they were
 * invited into, and those he made, as a condition: whoever made one may have left, and the customer moved to other people.
 */
export function visibleInvitations(scope: Scope, parameters: Parameters): string {
  if (scope.ownCustomerId !== null) return 'false';
  const groups = `any (${parameters.add([...(scope.groupsByRight.get('groupCustomers.edit') ?? [])])}::uuid[])`;
  const mayEdit = (groupId: string) =>
    hasGroupRight(scope, 'groupCustomers.edit', null)
      ? `(${groupId} is null or ${groupId} = ${groups})`
      : `${groupId} = ${groups}`;
  return `p.tenant_id = ${parameters.add(scope.tenantId)} and (p.invited_by = ${parameters.add(scope.userId)}
    or p.customer_id is null and ${mayEdit('p.group_id')}
    or exists (select from customers i where i.tenant_id = p.tenant_id and i.id = p.customer_id and ${mayEdit('i.group_id')}))`;
}

/**
 * Public reports `r` made of what the caller may manage, as a condition: those of an invitation he sees, and of an analysis whoever may
 * create customers answers.
 */
export function managedPublicReports(scope: Scope, parameters: Parameters): string {
  if (scope.ownCustomerId !== null || !scope.permissions.has('customers.create')) return 'false';
  return `(r.analysis_id is not null or exists (select from preregistrations p where p.tenant_id = r.tenant_id and p.id = r.invitation_id
    and ${visibleInvitations(scope, parameters)}))`;
}

/** The result of an analysis somebody asked to be called about, and until when it is kept. @throws 404 */
export async function readSharedAnalysis(
  services: Services,
  scope: Scope,
  id: string,
): Promise<{ result: AnalysisResult; expiresAt: string }> {
  requirePermission(scope, 'customers.create');
  const [row] = await services.database.read<{ result: AnalysisResult | null; expiresAt: string }>(scope, {
    sql: `select a.result, a.expires_at as "expiresAt" from depot_analyses a
           where a.id = $1 and a.state = 'submitted' and a.preregistration_id is null and a.expires_at > $2`,
    parameters: [id, new Date(services.clock()).toISOString()],
  });
  if (!row?.result) throw notFound();
  return { result: row.result, expiresAt: row.expiresAt };
}

interface SharedInvitation {
  readonly submittedAt: string;
  readonly consentVersion: string | null;
  readonly termsVersion: string | null;
}

/** What of a completed invitation is confirmed: nothing that names the person. @throws 404 unseen or not completed */
export async function readSharedInvitation(
  services: Services,
  scope: Scope,
  id: string,
): Promise<SharedInvitation> {
  requirePermission(scope, 'customers.create');
  const parameters = new Parameters();
  const condition = visibleInvitations(scope, parameters);
  const [row] = await services.database.read<
    Omit<SharedInvitation, 'submittedAt'> & { submittedAt: string | null }
  >(scope, {
    sql: `select p.submitted_at as "submittedAt", p.consent_version as "consentVersion", p.terms_version as "termsVersion"
            from preregistrations p where ${condition} and p.id = ${parameters.add(id)} and p.status = 'submitted'`,
    parameters: parameters.values,
  });
  if (!row?.submittedAt) throw notFound();
  return { ...row, submittedAt: row.submittedAt };
}
