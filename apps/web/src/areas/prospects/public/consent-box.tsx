import { analysisConsentText } from '@depotwerk/domain/depot-analysis/consent';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { BindingText } from '../../../ui/binding-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Banner, ErrorBanner } from '../../../ui/feedback.tsx';

interface ConsentBoxProps {
  isBusy: boolean;
  failure: unknown;
  /** Called once it is agreed to. */
  onAgreed: () => void;
}

/** What is agreed to before an analysis begins, and the button that begins it. */
export function ConsentBox({ isBusy, failure, onAgreed }: ConsentBoxProps) {
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  return (
    <section className="stack">
      <h2>{t('analysis.welcome.consentTitle')}</h2>
      {analysisConsentText.map((paragraph) => (
        <BindingText key={paragraph} text={paragraph} />
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
            if (isAgreed) onAgreed();
          }}
        >
          {t('analysis.welcome.start')}
        </Button>
      </div>
    </section>
  );
}
