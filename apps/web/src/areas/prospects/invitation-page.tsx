import { getPreregistration } from '@depotwerk/api/prospects/preregistrations';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { queryClient } from '../../platform/query-client.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { t } from '../../texts/texts.ts';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { IdentityForm } from './identity-form.tsx';
import './depotanalysis.css';

const OpenAnalysis = lazy(async () => ({
  default: (await import('./public/open-analysis.tsx')).OpenAnalysis,
}));

/** `/depotanalysis/{guid}`: an invited person says who she is, then answers and becomes a customer. */
export function InvitationPage() {
  const { guid } = useParams({ from: '/depotanalysis/$guid' });
  const [analysisGuid, setAnalysisGuid] = useState<string | null>(null);
  const [wasBegun, setBegun] = useState(false);
  usePageTitle(t('shell.preregistration'));
  // Taken back or over while she answers: her answers are erased, and the invitation says what became of it.
  const lookAgain = useCallback(() => {
    void queryClient.resetQueries({ queryKey: ['preregistration', guid] });
    setAnalysisGuid(null);
    setBegun(true);
  }, [guid]);
  return (
    <PublicPage>
      {analysisGuid === null ? (
        <Invitation guid={guid} wasBegun={wasBegun} onConfirmed={setAnalysisGuid} />
      ) : (
        <Suspense fallback={<Skeleton height={320} />}>
          <OpenAnalysis key={analysisGuid} guid={analysisGuid} invitationGuid={guid} onGone={lookAgain} />
        </Suspense>
      )}
    </PublicPage>
  );
}

function Invitation({
  guid,
  wasBegun,
  onConfirmed,
}: {
  guid: string;
  /** She answered on this page, until what she answered was gone from under it. */
  wasBegun: boolean;
  onConfirmed: (analysisGuid: string) => void;
}) {
  const invitation = useQuery({
    queryKey: ['preregistration', guid],
    queryFn: ({ signal }) => callApi(getPreregistration, { params: { guid } }, { signal }),
    retry: false,
  });
  if (invitation.isError) {
    const { status } = invitation.error instanceof ApiError ? invitation.error : { status: 0 };
    return (
      <>
        <h1 tabIndex={-1}>{t('shell.preregistration')}</h1>
        {status === 404 || status === 400 ? (
          <Banner tone="warn" role="alert">
            {t('prospects.invited.missing')}
          </Banner>
        ) : (
          <QueryError query={invitation} />
        )}
      </>
    );
  }
  if (!invitation.data) return <Skeleton height={320} />;
  const { status, adviserName, firstName, message, attemptsLeft, isUnderage = false } = invitation.data;
  const isOpen = status === 'open' || status === 'started';
  return (
    <>
      <h1 tabIndex={-1}>
        {isUnderage
          ? t('prospects.invited.titleUnderage')
          : t('prospects.invited.title', { name: firstName })}
      </h1>
      {isOpen ? (
        <>
          <p>
            {isUnderage
              ? t('prospects.invited.introUnderage', { adviser: adviserName, name: firstName })
              : t('prospects.invited.intro', { adviser: adviserName })}
          </p>
          {message === '' ? null : <blockquote className="analysis__message">{message}</blockquote>}
          {status === 'started' && wasBegun ? (
            // Still to be answered: it was confirmed elsewhere, where it goes on.
            <Banner tone="warn" role="alert" title={t('questions.elsewhereTitle')}>
              {t('analysis.elsewhere')}
            </Banner>
          ) : null}
          {status === 'started' ? <Banner tone="info">{t('prospects.invited.started')}</Banner> : null}
          <IdentityForm
            guid={guid}
            childName={isUnderage ? firstName : null}
            attemptsLeft={attemptsLeft ?? null}
            onConfirmed={onConfirmed}
            onEnded={() => void invitation.refetch()}
          />
        </>
      ) : (
        <>
          <Banner tone={status === 'submitted' ? 'ok' : 'warn'}>
            {t(
              status === 'revoked' && attemptsLeft === 0
                ? 'prospects.invited.identityFailed'
                : `prospects.invited.${status}`,
              { adviser: adviserName },
            )}
          </Banner>
          {status === 'submitted' ? (
            <p>
              <Link to="/auth/login">{t('analysis.welcome.login')}</Link>
            </p>
          ) : null}
        </>
      )}
    </>
  );
}
