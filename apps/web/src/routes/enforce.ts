import { redirect } from '@tanstack/react-router';
import { type GuardDecision, permissionGuard } from '../platform/guards.ts';
import { parseSearch } from '../platform/search-params.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { showToast } from '../ui/toast.tsx';

/**
 * Carries a guard's decision out inside `beforeLoad`: throws the router's redirect, or the error for the error page.
 *
 * @param isPreload nobody goes there yet: a pointer rests on a link
 */
export function enforce(decision: GuardDecision, isPreload = false): void {
  if (decision.kind === 'allow') return;
  if (decision.kind === 'fail') throw decision.error;
  if (decision.lacksRight && !isPreload) showToast(t('shell.lacksRight'), { tone: 'bad' });
  const [path = '/', query = ''] = decision.to.split('?', 2);
  const search = { ...parseSearch(query), ...(decision.returnUrl ? { returnUrl: decision.returnUrl } : {}) };
  // The target is data (a checked path of this application), so the router cannot know its search type.
  throw redirect({
    to: path,
    search: search as never,
    replace: true,
    ...(decision.keepsHash && { hash: true }),
  });
}

/** `beforeLoad` of a page behind one permission. */
export const requirePermission =
  (permission: string) =>
  ({ preload }: { preload: boolean }): void =>
    enforce(permissionGuard(useSession.getState().user, permission), preload);
