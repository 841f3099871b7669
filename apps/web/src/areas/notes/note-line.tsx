import type { Note } from '@depotwerk/api/notes/notes';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { IconCalendarEvent, IconCheck, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { calendarFile } from '../../platform/calendar-file.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { saveFile } from '../../platform/save-file.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { ActionsCell, type MenuEntry } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { type NoteSubject, removeNote, restoreNote, setDone } from './note-queries.ts';
import { whoText } from './note-words.ts';

interface Props {
  note: Note;
  subject: NoteSubject;
  mayWrite: boolean;
  onEdit: () => void;
}

/** One note: what, by whom and when, who was told, and when somebody comes back to it. */
export function NoteLine({ note, subject, mayWrite, onEdit }: Props) {
  const name = t('notes.meta', { name: note.authorName, date: formatDateTime(note.createdAt) });
  const remove = async () => {
    try {
      await removeNote(subject, note);
      offerUndo(t('notes.deleted'), () => restoreNote(subject, note), t('notes.restored'));
    } catch (error) {
      showApiError(error);
    }
  };
  const entries: MenuEntry[] = [];
  if (note.isOwn && mayWrite)
    entries.push(
      { key: 'edit', label: t('notes.edit'), onSelect: onEdit },
      { key: 'delete', label: t('common.delete'), onSelect: () => void remove() },
    );
  if (note.followUp !== null && note.followUp.doneAt === null)
    entries.push({
      key: 'calendar',
      label: t('workbench.toCalendar'),
      onSelect: () => saveFile(followUpFile(note, subject)),
    });
  return (
    <li className="notes__line" aria-label={name}>
      <div className="notes__head">
        <span className="hint">
          {name}
          {note.editedAt === null
            ? null
            : ` · ${t('notes.editedAt', { date: formatDateTime(note.editedAt) })}`}
        </span>
        {note.visibility === 'own' ? (
          <span className="notes__mark">
            <IconLock size={16} aria-hidden="true" />
            {t('notes.ownMark')}
          </span>
        ) : null}
        {note.contract !== null && subject.contract === undefined ? (
          <Link
            to="/contracts/$contractId/$tab"
            params={{ contractId: note.contract.id, tab: 'notes' }}
            className="notes__mark"
          >
            {t('notes.ofContract', { externalKey: note.contract.externalKey })}
          </Link>
        ) : null}
      </div>
      <div className="notes__actions" data-no-print>
        {entries.length === 0 ? null : <ActionsCell rowLabel={name} entries={entries} />}
      </div>
      <p className="notes__text">{note.text}</p>
      {note.mentions.length === 0 ? null : (
        <p className="hint">
          {t('notes.told', { names: note.mentions.map(({ fullName }) => fullName).join(', ') })}
        </p>
      )}
      {note.followUp === null ? null : <FollowUp note={note} followUp={note.followUp} subject={subject} />}
    </li>
  );
}

function FollowUp({
  note,
  followUp,
  subject,
}: {
  note: Note;
  followUp: NonNullable<Note['followUp']>;
  subject: NoteSubject;
}) {
  const user = useSession((state) => state.user);
  const [isBusy, setBusy] = useState(false);
  const isDone = followUp.doneAt !== null;
  const isDue = !isDone && followUp.day <= today();
  const change = async (done: boolean) => {
    setBusy(true);
    try {
      await setDone(subject, note, done);
      if (done)
        offerUndo(t('notes.followUpDone'), () => setDone(subject, note, false), t('notes.followUpReopened'));
      else showToast(t('notes.followUpReopened'));
    } catch (error) {
      showApiError(error);
    }
    setBusy(false);
  };
  const who = whoText(followUp.user?.id ?? null, user?.id ?? '', () => followUp.user?.fullName ?? '');
  return (
    <div className="notes__follow-up">
      <IconCalendarEvent size={18} aria-hidden="true" />
      <span>{t('notes.followUpLine', { day: formatDate(followUp.day), who })}</span>
      {isDone ? (
        <ColourLabel tone="ok">
          {t('notes.doneOn', { date: formatDateTime(followUp.doneAt ?? '') })}
        </ColourLabel>
      ) : isDue ? (
        <ColourLabel tone="warn">
          {t(followUp.day === today() ? 'workbench.dueToday' : 'notes.overdue')}
        </ColourLabel>
      ) : null}
      {mayChange(user, 'customers.edit') ? (
        <Button
          size="small"
          isBusy={isBusy}
          {...(!isDone && { icon: <IconCheck size={16} aria-hidden="true" /> })}
          onClick={() => void change(!isDone)}
        >
          {t(isDone ? 'workbench.reopen' : 'workbench.complete')}
        </Button>
      ) : null}
    </div>
  );
}

/** The follow-up for a calendar: whom it is about and the way there, not what was noted. */
function followUpFile({ id, contract, followUp }: Note, { customerId, customerName }: NoteSubject) {
  const day = followUp?.day ?? today();
  return calendarFile(t('notes.followUp'), {
    id,
    day,
    title: t('notes.followUp'),
    subject: contract === null ? customerName : `${customerName} · ${contract.externalKey}`,
    address: `${location.origin}/customers/${customerId}?tab=notes`,
  });
}
