import { undoMerge } from '@depotwerk/api/customers/customer-merges';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { ActionDialog } from '../privacy/action-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { customerDuplicatesQuery, likenessText } from './merge-queries.ts';

/** Above a customer, for those who may merge: who may be the same, and what was merged into him. */
export function MergeNotices({ customer }: { customer: CustomerDetail }) {
  const duplicates = useQuery(customerDuplicatesQuery(customer.id)).data;
  const [otherId, setOtherId] = useState<string | null>(null);
  const [isUndoing, setUndoing] = useState(false);
  if (!duplicates) return null;
  const merges = duplicates.merges.filter(({ undoneAt }) => undoneAt === null);
  return (
    <>
      {duplicates.candidates.map(({ id, name, likenesses }) => (
        <Banner
          key={id}
          tone="info"
          title={t('customers.merge.possible', { name })}
          actions={
            <Button size="small" onClick={() => setOtherId(id)}>
              {t('customers.merge.compare')}
            </Button>
          }
        >
          {t('customers.merge.alike', { likenesses: likenessText(likenesses) })}
        </Banner>
      ))}
      {merges.map(({ id, mergedName, mergedAt, mergedByName }, index) => (
        <Banner
          key={id}
          tone="info"
          actions={
            index === 0 ? (
              <Button size="small" kind="quiet" onClick={() => setUndoing(true)}>
                {t('customers.merge.undo')}
              </Button>
            ) : null
          }
        >
          {t('customers.merge.merged', {
            name: mergedName,
            date: formatInstantDay(mergedAt),
            by: mergedByName,
          })}
        </Banner>
      ))}
      {otherId === null ? null : (
        <MergeDialog customer={customer} otherId={otherId} onClose={() => setOtherId(null)} />
      )}
      {isUndoing ? (
        <ActionDialog
          title={t('customers.merge.undoTitle')}
          submit={t('customers.merge.undo')}
          done={t('customers.merge.undone')}
          run={() => callApi(undoMerge, { params: { id: customer.id } })}
          onClose={() => setUndoing(false)}
        >
          <p>{t('customers.merge.undoHint')}</p>
        </ActionDialog>
      ) : null}
    </>
  );
}
