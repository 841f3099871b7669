import type { WorkbenchTask } from '@depotwerk/api/workbench';
import { listTaskOwners } from '@depotwerk/api/workbench';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AskDialog } from '../forms/ask-dialog.tsx';

interface Props {
  task: WorkbenchTask;
  name: string;
  onChoose: (userId: string | null) => void;
  onClose: () => void;
}

/** To whom the task is given: people who may see it. */
export function AssignDialog({ task, name, onChoose, onClose }: Props) {
  const [userId, setUserId] = useState(task.assignedUser?.id ?? '');
  const owners = useQuery({
    queryKey: ['workbench', 'owners', task.id],
    queryFn: ({ signal }) => callApi(listTaskOwners, { params: { id: task.id } }, { signal }),
  });
  return (
    <AskDialog
      title={t('workbench.assign')}
      size="small"
      onClose={onClose}
      submit={t('workbench.assignNow')}
      isBusy={false}
      isDisabled={owners.data === undefined}
      onSubmit={() => onChoose(userId === '' ? null : userId)}
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
