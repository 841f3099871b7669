import { startDepotAnalysis } from '@depotwerk/api/depot-analysis-start';
import { analysisConsentText, analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';

/** What comes and what is agreed to, before the first question. */
export function WelcomeStep() {
  const navigate = useNavigate();
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
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
  const isOffered = whiteLabel().features.depotanalysis;
  return (
    <>
      <h1 tabIndex={-1}>{t('shell.depotanalysis')}</h1>
      {isOffered ? (
        <>
          <p>{t('analysis.welcome.intro')}</p>
          <section className="stack">
            <h2>{t('analysis.welcome.consentTitle')}</h2>
            {analysisConsentText.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <Checkbox label={t('analysis.welcome.consent')} isChecked={isAgreed} onChange={setAgreed} />
            {isTried && !isAgreed ? (
              <Banner tone="bad" role="alert">
                {t('analysis.welcome.consentMissing')}
              </Banner>
            ) : null}
            <ErrorBanner error={failure} />
            <div className="row">
              <Button
                kind="primary"
                isBusy={isBusy}
                onClick={() => {
                  setTried(true);
                  if (isAgreed) void start();
                }}
              >
                {t('analysis.welcome.start')}
              </Button>
            </div>
          </section>
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
