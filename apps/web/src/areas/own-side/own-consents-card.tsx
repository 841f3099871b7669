import type { CallAnswer } from '@depotwerk/api/call';
import {
  listOwnAgreements,
  listOwnConsents,
  withdrawOwnConsent,
} from '@depotwerk/api/customers/own-consents';
import { isAskedAnew } from '@depotwerk/domain/customers/own-consents';
import {
  agreementSubjectTexts,
  agreementWayTexts,
  type ConsentKind,
  consentDecisionTexts,
  consentKinds,
  consentKindTexts,
} from '@depotwerk/domain/customers/privacy-texts';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
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
import { GiveConsentDialog } from './give-consent-dialog.tsx';
import { type OwnSide, ownConsentsKey as queryKey } from './own-side-queries.ts';

type OwnAgreement = CallAnswer<typeof listOwnAgreements>[number];
type OwnConsent = CallAnswer<typeof listOwnConsents>[number];

/** Every kind of consent with what the customer decided last, and the ways to give it and to withdraw it. */
export function OwnConsentsCard({ underageUntil, isPaused }: Pick<OwnSide, 'underageUntil' | 'isPaused'>) {
  const consents = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listOwnConsents, {}, { signal }),
  });
  const agreements = useQuery({
    queryKey: [...queryKey, 'agreements'],
    queryFn: ({ signal }) => callApi(listOwnAgreements, {}, { signal }),
  });
  if (consents.isError && !consents.data) {
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
  if (!consents.data) return null;
  const decided = new Map(consents.data.map((consent) => [consent.consentKind, consent]));
  const kinds = consentKinds.filter((kind) => underageUntil === undefined || decided.has(kind));
  return (
    <Card isFlush title={t('ownSide.consents.title')}>
      <p className="own-side__line hint">
        {underageUntil === undefined
          ? t('ownSide.consents.apart')
          : t('ownSide.consents.underage', { date: formatDate(underageUntil) })}
      </p>
      {kinds.length === 0 ? null : (
        <ul className="own-side__list">
          {kinds.map((kind) => (
            <ConsentLine
              key={kind}
              kind={kind}
              consent={decided.get(kind)}
              mayGive={underageUntil === undefined && !isPaused}
            />
          ))}
        </ul>
      )}
      {agreements.isError && !agreements.data ? (
        <LoadError
          error={agreements.error}
          isRetrying={agreements.isFetching}
          onRetry={() => void agreements.refetch()}
        />
      ) : null}
      {agreements.data && agreements.data.length > 0 ? (
        <>
          <p className="own-side__line hint">{t('ownSide.consents.agreements')}</p>
          <ul className="own-side__list">
            {agreements.data.map((agreement) => (
              <AgreementLine key={JSON.stringify(agreement)} agreement={agreement} />
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}

/** What she confirmed on her way into the house: it holds for that alone, and ends there. */
function AgreementLine({
  agreement: { subject, way, bankName, version, agreedAt, withdrawnAt, text },
}: {
  agreement: OwnAgreement;
}) {
  return (
    <li className="own-side__line">
      <div className="own-side__text">
        <div className="own-side__name">
          {said(agreementSubjectTexts[subject])}
          <ColourLabel tone={withdrawnAt === null ? 'ok' : 'neutral'}>
            {withdrawnAt === null ? t('customers.privacy.agreed') : said(consentDecisionTexts.withdrawn)}
          </ColourLabel>
        </div>
        <div className="hint">
          {[
            bankName,
            said(agreementWayTexts[way]),
            agreedAt === null
              ? t('customers.privacy.agreedUnknown')
              : t('customers.privacy.agreedAt', { time: formatDateTime(agreedAt) }),
            withdrawnAt === null
              ? null
              : t('ownSide.consents.withdrawnAt', { time: formatDateTime(withdrawnAt) }),
            t('customers.privacy.version', { version }),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </div>
        {text === '' ? null : (
          <details>
            <summary>{t('ownSide.consents.words')}</summary>
            <div className="own-side__words">{text}</div>
          </details>
        )}
      </div>
    </li>
  );
}

/** What stands of one kind in a sentence. */
function stateText(consent: OwnConsent | undefined): string {
  if (consent === undefined) return t('ownSide.consents.neverGiven');
  const said = { date: formatDate(consent.decidedOn), version: consent.textVersion };
  if (consent.decision === 'withdrawn') return t('ownSide.consents.withdrawnOn', said);
  return t(isAskedAnew(consent) ? 'ownSide.consents.askedAnew' : 'ownSide.consents.givenOn', said);
}

function ConsentLine({
  kind,
  consent,
  mayGive,
}: {
  kind: ConsentKind;
  consent: OwnConsent | undefined;
  mayGive: boolean;
}) {
  const mayAct = useMayChange();
  const [asking, setAsking] = useState<'give' | 'withdraw' | null>(null);
  const name = said(consentKindTexts[kind]);
  const isGiven = consent?.decision === 'given';
  const isAnew = consent !== undefined && isAskedAnew(consent);
  const giving = isAnew ? 'giveAnew' : 'give';
  // One button for what comes next: it stays where it is, and with it the focus that the dialog gives back.
  const first = mayGive && (!isGiven || isAnew) ? giving : isGiven ? 'withdraw' : null;
  return (
    <li className="own-side__line">
      <div className="own-side__text">
        <div className="own-side__name">
          {name}
          <ColourLabel tone={isGiven ? (isAnew ? 'warn' : 'ok') : 'neutral'}>
            {consent === undefined
              ? t('ownSide.consents.notGiven')
              : said(consentDecisionTexts[consent.decision])}
          </ColourLabel>
        </div>
        <div className="hint">{stateText(consent)}</div>
        {consent === undefined || consent.consentText === '' ? null : (
          <details>
            <summary>{t('ownSide.consents.words')}</summary>
            <div className="own-side__words">{consent.consentText}</div>
          </details>
        )}
      </div>
      {mayAct ? (
        <div className="own-side__actions" data-no-print>
          {first === null ? null : (
            <Button
              size="small"
              aria-label={t(`ownSide.consents.${first}Of`, { kind: name })}
              onClick={() => setAsking(first === 'withdraw' ? 'withdraw' : 'give')}
            >
              {t(`ownSide.consents.${first}`)}
            </Button>
          )}
          {first === 'giveAnew' ? (
            <Button
              size="small"
              aria-label={t('ownSide.consents.withdrawOf', { kind: name })}
              onClick={() => setAsking('withdraw')}
            >
              {t('ownSide.consents.withdraw')}
            </Button>
          ) : null}
          {asking === 'give' ? <GiveConsentDialog kind={kind} onClose={() => setAsking(null)} /> : null}
          {asking === 'withdraw' && consent !== undefined ? (
            <WithdrawDialog consent={consent} onClose={() => setAsking(null)} />
          ) : null}
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
