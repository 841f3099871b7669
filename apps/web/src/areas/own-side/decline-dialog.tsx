import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { declineSignature } from '@depotwerk/api/signatures/signatures';
import { longestDeclineReason } from '@depotwerk/domain/signatures/signature';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { isOutdated } from '../../platform/outdated.ts';
import { t } from '../../texts/texts.ts';
import { catchFocus } from '../../ui/catch-focus.ts';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { reloadDocuments } from '../documents/public/document-queries.ts';

/** Asks a customer who will not sign why: her adviser reads it. */
export function DeclineDialog({ document, onClose }: { document: ArchivedDocument; onClose: () => void }) {
  const { id, title } = document;
  const [reason, setReason] = useState('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const isMissing = reason.trim() === '';
  const decline = async () => {
    setTouched(true);
    if (isMissing) return;
    await act(
      async () => {
        await callApi(declineSignature, { params: { id }, body: { reason } });
        showToast(t('ownSide.decline.done', { title }));
        await reloadDocuments();
        onClose();
        catchFocus();
      },
      (error) => {
        if (isOutdated(error)) void reloadDocuments();
      },
    );
  };
  return (
    <AskDialog
      size="small"
      title={t('ownSide.decline.title', { title })}
      onClose={onClose}
      isStatic={!isMissing}
      submit={t('ownSide.decline.submit')}
      isBusy={isBusy}
      onSubmit={() => void decline()}
      failure={failure}
    >
      <p>{t('ownSide.decline.intro')}</p>
      <TextArea
        label={t('ownSide.decline.reason')}
        value={reason}
        maxLength={longestDeclineReason}
        rows={3}
        isRequired
        error={isTouched && isMissing ? t('ownSide.decline.reasonMissing') : null}
        onChange={setReason}
      />
    </AskDialog>
  );
}
