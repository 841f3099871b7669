import type { CallInput } from '@depotwerk/api/call';
import type { DraftType, getDraft } from '@depotwerk/api/drafts/drafts';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { requirePermission, type Scope } from '../../platform/scope.ts';

const rights: Partial<Record<DraftType, PermissionCode>> = {
  tariff: 'tariffs.edit',
  questionnaire: 'riskProfile.edit',
};

/** Drafts belong to those who may save what they are drafts of; a customer answers about herself. @throws 403 */
export function requireDraftRight(
  scope: Scope,
  { draftType, entityKey }: CallInput<typeof getDraft>['params'],
): void {
  const isOwn =
    draftType === 'questionnaire' &&
    scope.ownCustomerId !== null &&
    entityKey.endsWith(`-${scope.ownCustomerId}`);
  if (!isOwn) requirePermission(scope, rights[draftType] ?? 'tariffComponents.edit');
}
