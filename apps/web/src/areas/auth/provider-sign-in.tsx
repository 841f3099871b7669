import { startProviderSignIn } from '@depotwerk/api/users/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { wholeWayBack } from '../../platform/return-url.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';

/** Leaves for the provider of the house; it sends people back to `/auth/oidc`. */
export function ProviderSignIn({ returnUrl }: { returnUrl: string | undefined }) {
  const { oidcProviders } = useWhiteLabel();
  const start = useMutation({
    mutationFn: () => {
      const wayBack = wholeWayBack(returnUrl);
      return callApi(startProviderSignIn, { body: wayBack === undefined ? {} : { returnUrl: wayBack } });
    },
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  });
  const { reset } = start;
  // Whoever comes back from there by the browser's own button finds the page as it was left: busy for ever.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return (
    <>
      <ErrorBanner error={start.error} />
      <Button isFullWidth isBusy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {oidcProviders[0]?.label}
      </Button>
    </>
  );
}
