import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { assignTask, completeTask, reopenTask, snoozeTask } from '@depotwerk/api/workbench/workbench';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { showToast } from '../../ui/toast.tsx';

type TaskChange =
  | { kind: 'complete' | 'reopen' }
  | { kind: 'snooze'; until: string | null }
  | { kind: 'assign'; userId: string | null };

/** Makes one change of a task on the server. */
export function makeTaskChange(task: WorkbenchTask, change: TaskChange): Promise<WorkbenchTask> {
  const params = { id: task.id };
  switch (change.kind) {
    case 'complete':
      return callApi(completeTask, { params });
    case 'reopen':
      return callApi(reopenTask, { params });
    case 'snooze':
      return callApi(snoozeTask, { params, body: { until: change.until } });
    case 'assign':
      return callApi(assignTask, {
        params,
        body: { userId: change.userId, fromUserId: task.assignedUser?.id ?? null },
      });
  }
}

/** What can be done to a task in the list; the lists are read anew, also when somebody else was faster. */
export function useTaskChanges(task: WorkbenchTask) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: TaskChange) => makeTaskChange(task, change),
    onSuccess: (_changed, change) => {
      const offer = (text: string, back: TaskChange) =>
        showToast(text, { action: { label: t('common.undo'), onSelect: () => mutation.mutate(back) } });
      if (change.kind === 'complete') offer(t('workbench.done'), { kind: 'reopen' });
      if (change.kind !== 'snooze') return;
      // Put aside, a task is gone from here as one that is done.
      const before = task.status === 'snoozed' ? task.snoozedUntil : null;
      if (change.until === null) showToast(t('workbench.takenUp'));
      else offer(t('workbench.putAside'), { kind: 'snooze', until: before });
    },
    onError: showApiError,
    onSettled: () => client.invalidateQueries({ queryKey: ['workbench'] }),
  });
  return {
    /** One at a time: a second choice from the menu counts for nothing while the first is under way. */
    change: (change: TaskChange) => {
      if (!mutation.isPending) mutation.mutate(change);
    },
    isBusy: mutation.isPending,
  };
}
