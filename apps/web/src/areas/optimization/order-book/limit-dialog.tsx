import { putOrderRules } from '@depotwerk/api/traders/orders';
import { formatMoney } from '@depotwerk/domain/money';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { useVersionChoice } from '../../../forms/use-version-choice.tsx';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { t } from '../../../texts/texts.ts';
import { MoneyField } from '../../../ui/number-fields.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { saveLimit } from './order-book-queries.ts';

interface LimitDialogProps {
  limit: number | null;
  etag: string | null;
  onClose: () => void;
}

/** Sets from which amount on orders need a second person. */
export function LimitDialog({ limit, etag, onClose }: LimitDialogProps) {
  const [stored, setStored] = useState({ approvalLimit: limit, etag });
  const [amount, setAmount] = useState(limit);
  const versions = useVersionChoice({
    parse: (current) => parseKnown(putOrderRules.answer, current).data,
    draftOf: ({ approvalLimit }) => ({ approvalLimit }),
    fields: [
      {
        path: 'approvalLimit',
        label: t('orderBook.limit.field'),
        text: ({ approvalLimit }) => (approvalLimit === null ? '–' : formatMoney(approvalLimit)),
      },
    ],
    onResolved: ({ approvalLimit, rowVersion }, chosen) => {
      setStored({ approvalLimit, etag: `"${rowVersion}"` });
      setAmount(chosen.approvalLimit);
    },
  });
  const { isBusy, failure, act } = useAction();
  const save = async () => {
    await act(async () => {
      try {
        await saveLimit(amount, stored.etag);
      } catch (error) {
        const { approvalLimit } = stored;
        if (versions.ask(error, { approvalLimit }, { approvalLimit: amount })) return;
        throw error;
      }
      showToast(t('orderBook.limit.saved'));
      onClose();
    });
  };
  if (versions.choice !== null) return versions.choice;
  return (
    <AskDialog
      size="small"
      title={t('orderBook.limit.title')}
      submit={t('common.save')}
      isBusy={isBusy}
      isDisabled={amount === stored.approvalLimit}
      onSubmit={() => void save()}
      onClose={onClose}
      failure={failure}
    >
      <MoneyField
        label={t('orderBook.limit.field')}
        hint={t('orderBook.limit.hint')}
        value={amount}
        min={1}
        max={1e9}
        onChange={setAmount}
      />
      <p className="hint">{t('orderBook.limit.who')}</p>
    </AskDialog>
  );
}
