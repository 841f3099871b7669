import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { MoneyField } from '../../../ui/number-fields.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { saveLimit } from './order-book-queries.ts';

interface LimitDialogProps {
  limit: number | null;
  etag: string | null;
  onClose: () => void;
}

/** Sets from which amount on orders need a second person. */
export function LimitDialog({ limit, etag, onClose }: LimitDialogProps) {
  const [amount, setAmount] = useState(limit);
  const { isBusy, failure, act } = useAction();
  const save = async () => {
    await act(async () => {
      await saveLimit(amount, etag);
      showToast(t('orderBook.limit.saved'));
      onClose();
    });
  };
  return (
    <AskDialog
      size="small"
      title={t('orderBook.limit.title')}
      submit={t('common.save')}
      isBusy={isBusy}
      isDisabled={amount === limit}
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
