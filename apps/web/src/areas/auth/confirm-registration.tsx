import { confirmRegistration } from '@depotwerk/api/prospects/registration';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { mayRegister, useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';

/** Confirms an address by a click: what opens links by itself, such as a mail scanner, confirms nothing. */
export function ConfirmRegistration({ guid }: { guid: string }) {
  const navigate = useNavigate();
  const { registrationMode } = useWhiteLabel();
  const confirmation = useMutation({
    mutationFn: () => callApi(confirmRegistration, { body: { guid } }),
    onSuccess: async (answer) => {
      if (answer.guid === null) return;
      const search = { guid: answer.guid, userName: answer.userName };
      await navigate({ to: '/auth/activation/credentials', search, replace: true });
    },
  });
  if (confirmation.data?.state === 'waiting') {
    return (
      <Arrival>
        <Banner tone="ok" role="status" title={t('auth.registration.waitingTitle')}>
          {t('auth.registration.waiting')}
        </Banner>
      </Arrival>
    );
  }
  const { error } = confirmation;
  if (error instanceof ApiError && error.code === 'auth.activationInvalid') {
    // A new link comes of registering once more; whose address has an access by now is told so by mail.
    return (
      <Arrival>
        <Banner
          tone="bad"
          role="alert"
          actions={
            mayRegister(registrationMode) ? (
              <Link to="/auth/registration" search={{}} replace>
                {t('auth.registration.title')}
              </Link>
            ) : null
          }
        >
          {errorMessageOf(error)}
        </Banner>
      </Arrival>
    );
  }
  return (
    <>
      <p>{t('auth.registration.confirmIntro')}</p>
      <ErrorBanner error={error} />
      <Button
        kind="primary"
        isFullWidth
        isBusy={confirmation.isPending}
        onClick={() => confirmation.mutate()}
      >
        {t('auth.registration.confirm')}
      </Button>
    </>
  );
}
