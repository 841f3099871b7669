import type { DraftType } from '@depotwerk/api/drafts';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { requirePermission, type Scope } from '../../platform/scope.ts';

const rights: Partial<Record<DraftType, PermissionCode>> = {
  tariff: 'tariffs.edit',
  questionnaire: 'riskProfile.edit',
};

/** Drafts belong to those who may save what they are drafts of. @throws 403 */
export const requireDraftRight = (scope: Scope, draftType: DraftType): void =>
  requirePermission(scope, rights[draftType] ?? 'tariffComponents.edit');
