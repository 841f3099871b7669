import { getSecondFactor } from '@depotwerk/api/auth/second-factor';
import { setupPermission } from '@depotwerk/domain/setup-permission';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { pageAfterWelcome } from '../../platform/landing.ts';
import { loadUser } from '../../platform/load-user.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { setupQuery } from '../setup/public/setup-queries.ts';
import { canMakePasskeys } from './public/use-passkey.ts';
import { SecondFactors } from './second-factor-section.tsx';

/**
 * `/welcome`: the first sign-in of somebody whose house demands a second factor. Says why, sets it up, and goes on; until
 * then no other page would have anything to show.
 */
export function WelcomePage() {
  const user = useSession((state) => state.user);
  const router = useRouter();
  const factors = useQuery({
    queryKey: ['auth', 'second-factor'],
    queryFn: ({ signal }) => callApi(getSecondFactor, {}, { signal }),
  });
  const { data } = factors;
  const isDone = data !== undefined && (data.isTotpActive || data.isSmsActive || data.passkeyCount > 0);
  // With an SMS there are none, and kept ones are not asked for again.
  const [areCodesShown, setCodesShown] = useState(false);
  const client = useQueryClient();
  const go = useMutation({
    mutationFn: async () => {
      const loaded = await loadUser();
      const mayAsk = hasPermission(loaded, setupPermission);
      return pageAfterWelcome(loaded, mayAsk && (await client.fetchQuery(setupQuery)).isOpen);
    },
    onSuccess: (path) => router.history.replace(path),
    onError: showApiError,
  });
  return (
    <div className="stack settings">
      <PageHeader title={t('welcome.title', { name: user?.fullName ?? '' })} />
      <Card title={t(isDone ? 'welcome.doneTitle' : 'welcome.stepTitle')}>
        {isDone ? (
          <Banner
            tone="ok"
            role="status"
            actions={
              <Button kind="primary" isBusy={go.isPending} onClick={() => go.mutate()}>
                {t('common.next')}
              </Button>
            }
          >
            {t(areCodesShown ? 'welcome.done' : 'welcome.ready')}
          </Banner>
        ) : (
          <>
            <p>{t('welcome.why')}</p>
            <ol>
              <li>{t(data?.isSmsOffered ? 'welcome.firstWithSms' : 'welcome.first')}</li>
              <li>{t(data?.isSmsOffered ? 'welcome.secondWithSms' : 'welcome.second')}</li>
              <li>{t('welcome.third')}</li>
            </ol>
            {canMakePasskeys() ? <p>{t('welcome.orPasskey')}</p> : null}
          </>
        )}
      </Card>
      <SecondFactors onCodesShown={setCodesShown} />
    </div>
  );
}
