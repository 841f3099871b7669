import { setLegalHold } from '@depotwerk/api/customers/customer-privacy';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { useMayChange } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { BlockDialog } from '../block-dialog.tsx';
import { waitsForErasure } from '../customer-pages.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { CustomerPrivacyData } from './privacy-queries.ts';

/** What limits the processing of the customer's data: the block (Art. 18 GDPR) and legal holds. */
export function HoldCard({ customer, privacy }: { customer: CustomerDetail; privacy: CustomerPrivacyData }) {
  const [dialog, setDialog] = useState<'block' | 'hold' | null>(null);
  const close = () => setDialog(null);
  const { holds } = privacy;
  const mayAct = useMayChange();
  const mayErase = mayAct && privacy.mayErase;
  const isHeld = holds.some(({ liftedAt }) => liftedAt === null);
  return (
    <Card
      title={t('customers.privacy.limits')}
      actions={
        <>
          {mayAct && customer.mayEdit && !waitsForErasure(customer) ? (
            <Button size="small" onClick={() => setDialog('block')}>
              {t(customer.isBlocked ? 'customers.block.lift' : 'customers.block.submit')}
            </Button>
          ) : null}
          {mayErase ? (
            <Button size="small" onClick={() => setDialog('hold')}>
              {t(isHeld ? 'customers.privacy.liftHold' : 'customers.privacy.setHold')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>
        {customer.isBlocked
          ? t('customers.privacy.blockedBecause', { reason: customer.blockedReason ?? t('common.none') })
          : t('customers.privacy.notBlocked')}
      </p>
      {holds.length === 0 ? <p>{t('customers.privacy.noHold')}</p> : null}
      {holds.map((hold) => (
        <Banner
          key={hold.id}
          tone={hold.liftedAt === null ? 'warn' : 'info'}
          title={
            hold.liftedAt === null
              ? t('customers.privacy.holdSince', { date: formatInstantDay(hold.setAt), name: hold.setByName })
              : t('customers.privacy.holdLifted', {
                  from: formatInstantDay(hold.setAt),
                  to: formatInstantDay(hold.liftedAt),
                  name: hold.liftedByName ?? '',
                })
          }
        >
          {hold.reason}
          {hold.liftReason === null ? null : (
            <div className="hint">{t('customers.privacy.holdLiftReason', { reason: hold.liftReason })}</div>
          )}
        </Banner>
      ))}
      {dialog === 'block' ? <BlockDialog customer={customer} onClose={close} /> : null}
      {dialog === 'hold' ? <HoldDialog customerId={customer.id} isHeld={isHeld} onClose={close} /> : null}
    </Card>
  );
}

function HoldDialog({
  customerId,
  isHeld,
  onClose,
}: {
  customerId: string;
  isHeld: boolean;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      title={t(isHeld ? 'customers.privacy.liftHold' : 'customers.privacy.setHold')}
      submit={t(isHeld ? 'customers.privacy.lift' : 'customers.privacy.set')}
      done={t(isHeld ? 'customers.privacy.liftHoldDone' : 'customers.privacy.setHoldDone')}
      isDisabled={reason.trim() === ''}
      run={() => callApi(setLegalHold, { params: { id: customerId }, body: { isHeld: !isHeld, reason } })}
      onClose={onClose}
    >
      <p>{t(isHeld ? 'customers.privacy.liftHoldHint' : 'customers.privacy.setHoldHint')}</p>
      <TextArea
        label={t('customers.block.reason')}
        isRequired
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  );
}
