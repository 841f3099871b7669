import {
  agreementSubjectTexts,
  agreementWayTexts,
  type ConsentKind,
  consentDecisionTexts,
  consentKindTexts,
} from '@depotwerk/domain/customers/privacy-texts';
import { formatDate, formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayChange } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { ConsentDialog, WithdrawConsentDialog } from './consent-dialog.tsx';
import type { CustomerPrivacyData } from './privacy-queries.ts';

/**
 * Every decision of the customer, newest first; only the newest of a kind can be withdrawn. Below them what she agreed to herself in an
 * invitation, a registration or an analysis, which only she takes back.
 */
export function ConsentsCard({ customerId, privacy }: { customerId: string; privacy: CustomerPrivacyData }) {
  const [isRecording, setRecording] = useState(false);
  const [withdrawing, setWithdrawing] = useState<ConsentKind | null>(null);
  const { consents, agreements = [] } = privacy;
  const mayEdit = useMayChange() && privacy.mayEdit;
  const newest = new Map([...consents].reverse().map((one) => [one.consentKind, one.id]));
  return (
    <Card
      title={t('customers.privacy.consents')}
      actions={
        mayEdit ? (
          <Button
            size="small"
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setRecording(true)}
          >
            {t('customers.privacy.recordConsent')}
          </Button>
        ) : null
      }
    >
      {consents.length + agreements.length === 0 ? (
        <EmptyState title={t('customers.privacy.noConsents')} />
      ) : (
        <div className="customers__table-box">
          <table className="customers__table customers__consents">
            <TableHead
              columns={[
                t('customers.privacy.consentKind'),
                t('customers.privacy.decision'),
                { label: t('customers.privacy.recorded'), className: 'customers__wide' },
              ]}
            />
            <tbody>
              {consents.map((consent) => (
                <tr key={consent.id}>
                  <th scope="row">
                    {said(consentKindTexts[consent.consentKind])}
                    <div className="hint">
                      {t('customers.privacy.version', { version: consent.textVersion })}
                    </div>
                    <Words text={consent.consentText} />
                  </th>
                  <td>
                    {said(consentDecisionTexts[consent.decision])}
                    <div className="hint">{formatDate(consent.decidedOn)}</div>
                    {consent.isOwn === true ? (
                      <div className="hint">{t('customers.privacy.byHerself')}</div>
                    ) : null}
                    {mayEdit &&
                    consent.decision === 'given' &&
                    newest.get(consent.consentKind) === consent.id ? (
                      <Button size="small" kind="quiet" onClick={() => setWithdrawing(consent.consentKind)}>
                        {t('customers.privacy.withdraw')}
                      </Button>
                    ) : null}
                  </td>
                  <td className="customers__wide">
                    {consent.recordedByName}
                    <div className="hint">{formatInstantDay(consent.recordedAt)}</div>
                  </td>
                </tr>
              ))}
              {agreements.map((agreement) => (
                <AgreementRow key={JSON.stringify(agreement)} agreement={agreement} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isRecording ? <ConsentDialog customerId={customerId} onClose={() => setRecording(false)} /> : null}
      {withdrawing === null ? null : (
        <WithdrawConsentDialog
          customerId={customerId}
          kind={withdrawing}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </Card>
  );
}

function AgreementRow({
  agreement: { subject, way, bankName, version, agreedAt, withdrawnAt, text },
}: {
  agreement: NonNullable<CustomerPrivacyData['agreements']>[number];
}) {
  const wayText = said(agreementWayTexts[way]);
  return (
    <tr>
      <th scope="row">
        {said(agreementSubjectTexts[subject])}
        {bankName === null ? null : <div>{bankName}</div>}
        <div className="hint">{t('customers.privacy.version', { version })}</div>
        <Words text={text} />
      </th>
      <td>
        {withdrawnAt === null ? t('customers.privacy.agreed') : said(consentDecisionTexts.withdrawn)}
        {withdrawnAt === null ? null : <div className="hint">{formatDateTime(withdrawnAt)}</div>}
        <div className="hint">
          {agreedAt === null
            ? t('customers.privacy.agreedUnknown')
            : withdrawnAt === null
              ? formatDateTime(agreedAt)
              : t('customers.privacy.agreedAt', { time: formatDateTime(agreedAt) })}
        </div>
        <div className="hint">{wayText}</div>
      </td>
      <td className="customers__wide">{t('customers.privacy.agreedHerself')}</td>
    </tr>
  );
}

/** What somebody agreed to, paragraph by paragraph. */
function Words({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <details>
      <summary>{t('customers.privacy.consentText')}</summary>
      <div className="customers__words">{text}</div>
    </details>
  );
}
