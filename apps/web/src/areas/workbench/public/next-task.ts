import { claimNextTask } from '@depotwerk/api/workbench/workbench';
import type { TaskType } from '@depotwerk/domain/workbench/task-types';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { onLogout } from '../../../platform/logout.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { t } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/toast.tsx';
import { taskSubject, taskTitle } from '../task-words.ts';

/** The task the user was led to last: "next" means another one. */
let lastId: string | undefined;
onLogout(() => {
  lastId = undefined;
});

/** Takes the next task and leads to where its work is done; says so when there is none. */
export async function goToNextTask(go: (path: string) => void, taskType?: TaskType): Promise<void> {
  try {
    const task = await callApi(claimNextTask, { body: { afterId: lastId, taskType } });
    void queryClient.invalidateQueries({ queryKey: ['workbench'] });
    if (task === null) {
      lastId = undefined;
      showToast(t('workbench.nothingLeft'));
      return;
    }
    lastId = task.id;
    go(task.path);
    showToast([taskTitle(task), taskSubject(task)].filter(Boolean).join(' · '));
  } catch (error) {
    showApiError(error);
  }
}
