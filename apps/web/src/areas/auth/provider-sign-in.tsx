import { startProviderSignIn } from '@depotwerk/api/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';

/** Leaves for the provider of the house; it sends people back to `/auth/oidc`. */
export function ProviderSignIn({ returnUrl }: { returnUrl: string | undefined }) {
  const start = useMutation({
    mutationFn: () => callApi(startProviderSignIn, { body: returnUrl === undefined ? {} : { returnUrl } }),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  });
  return (
    <>
      {start.error ? (
        <Banner tone="bad" role="alert">
          {errorMessageOf(start.error)}
        </Banner>
      ) : null}
      <Button isFullWidth isBusy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {whiteLabel().oidcProviders[0]?.label}
      </Button>
    </>
  );
}
