import { deleteSavedView, putDefaultView, type SavedView } from '@depotwerk/api/saved-views/saved-views';
import type { QueryClient } from '@tanstack/react-query';
import { AskDialog } from '../forms/ask-dialog.tsx';
import { callApi } from '../platform/api-client.ts';
import { t } from '../texts/texts.ts';
import { offerTakingBack } from '../ui/take-back.ts';
import { showToast } from '../ui/toast.tsx';

/** Has its list open with a view, or without one again. */
export async function switchDefault({
  id,
  screenKey,
  isDefault,
  savedViewName: name,
}: SavedView): Promise<void> {
  await callApi(putDefaultView, { params: { screenKey }, body: { viewId: isDefault ? null : id } });
  showToast(t(isDefault ? 'savedViews.defaultTaken' : 'savedViews.defaultSet', { name }));
}

/** Deletes a view and offers to take that back. */
export async function deleteView(
  { id, rowVersion, savedViewName: name }: SavedView,
  client: QueryClient,
): Promise<void> {
  await callApi(deleteSavedView, { params: { id } }, { ifMatch: `"${rowVersion}"` });
  offerTakingBack(t('savedViews.deleted', { name }), { objectType: 'savedView', objectId: id }, () =>
    client.invalidateQueries({ queryKey: ['saved-views'] }),
  );
}

interface DeleteViewDialogProps {
  view: SavedView;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** Asks before a view is deleted, also for those it is shared with. */
export function DeleteViewDialog({ view, isBusy, onSubmit, onClose }: DeleteViewDialogProps) {
  return (
    <AskDialog
      size="small"
      kind="danger"
      title={t('savedViews.deleteTitle')}
      submit={t('common.delete')}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {t(view.isShared ? 'savedViews.deleteShared' : 'savedViews.deleteQuestion', {
          name: view.savedViewName,
        })}
      </p>
    </AskDialog>
  );
}
