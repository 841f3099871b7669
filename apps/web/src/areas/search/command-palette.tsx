import { listOpenedLast } from '@depotwerk/api/search/search';
import { showsNothing } from '@depotwerk/domain/shown-text';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import {
  entryOf,
  favouriteEntries,
  lastEntries,
  matching,
  ownEntries,
  type PaletteEntry,
} from './palette-entries.ts';
import { optionIdOf, PaletteList, type PaletteSection } from './palette-list.tsx';
import { FavouriteButton } from './public/favourite-button.tsx';
import { useFavourites } from './public/shortcuts.ts';
import { searchFor } from './search-query.ts';

/** Commands answer at once; the server is asked when the typing pauses. */
const pauseMs = 80;
const shortest = 2;
/** Letters the search takes. */
const longest = 100;
/** Letters as the server counts them: a smiley is one, what shows nothing is none. */
const isEnough = (words: string) => [...words].length >= shortest && !showsNothing(words);

/** Favourites and what was opened last, asked for each time the search is opened: rights and names are those of now, none is kept. */
function useOpenedLast() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const opened = useQuery({
    queryKey: ['openedLast'],
    queryFn: ({ signal }) => callApi(listOpenedLast, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const favourites = useFavourites(true);
  const marked = useMemo(
    () => favouriteEntries(favourites.data ?? [], pathname),
    [favourites.data, pathname],
  );
  const entries = useMemo(
    () => lastEntries(opened.data ?? [], pathname).filter(({ id }) => !marked.some((one) => one.id === id)),
    [opened.data, pathname, marked],
  );
  const isAwaited = [opened, favourites].some((query) => query.isLoading && query.failureCount === 0);
  return { marked, entries, isAwaited };
}

/**
 * One search over pages, commands and everything the user may see; before anything is typed, her favourites and what she opened
 * last. Arrows choose, Enter opens, the button below makes the chosen one a favourite. It begins with what was typed while its
 * code was on its way.
 */
export function CommandPalette({ begunWith, onClose }: { begunWith: string; onClose: () => void }) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => begunWith.slice(0, longest));
  const [chosen, setChosen] = useState<string | null>(null);
  const words = useSettled(text.trim(), pauseMs);
  const isAsked = isEnough(words);
  const queryClient = useQueryClient();
  const found = useQuery({ ...searchFor(words), enabled: isAsked, placeholderData: keepPreviousData });
  const own = useMemo(() => ownEntries(user), [user]);
  const ownCount = matching(own, text).length;
  const isWaiting = isEnough(text.trim()) && (words !== text.trim() || found.isFetching);
  const last = useOpenedLast();
  const isEmpty = text.trim() === '';
  const sections: PaletteSection[] =
    isEmpty && last.marked.length + last.entries.length > 0
      ? [
          { title: t('favourites.title'), entries: last.marked },
          { title: t('palette.openedLast'), entries: last.entries },
          { title: t('palette.pages'), entries: own },
        ].filter((section) => section.entries.length > 0)
      : [
          {
            title: null,
            entries: [...matching(own, text), ...(isAsked ? (found.data ?? []) : []).map(entryOf)],
          },
        ];
  const entries = sections.flatMap((section) => section.entries);
  // The first one that leads elsewhere, unless one was chosen; none while those that come first are awaited: Enter must not open what they push down.
  const place = entries.findIndex(({ id }) => id === chosen);
  const first = Math.max(
    0,
    entries.findIndex((entry) => entry.isHere !== true),
  );
  const current = place < 0 && entries.length > 0 && !(isEmpty && last.isAwaited) ? first : place;
  const marked = entries[current]?.favourable ?? null;
  const choose = (index: number) => setChosen(entries[index]?.id ?? null);

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
      choose((Math.max(current, step === 1 ? -1 : 0) + step + entries.length) % entries.length);
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
          {...(current >= 0 && { 'aria-activedescendant': optionIdOf(listId, current) })}
          autoComplete="off"
          spellCheck={false}
          maxLength={longest}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.error && isAsked ? <Banner tone="bad">{errorMessageOf(found.error)}</Banner> : null}
      <PaletteList
        id={listId}
        sections={sections}
        current={current}
        onChoose={choose}
        onOpen={open}
        onKeyDown={onKeyDown}
      />
      {marked ? (
        <div className="row">
          <FavouriteButton key={marked.id} of={marked} name={entries[current]?.title ?? ''} isNamed />
        </div>
      ) : null}
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
