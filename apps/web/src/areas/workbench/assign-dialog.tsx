import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { listTaskOwners } from '@depotwerk/api/workbench/workbench';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { makeTaskChange } from './use-task-changes.ts';

interface Props {
  task: WorkbenchTask;
  name: string;
  onClose: () => void;
}

/** To whom the task is given: people who may see it. It stays open, with what was chosen, until the server has said yes. */
export function AssignDialog({ task, name, onClose }: Props) {
  const [userId, setUserId] = useState(task.assignedUser?.id ?? '');
  const owners = useQuery({
    queryKey: ['workbench', 'owners', task.id],
    queryFn: ({ signal }) => callApi(listTaskOwners, { params: { id: task.id } }, { signal }),
  });
  const client = useQueryClient();
  const { isBusy, failure, act } = useAction();
  const readAnew = () => client.invalidateQueries({ queryKey: ['workbench'] });
  const assign = () =>
    act(async () => {
      await makeTaskChange(task, { kind: 'assign', userId: userId === '' ? null : userId });
      onClose();
      await readAnew();
    }, readAnew);
  return (
    <AskDialog
      title={t('workbench.assign')}
      size="small"
      onClose={onClose}
      submit={t('workbench.assignNow')}
      isBusy={isBusy}
      failure={failure}
      isDisabled={owners.data === undefined}
      onSubmit={() => void assign()}
    >
      <p>{name}</p>
      {owners.error ? (
        <QueryError query={owners} />
      ) : owners.data === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <SelectField
          label={t('workbench.owner')}
          value={userId}
          emptyLabel={t('workbench.owners.nobody')}
          options={owners.data.map(({ id, fullName }) => ({ value: id, label: fullName }))}
          onChange={setUserId}
        />
      )}
    </AskDialog>
  );
}
