import { searchEverything } from '@depotwerk/api/search';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { entryOf, matching, ownEntries, type PaletteEntry } from './palette-entries.ts';
import './palette.css';

/** Commands answer at once; the server is asked when the typing pauses. */
const pauseMs = 80;
const shortest = 2;

const searchFor = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) => callApi(searchEverything, { query: { query: words } }, { signal }),
    staleTime: 10_000,
  });

/** One search over pages, commands and everything the user may see. Arrows choose, Enter opens. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const words = useSettled(text.trim(), pauseMs);
  const isAsked = words.length >= shortest;
  const queryClient = useQueryClient();
  const found = useQuery({ ...searchFor(words), enabled: isAsked, placeholderData: keepPreviousData });
  const own = useMemo(() => ownEntries(user), [user]);
  const ownCount = matching(own, text).length;
  const isWaiting = text.trim().length >= shortest && (words !== text.trim() || found.isFetching);
  const entries: PaletteEntry[] = useMemo(
    () => [...matching(own, text), ...(isAsked ? (found.data ?? []) : []).map(entryOf)],
    [own, text, isAsked, found.data],
  );
  const current = Math.min(chosen, entries.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run((path) => void navigate({ to: path }));
  };
  // Enter before the answer opens what the answer brings, never what an earlier text had found.
  const openAnswer = async () => {
    const typed = text.trim();
    const answer = await queryClient.fetchQuery(searchFor(typed)).catch(() => []);
    if (input.current?.value.trim() === typed) open(answer.map(entryOf)[0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      // Below 0: nothing stands there yet.
      if (isWaiting && (current < 0 || current >= ownCount)) void openAnswer();
      else open(entries[current]);
    }
  };
  return (
    <Dialog title={t('palette.title')} onClose={onClose} initialFocus={input}>
      <div className="ui-control ui-control--lead">
        <span className="ui-control__lead">
          <IconSearch size={18} aria-hidden="true" />
        </span>
        <input
          ref={input}
          className="ui-input"
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(current >= 0 && { 'aria-activedescendant': optionId(current) })}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.error && isAsked ? <Banner tone="bad">{errorMessageOf(found.error)}</Banner> : null}
      <div id={listId} role="listbox" aria-label={t('palette.results')} className="palette__list">
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className="palette__entry"
            onClick={() => open(entry)}
            onKeyDown={onKeyDown}
            onPointerMove={() => setChosen(index)}
          >
            <span className="palette__title">{entry.title}</span>
            <span className="hint">{entry.subtitle}</span>
            <span className="palette__group">{entry.group}</span>
          </div>
        ))}
      </div>
      <p role="status" className="hint">
        {isWaiting
          ? t('palette.searching')
          : entries.length === 0
            ? t('common.noResults', { searchText: text.trim() })
            : t('palette.count', { count: entries.length })}
      </p>
    </Dialog>
  );
}
