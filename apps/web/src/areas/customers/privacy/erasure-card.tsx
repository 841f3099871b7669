import { withdrawErasure } from '@depotwerk/api/customers/customer-privacy';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { erasureBasisTexts } from '@depotwerk/domain/customers/privacy-texts';
import { formatDate, formatInstantDay } from '@depotwerk/domain/date-text';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { useMayChange } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { KeptList } from './kept-list.tsx';
import type { CustomerPrivacyData } from './privacy-queries.ts';

/** What has to be kept of the customer and until when; for those who may, the request to erase. */
export function ErasureCard({
  customer,
  privacy,
}: {
  customer: CustomerDetail;
  privacy: CustomerPrivacyData;
}) {
  const [dialog, setDialog] = useState<'erase' | 'withdraw' | null>(null);
  const close = () => setDialog(null);
  const { outlook, erasure, holds } = privacy;
  const mayErase = useMayChange() && privacy.mayErase;
  const isHeld = holds.some(({ liftedAt }) => liftedAt === null);
  return (
    <Card
      title={t('customers.privacy.erasure')}
      actions={
        !mayErase ? null : erasure ? (
          <Button size="small" onClick={() => setDialog('withdraw')}>
            {t('customers.privacy.withdrawErasure')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="danger"
            disabled={isHeld || outlook.state === 'running'}
            onClick={() => setDialog('erase')}
          >
            {t('customers.privacy.erase')}
          </Button>
        )
      }
    >
      {erasure ? (
        <Banner
          tone="warn"
          title={t('customers.privacy.erasureWaits', {
            date: formatDate(erasure.keptUntil ?? outlook.until ?? ''),
          })}
        >
          {t('customers.privacy.requestedBy', {
            date: formatInstantDay(erasure.requestedAt),
            name: erasure.requestedByName,
          })}{' '}
          {said(erasureBasisTexts[erasure.basis])}
        </Banner>
      ) : null}
      <p>
        {outlook.state === 'running'
          ? t('customers.privacy.running', { count: outlook.runningContracts })
          : outlook.state === 'free'
            ? t('customers.privacy.free')
            : t('customers.privacy.keptUntil', { date: formatDate(outlook.until ?? '') })}
      </p>
      {isHeld ? <p>{t('customers.privacy.heldNow')}</p> : null}
      <KeptList kept={outlook.kept} />
      {dialog === 'erase' ? <EraseDialog customer={customer} outlook={outlook} onClose={close} /> : null}
      {dialog === 'withdraw' ? (
        <ActionDialog
          title={t('customers.privacy.withdrawErasure')}
          submit={t('customers.privacy.withdrawErasureSubmit')}
          done={t('customers.privacy.withdrawErasureDone')}
          run={() => callApi(withdrawErasure, { params: { id: customer.id } })}
          onClose={close}
        >
          <p>{t('customers.privacy.withdrawErasureHint')}</p>
        </ActionDialog>
      ) : null}
    </Card>
  );
}
