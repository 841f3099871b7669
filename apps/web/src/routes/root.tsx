import { createRootRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useFactorRequest } from '../platform/factor-request.ts';
import { textParam } from '../platform/search-params.ts';
import { useUiState } from '../platform/ui-state.ts';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import { RootErrorPage, RootNotFoundPage } from '../shell/pages.tsx';
import { allTexts } from '../texts/texts.ts';
import { ToastRegion } from '../ui/toast.tsx';

/** Its dialogs are those of the pages behind the sign-in. */
const DialogOutlet = lazy(async () => {
  const [{ DialogOutlet: Outlet }] = await Promise.all([import('../shell/dialog-outlet.tsx'), allTexts()]);
  return { default: Outlet };
});
const ErrorDialog = lazy(async () => ({ default: (await import('../shell/error-dialog.tsx')).ErrorDialog }));
const ShowFactorDialog = lazy(async () => ({
  default: (await import('../areas/auth/show-factor-dialog.tsx')).ShowFactorDialog,
}));

export interface RootSearch {
  /** Name of the dialog in the second outlet; its own parameters stand beside it. */
  dialog?: string | undefined;
  fundId?: string | undefined;
  contractId?: string | undefined;
}

function RootPage() {
  const { dialog } = rootRoute.useSearch();
  const hasError = useUiState((state) => state.displayApiErrorModal);
  const factorRequest = useFactorRequest((state) => state.request);
  return (
    <>
      <ConnectionBanner />
      <Outlet />
      <Suspense fallback={null}>
        {dialog === undefined ? null : <DialogOutlet />}
        {factorRequest ? <ShowFactorDialog onAnswer={factorRequest.answer} /> : null}
        {hasError ? <ErrorDialog /> : null}
      </Suspense>
      <ToastRegion />
    </>
  );
}

export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch => ({
    ...(textParam(search['dialog'], 60) === undefined ? {} : { dialog: textParam(search['dialog'], 60) }),
    ...(textParam(search['fundId'], 20) === undefined ? {} : { fundId: textParam(search['fundId'], 20) }),
    ...(textParam(search['contractId'], 40) === undefined
      ? {}
      : { contractId: textParam(search['contractId'], 40) }),
  }),
  component: RootPage,
  notFoundComponent: RootNotFoundPage,
  errorComponent: RootErrorPage,
});
