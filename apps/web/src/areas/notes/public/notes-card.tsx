import type { Note } from '@depotwerk/api/notes/notes';
import { IconNote, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayChange } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { NoteDialog } from '../note-dialog.tsx';
import { NoteLine } from '../note-line.tsx';
import { type NoteSubject, notesQuery } from '../note-queries.ts';
import '../notes.css';

/** What the house noted about a customer or a contract, newest first, and the way to write more. */
export function NotesCard({ subject }: { subject: NoteSubject }) {
  const list = useInfiniteQuery(notesQuery(subject));
  const [open, setOpen] = useState<Note | 'new' | null>(null);
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? [];
  const mayAct = useMayChange();
  const mayWrite = mayAct && list.data?.pages[0]?.mayWrite === true;
  const write = (
    <Button
      size="small"
      kind="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setOpen('new')}
    >
      {t('notes.write')}
    </Button>
  );
  return (
    <Card title={t('notes.title')} isFlush actions={mayWrite ? write : undefined}>
      {list.isError && !list.data ? (
        <div className="notes__pad">
          <QueryError query={list} />
        </div>
      ) : !list.data ? (
        <div className="notes__pad">
          <Skeleton lines={4} />
        </div>
      ) : notes.length === 0 ? (
        <EmptyState icon={<IconNote size={32} aria-hidden="true" />} title={t('notes.empty')}>
          {t('notes.emptyHint')}
        </EmptyState>
      ) : (
        <ol className="notes__list" aria-label={t('notes.listLabel')}>
          {notes.map((note) => (
            <NoteLine
              key={note.id}
              note={note}
              subject={subject}
              mayWrite={mayWrite}
              onEdit={() => setOpen(note)}
            />
          ))}
        </ol>
      )}
      {list.hasNextPage ? (
        <div className="notes__pad">
          <MoreButton query={list} label={t('notes.older')} />
        </div>
      ) : null}
      {open === null ? null : (
        <NoteDialog subject={subject} note={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Card>
  );
}
