import { giveOwnConsent } from '@depotwerk/api/customers/own-consents';
import { ownConsentTexts } from '@depotwerk/domain/customers/own-consents';
import { type ConsentKind, consentKindTexts } from '@depotwerk/domain/customers/privacy-texts';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { queryClient } from '../../platform/query-client.ts';
import { said, t } from '../../texts/texts.ts';
import { BindingText } from '../../ui/binding-text.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ownConsentsKey } from './own-side-queries.ts';

/** The words of a consent with their version, and the tick without which nothing is given. */
export function GiveConsentDialog({ kind, onClose }: { kind: ConsentKind; onClose: () => void }) {
  const { isBusy, failure, act } = useAction();
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const name = said(consentKindTexts[kind]);
  const { version, text } = ownConsentTexts[kind];
  const give = async () => {
    setTried(true);
    if (!isAgreed) return;
    await act(
      async () => {
        const left = await callApi(giveOwnConsent, { params: { kind }, body: { textVersion: version } });
        showToast(t('ownSide.consents.given', { kind: name }));
        onClose();
        queryClient.setQueryData(ownConsentsKey, left);
      },
      (error) => isOutdated(error) && queryClient.invalidateQueries({ queryKey: ownConsentsKey }),
    );
  };
  return (
    <AskDialog
      title={t('ownSide.consents.giveTitle')}
      onClose={onClose}
      submit={t('ownSide.consents.give')}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => void give()}
    >
      <h3>{name}</h3>
      {text.map((paragraph) => (
        <BindingText key={paragraph} text={paragraph} />
      ))}
      <p className="hint">{t('ownSide.consents.version', { version })}</p>
      <Checkbox label={t('ownSide.consents.agree')} isChecked={isAgreed} onChange={setAgreed} />
      {isTried && !isAgreed ? (
        <Banner tone="bad" role="alert">
          {t('ownSide.consents.agreeMissing')}
        </Banner>
      ) : null}
    </AskDialog>
  );
}
