import {
  type ConsentKind,
  consentDecisionTexts,
  consentKindTexts,
} from '@depotwerk/domain/customers/privacy-texts';
import { formatDate, formatInstantDay } from '@depotwerk/domain/date-text';
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

/** Every decision of the customer, newest first; only the newest of a kind can be withdrawn. */
export function ConsentsCard({ customerId, privacy }: { customerId: string; privacy: CustomerPrivacyData }) {
  const [isRecording, setRecording] = useState(false);
  const [withdrawing, setWithdrawing] = useState<ConsentKind | null>(null);
  const { consents } = privacy;
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
      {consents.length === 0 ? (
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
                    {consent.consentText === '' ? null : (
                      <details>
                        <summary>{t('customers.privacy.consentText')}</summary>
                        {consent.consentText}
                      </details>
                    )}
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
