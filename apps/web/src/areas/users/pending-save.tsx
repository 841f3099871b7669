import type { Group } from '@depotwerk/api/users/groups';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { entityKey } from '../../forms/entity-kind.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';

/**
 * Foot of a step with pending changes: says what will happen, saves it, or takes it back. When somebody else changed the
 * members meanwhile they are shown anew, the pending changes stay, and saving again means it.
 */
export function PendingSave({
  added,
  removed,
  group,
  version,
  save,
  onSaved,
  onDiscard,
  onStale,
}: {
  added: number;
  removed: number;
  group: Group;
  version: string | null;
  save: (ifMatch: string) => Promise<Group>;
  onSaved: () => void;
  onDiscard: () => void;
  onStale: () => void;
}) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => save(version ?? `"${group.rowVersion}"`),
    onSuccess: async (saved) => {
      client.setQueryData(entityKey({ key: 'groups' }, saved.id), saved);
      onSaved();
      showToast(t('common.saved'));
      await Promise.all([
        client.invalidateQueries({ queryKey: ['masterData', 'groups', 'members'] }),
        client.invalidateQueries({ queryKey: ['masterData', 'groups', 'list'] }),
        client.invalidateQueries({ queryKey: ['customers'] }),
        // Who is in the group by now is suggested no more.
        client.invalidateQueries({ queryKey: ['pending-search'] }),
      ]);
    },
    onError: (error) => {
      if (isStale(error)) onStale();
    },
  });
  const isDirty = added + removed > 0;
  return (
    <>
      {run.error ? (
        <Banner tone={isStale(run.error) ? 'warn' : 'bad'} role="alert">
          {isStale(run.error) ? t('userManagement.stale') : errorMessageOf(run.error)}
        </Banner>
      ) : null}
      <div className="pending__save">
        <span className="hint" role="status">
          {isDirty ? t('userManagement.pendingChanges', { added, removed }) : t('userManagement.noChanges')}
        </span>
        <span className="row">
          {isDirty ? <Button onClick={onDiscard}>{t('common.discard')}</Button> : null}
          <Button kind="primary" disabled={!isDirty} isBusy={run.isPending} onClick={() => run.mutate()}>
            {t('common.save')}
          </Button>
        </span>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

const isStale = (error: unknown) => error instanceof ApiError && error.status === 412;
