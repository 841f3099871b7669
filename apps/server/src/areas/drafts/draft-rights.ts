import type { DraftType } from '@depotwerk/api/drafts';
import { requirePermission, type Scope } from '../../platform/scope.ts';

/** Drafts belong to those who may save what they are drafts of. @throws 403 */
export const requireDraftRight = (scope: Scope, draftType: DraftType): void =>
  requirePermission(scope, draftType === 'tariff' ? 'tariffs.edit' : 'tariffComponents.edit');
