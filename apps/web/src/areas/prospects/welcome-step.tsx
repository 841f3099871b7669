import { startDepotAnalysis } from '@depotwerk/api/prospects/depot-analysis-start';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { ConsentBox } from './public/consent-box.tsx';

/** What comes and what is agreed to, before the first question. */
export function WelcomeStep() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { guid } = await callApi(startDepotAnalysis, {
        body: { consentVersion: analysisConsentVersion },
      });
      await navigate({ to: '/depotanalysis', hash: guid, replace: true });
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  const isOffered = useWhiteLabel().features.depotanalysis;
  return (
    <>
      <h1 tabIndex={-1}>{t('shell.depotanalysis')}</h1>
      {isOffered ? (
        <>
          <p>{t('analysis.welcome.intro')}</p>
          <ConsentBox isBusy={isBusy} failure={failure} onAgreed={() => void start()} />
        </>
      ) : (
        <Banner tone="info">{t('analysis.welcome.notOffered')}</Banner>
      )}
      <p>
        <Link to="/auth/login">{t('analysis.welcome.login')}</Link>
      </p>
    </>
  );
}
