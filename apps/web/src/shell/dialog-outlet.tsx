import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { textParam } from '../platform/search-params.ts';
import { t } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { routedDialogs } from './dialog-registry.tsx';

/** The second outlet: renders the dialog the address names beside the page, which stays as it is. Back closes it. */
export function DialogOutlet() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const name = typeof search['dialog'] === 'string' ? search['dialog'] : undefined;
  if (name === undefined) return null;
  const registered = Object.hasOwn(routedDialogs, name) ? routedDialogs[name] : undefined;

  const onClose = () => {
    if (wasOpenedHere(router.history.location.state)) {
      router.history.back();
      return;
    }
    const rest = { ...search };
    for (const param of ['dialog', ...(registered?.paramNames ?? [])]) delete rest[param];
    // The dialog's own members leave; the page's stay as they are, whatever page it is.
    void navigate({ to: '.', search: rest as never, replace: true, resetScroll: false });
  };

  if (!registered) {
    return (
      <Dialog title={t('shell.notFoundTitle')} onClose={onClose} size="small">
        <Banner tone="warn">{t('dialogs.unknown')}</Banner>
      </Dialog>
    );
  }
  const params: Record<string, string> = {};
  for (const param of registered.paramNames) {
    const value = textParam(search[param]);
    if (value !== undefined) params[param] = value;
  }
  const Component = registered.component;
  return (
    <Suspense fallback={null}>
      <Component params={params} onClose={onClose} />
    </Suspense>
  );
}

/** Set by `dialogLink` when a link inside the application opened the dialog: then closing is going back. */
function wasOpenedHere(state: object): boolean {
  return 'dialogOpenedHere' in state && state.dialogOpenedHere === true;
}
