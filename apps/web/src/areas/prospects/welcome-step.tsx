import { startDepotAnalysis } from '@depotwerk/api/depot-analysis-start';
import { analysisConsentText, analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** What comes and what is agreed to, before the first question. */
export function WelcomeStep() {
  const navigate = useNavigate();
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const start = useMutation({
    mutationFn: () => callApi(startDepotAnalysis, { body: { consentVersion: analysisConsentVersion } }),
    onSuccess: ({ guid }) => navigate({ to: '/depotanalysis', hash: guid, replace: true }),
  });
  const isOffered = whiteLabel().features.depotanalysis;
  return (
    <>
      <h1 tabIndex={-1}>{t('shell.depotanalysis')}</h1>
      {isOffered ? (
        <>
          <p>{t('analysis.welcome.intro')}</p>
          <Card title={t('analysis.welcome.consentTitle')}>
            <div className="stack">
              {analysisConsentText.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              <Checkbox label={t('analysis.welcome.consent')} isChecked={isAgreed} onChange={setAgreed} />
              {isTried && !isAgreed ? (
                <Banner tone="bad" role="alert">
                  {t('analysis.welcome.consentMissing')}
                </Banner>
              ) : null}
              {start.error ? (
                <Banner tone="bad" role="alert">
                  {errorMessageOf(start.error)}
                </Banner>
              ) : null}
              <div className="row">
                <Button
                  kind="primary"
                  isBusy={start.isPending}
                  onClick={() => {
                    setTried(true);
                    if (isAgreed) start.mutate();
                  }}
                >
                  {t('analysis.welcome.start')}
                </Button>
              </div>
            </div>
          </Card>
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
