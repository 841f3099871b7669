import { type GuardDecision, permissionGuard } from '../platform/guards.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { showToast } from '../ui/toast.tsx';
import { enforce } from './enforce.ts';

/**
 * Carries the decision of a guard by right out, and says where she is sent that it is a right she lacks. It stands apart from
 * `enforce`: visitors, whose pages use that, have no rights and load no words about them.
 *
 * @param isPreload nobody goes there yet: a pointer rests on a link
 */
export function enforceRight(decision: GuardDecision, isPreload: boolean): void {
  const lacksRight = decision.kind === 'redirect' && decision.lacksRight === true;
  if (lacksRight && !isPreload) showToast(t('shell.lacksRight'), { tone: 'bad' });
  enforce(decision);
}

/** `beforeLoad` of a page behind one permission. */
export const requirePermission =
  (permission: string) =>
  ({ preload }: { preload: boolean }): void =>
    enforceRight(permissionGuard(useSession.getState().user, permission), preload);
