import { type Note, putNote } from '@depotwerk/api/notes/notes';
import { formatDate } from '@depotwerk/domain/date-text';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import {
  checkNote,
  longestNote,
  mostMentions,
  type NoteDraft,
  noteVisibilities,
} from '@depotwerk/domain/notes/check-note';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { useVersionChoice } from '../../forms/use-version-choice.tsx';
import { mayChange, useSession } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { said, t } from '../../texts/texts.ts';
import { Chip } from '../../ui/cells.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type NoteSubject, notePeopleQuery, saveNote } from './note-queries.ts';
import { whoText } from './note-words.ts';

interface Props {
  subject: NoteSubject;
  /** null = a new one. */
  note: Note | null;
  onClose: () => void;
}

/** The form of a note: text, who reads it, who is told, and when somebody comes back to it. */
export function NoteDialog({ subject, note: opened, onClose }: Props) {
  const [note, setNote] = useState(opened);
  const user = useSession((state) => state.user);
  const me = user?.id ?? '';
  const people = useQuery(notePeopleQuery(noteSubject(subject, note)));
  const [draft, setDraft] = useState<NoteDraft>(() => draftOf(note));
  const { isBusy, failure, act } = useAction();
  const [isChecked, setChecked] = useState(false);
  const [first] = useState(draft);
  const named = new Map([
    ...(note?.mentions ?? []).map(({ id, fullName }) => [id, fullName] as const),
    ...(people.data ?? []).map(({ id, fullName }) => [id, fullName] as const),
  ]);
  const versions = useVersionChoice<Note, NoteDraft>({
    parse: (current) => parseKnown(putNote.answer, current).data,
    draftOf,
    fields: [
      { path: 'text', label: t('notes.text'), text: ({ text }) => text },
      {
        path: 'visibility',
        label: t('notes.visibility'),
        text: ({ visibility }) => t(`notes.visibilities.${visibility}`),
      },
      {
        path: 'mentionIds',
        label: t('notes.mention'),
        text: ({ mentionIds }) => mentionIds.map((id) => named.get(id) ?? '').join(', ') || '–',
      },
      {
        path: 'followUp',
        label: t('notes.followUp'),
        text: ({ followUp }) =>
          followUp === null
            ? '–'
            : t('notes.followUpLine', {
                day: formatDate(followUp.day),
                who: whoText(followUp.userId, me, (id) => named.get(id) ?? ''),
              }),
      },
    ],
    onResolved: (stored, chosen) => {
      setNote(stored);
      setDraft(chosen);
    },
  });
  const change = (changes: Partial<NoteDraft>) => setDraft((before) => ({ ...before, ...changes }));

  const issues = checkNote(draft, { authorId: me, today: today(), before: note?.followUp?.day ?? null });
  const errorOf = (path: string) => {
    const issue = issues.find((each) => each.path === path);
    return isChecked && issue ? said(fieldIssueText(issue)) : undefined;
  };
  const save = async () => {
    setChecked(true);
    if (issues.length > 0) return;
    await act(async () => {
      try {
        await saveNote(subject, note, { ...draft, mentionIds: [...draft.mentionIds] });
      } catch (error) {
        if (versions.ask(error, draftOf(note), draft)) return;
        throw error;
      }
      showToast(t('notes.saved'));
      onClose();
    });
  };

  const isOwn = draft.visibility === 'own';
  const holders = [
    { value: me, label: t('notes.me') },
    ...(mayChange(user, 'workbench.assign') && !isOwn
      ? (people.data ?? []).filter(({ mayFollowUp }) => mayFollowUp)
      : []
    ).map(({ id, fullName }) => ({ value: id, label: fullName })),
  ];
  const holder = note?.followUp?.user ?? null;
  if (holder !== null && !isOwn && !holders.some(({ value }) => value === holder.id))
    holders.push({ value: holder.id, label: holder.fullName });

  if (versions.choice !== null) return versions.choice;
  return (
    <AskDialog
      title={t(note === null ? 'notes.write' : 'notes.edit')}
      onClose={onClose}
      isStatic={draft !== first}
      submit={t('common.save')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
    >
      <TextArea
        label={t('notes.text')}
        hint={t('notes.textHint')}
        isRequired
        rows={5}
        maxLength={longestNote}
        value={draft.text}
        onChange={(text) => change({ text })}
        error={errorOf('text')}
      />
      <SelectField
        label={t('notes.visibility')}
        value={draft.visibility}
        options={noteVisibilities.map((value) => ({ value, label: t(`notes.visibilities.${value}`) }))}
        onChange={(value) =>
          setDraft((before) => withVisibility(before, value === '' ? before.visibility : value, me))
        }
      />
      {isOwn ? null : (
        <div className="notes__people">
          <SelectField
            label={t('notes.mention')}
            hint={t('notes.mentionHint')}
            value=""
            emptyLabel={t('notes.choosePerson')}
            lookup={people}
            isDisabled={draft.mentionIds.length >= mostMentions}
            error={errorOf('mentionIds')}
            options={(people.data ?? [])
              .filter(({ id }) => !draft.mentionIds.includes(id))
              .map(({ id, fullName }) => ({ value: id, label: fullName }))}
            onChange={(id) => (id === '' ? undefined : change({ mentionIds: [...draft.mentionIds, id] }))}
          />
          {draft.mentionIds.length === 0 ? null : (
            <div className="notes__chips">
              {draft.mentionIds.map((id) => (
                <Chip
                  key={id}
                  removeLabel={t('notes.unmention', { name: named.get(id) ?? '' })}
                  onRemove={() => change({ mentionIds: draft.mentionIds.filter((other) => other !== id) })}
                >
                  {named.get(id) ?? ''}
                </Chip>
              ))}
            </div>
          )}
        </div>
      )}
      <div className="notes__when">
        <DateField
          label={t('notes.followUpDay')}
          value={draft.followUp?.day ?? null}
          onChange={(day) =>
            change({
              followUp: day === null ? null : { day, userId: draft.followUp ? draft.followUp.userId : me },
            })
          }
          error={errorOf('followUp.day')}
        />
        {draft.followUp === null ? null : (
          <SelectField
            label={t('notes.followUpUser')}
            value={draft.followUp.userId ?? ''}
            emptyLabel={t('notes.nobody')}
            options={holders}
            error={errorOf('followUp.userId')}
            onChange={(value) =>
              change({
                followUp: draft.followUp && { ...draft.followUp, userId: value === '' ? null : value },
              })
            }
          />
        )}
        <p className="hint">{t('notes.followUpHint')}</p>
      </div>
    </AskDialog>
  );
}

/** People of a note of a contract are those who see the contract, wherever its form was opened. */
const noteSubject = (subject: NoteSubject, note: Note | null): NoteSubject =>
  note?.contract ? { ...subject, contract: note.contract } : subject;

const draftOf = (note: Note | null): NoteDraft => ({
  text: note?.text ?? '',
  visibility: note?.visibility ?? 'group',
  mentionIds: note?.mentions.map(({ id }) => id) ?? [],
  followUp: note?.followUp ? { day: note.followUp.day, userId: note.followUp.user?.id ?? null } : null,
});

/** What becomes one's own mentions nobody and comes back to oneself. */
function withVisibility(draft: NoteDraft, visibility: NoteDraft['visibility'], me: string): NoteDraft {
  if (visibility === 'group') return { ...draft, visibility };
  return {
    ...draft,
    visibility,
    mentionIds: [],
    followUp: draft.followUp && { ...draft.followUp, userId: me },
  };
}
