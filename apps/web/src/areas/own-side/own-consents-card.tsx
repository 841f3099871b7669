import type { CallAnswer } from '@depotwerk/api/call';
import { listOwnConsents, withdrawOwnConsent } from '@depotwerk/api/customers/own-consents';
import { consentDecisionTexts, consentKindTexts } from '@depotwerk/domain/customers/privacy-texts';
import { formatDate } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useMayChange } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { LoadError } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';

type OwnConsent = CallAnswer<typeof listOwnConsents>[number];

const queryKey = ['ownSide', 'consents'] as const;

/** What a customer agreed to, and the way to withdraw it; nothing where nothing was ever asked. */
export function OwnConsentsCard() {
  const consents = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listOwnConsents, {}, { signal }),
  });
  if (consents.isError) {
    return (
      <Card title={t('ownSide.consents.title')}>
        <LoadError
          error={consents.error}
          isRetrying={consents.isFetching}
          onRetry={() => void consents.refetch()}
        />
      </Card>
    );
  }
  if (!consents.data || consents.data.length === 0) return null;
  return (
    <Card isFlush title={t('ownSide.consents.title')}>
      <ul className="own-side__list">
        {consents.data.map((consent) => (
          <ConsentLine key={consent.id} consent={consent} />
        ))}
      </ul>
    </Card>
  );
}

function ConsentLine({ consent }: { consent: OwnConsent }) {
  const mayAct = useMayChange();
  const [isAsking, setAsking] = useState(false);
  const { consentKind, decision, consentText, textVersion, decidedOn } = consent;
  const kind = said(consentKindTexts[consentKind]);
  const isGiven = decision === 'given';
  return (
    <li className="own-side__line">
      <div className="own-side__text">
        <div className="own-side__name">
          {kind}
          <ColourLabel tone={isGiven ? 'ok' : 'neutral'}>{said(consentDecisionTexts[decision])}</ColourLabel>
        </div>
        <div className="hint">
          {t(isGiven ? 'ownSide.consents.givenOn' : 'ownSide.consents.withdrawnOn', {
            date: formatDate(decidedOn),
            version: textVersion,
          })}
        </div>
        {consentText === '' ? null : (
          <details>
            <summary>{t('ownSide.consents.words')}</summary>
            {consentText}
          </details>
        )}
      </div>
      {mayAct && isGiven ? (
        <div className="own-side__actions" data-no-print>
          <Button
            size="small"
            aria-label={t('ownSide.consents.withdrawOf', { kind })}
            onClick={() => setAsking(true)}
          >
            {t('ownSide.consents.withdraw')}
          </Button>
          {isAsking ? <WithdrawDialog consent={consent} onClose={() => setAsking(false)} /> : null}
        </div>
      ) : null}
    </li>
  );
}

function WithdrawDialog({ consent, onClose }: { consent: OwnConsent; onClose: () => void }) {
  const { isBusy, failure, act } = useAction();
  const kind = said(consentKindTexts[consent.consentKind]);
  const withdraw = async () => {
    await act(
      async () => {
        const left = await callApi(withdrawOwnConsent, { params: { kind: consent.consentKind } });
        showToast(t('ownSide.consents.done', { kind }));
        onClose();
        queryClient.setQueryData(queryKey, left);
      },
      (error) => isOutdated(error) && queryClient.invalidateQueries({ queryKey }),
    );
  };
  return (
    <AskDialog
      title={t('ownSide.consents.withdrawTitle')}
      onClose={onClose}
      submit={t('ownSide.consents.withdraw')}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => void withdraw()}
    >
      <p>{t('ownSide.consents.withdrawText', { kind })}</p>
    </AskDialog>
  );
}
