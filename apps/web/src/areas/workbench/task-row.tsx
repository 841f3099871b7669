import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saveFile } from '../../platform/save-file.ts';
import { mayChange, useMayChange, useSession } from '../../platform/session.ts';
import { dayIn } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { ActionsCell, type MenuEntry } from '../../ui/menu.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { usePassFocusOn } from './pass-focus-on.ts';
import {
  dueText,
  isOverdue,
  severityTones,
  taskCalendar,
  taskDay,
  taskLine,
  taskSubject,
} from './task-words.ts';
import { useTaskChanges } from './use-task-changes.ts';

const pauses = { tomorrow: 1, week: 7, month: 30 } as const;

/** One task: how grave, what, whose, until when, who has it; done with one press, the rest in its menu. */
export function TaskRow({ task, showsType }: { task: WorkbenchTask; showsType: boolean }) {
  const user = useSession((state) => state.user);
  const { change, isBusy } = useTaskChanges(task);
  const row = usePassFocusOn();
  const [isAssigning, setAssigning] = useState(false);
  const title = taskLine(task);
  const subject = taskSubject(task);
  const name = [title, subject].filter(Boolean).join(', ');
  const due = dueText(task);
  const isMine = task.assignedUser?.id === user?.id;
  const mayAct = useMayChange();
  const mayAssign = mayChange(user, 'workbench.assign');
  const entries: MenuEntry[] = [];
  if (mayAct && !isMine && (task.assignedUser === null || mayAssign)) {
    entries.push({
      key: 'take',
      label: t('workbench.take'),
      onSelect: () => change({ kind: 'assign', userId: user?.id ?? null }),
    });
  }
  if (mayAct && isMine) {
    entries.push({
      key: 'give',
      label: t('workbench.giveBack'),
      onSelect: () => change({ kind: 'assign', userId: null }),
    });
  }
  if (mayAssign)
    entries.push({ key: 'assign', label: t('workbench.assign'), onSelect: () => setAssigning(true) });
  if (mayAct && task.status === 'snoozed')
    entries.push({
      key: 'wake',
      label: t('workbench.takeUp'),
      onSelect: () => change({ kind: 'snooze', until: null }),
    });
  for (const [key, days] of mayAct ? Object.entries(pauses) : []) {
    entries.push({
      key,
      label: t(`workbench.pauses.${key as keyof typeof pauses}`),
      onSelect: () => change({ kind: 'snooze', until: dayIn(days) }),
    });
  }
  if (taskDay(task) !== null)
    entries.push({
      key: 'calendar',
      label: t('workbench.toCalendar'),
      onSelect: () => {
        const file = taskCalendar(task);
        if (file) saveFile(file);
      },
    });
  return (
    <li ref={row} className="workbench__task" aria-label={name}>
      <span className="workbench__severity">
        <ColourLabel tone={severityTones[task.severity]}>
          {t(`workbench.severities.${task.severity}`)}
        </ColourLabel>
      </span>
      <div className="workbench__what">
        <Link to={task.path} className="workbench__title">
          {title}
        </Link>
        {subject === null ? null : <span className="hint">{subject}</span>}
        {showsType ? <span className="hint">{t(`workbench.types.${task.taskType}`)}</span> : null}
      </div>
      <div className="workbench__when">
        {due === null ? null : (
          <span className={isOverdue(task) ? 'workbench__overdue' : undefined}>{due}</span>
        )}
        {task.assignedUser === null ? null : (
          <span className="hint">{isMine ? t('workbench.withMe') : task.assignedUser.fullName}</span>
        )}
      </div>
      <div className="workbench__actions">
        {!mayAct ? (
          entries.length > 0 ? (
            <ActionsCell rowLabel={name} entries={entries} />
          ) : null
        ) : task.status === 'done' ? (
          <Button size="small" isBusy={isBusy} onClick={() => change({ kind: 'reopen' })}>
            {t('workbench.reopen')}
          </Button>
        ) : (
          <>
            <Button
              size="small"
              icon={<IconCheck size={16} aria-hidden="true" />}
              isBusy={isBusy}
              aria-label={`${t('workbench.complete')}: ${name}`}
              onClick={() => change({ kind: 'complete' })}
            >
              {t('workbench.complete')}
            </Button>
            <ActionsCell rowLabel={name} entries={entries} />
          </>
        )}
      </div>
      {isAssigning ? <AssignDialog task={task} name={name} onClose={() => setAssigning(false)} /> : null}
    </li>
  );
}
