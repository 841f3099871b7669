import { putSavedView, type SavedView, type ViewScreen } from '@depotwerk/api/saved-views/saved-views';
import {
  IconBookmark,
  IconCheck,
  IconColumns3,
  IconDeviceFloppy,
  IconEdit,
  IconHome,
  IconList,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { isSameValue } from '../forms/compare-drafts.ts';
import { callApi } from '../platform/api-client.ts';
import { overrideDensity } from '../platform/density.ts';
import { showApiError } from '../platform/error-texts.ts';
import { useMayChange } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import { type ChoosableColumn, ColumnsDialog } from './columns-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { DeleteViewDialog, deleteView, switchDefault } from './view-actions.tsx';
import { addressOf, contentOf, isSameContent } from './view-address.ts';
import { savedViewsQuery } from './view-queries.ts';
import { draftOfView, type FilterWords, shownOf, useViewVersions, type ViewDraft } from './view-versions.ts';

export interface SavedViewsProps {
  screenKey: ViewScreen;
  /** The list's address as its page has read it. */
  address: {
    viewId?: string | undefined;
    columns?: string | undefined;
    groupBy?: string | undefined;
  };
  /** What of the address is no part of a view and stays when one is shown. */
  kept?: object;
  /** Columns one chooses from here; lists with a button of their own for that leave it out. */
  columns?: readonly ChoosableColumn[];
  /** Columns shown when the address names none; without it all. */
  usual?: readonly string[];
  /** Says the filters of a view, where two versions of it are chosen between. */
  filterWords?: FilterWords;
}

type Asked = 'new' | 'edit' | 'delete' | 'columns';

/** The views of a list: shows one, keeps what is shown as one, changes, shares and deletes own ones. */
export function SavedViews({ screenKey, address, kept, columns, usual, filterWords }: SavedViewsProps) {
  const { data: views } = useQuery(savedViewsQuery(screenKey));
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayAct = useMayChange();
  const [isBusy, setBusy] = useState(false);
  const goTo = useGoTo(kept);
  const active = views?.find(({ id }) => id === address.viewId);
  useViewOfStart(views, address, goTo);
  useDensityOf(active);

  const content = contentOf(address);
  const isChanged = active !== undefined && !isSameContent(active, content);
  const begun = useBegunWith(active, isChanged);
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      setAsked(null);
    } catch (error) {
      showApiError(error);
    }
    await client.invalidateQueries({ queryKey: ['saved-views'] });
    setBusy(false);
  };
  const versions = useViewVersions({
    columns,
    filterWords,
    nameOfGroup: () => active?.groupName,
    // What was chosen is saved at once: there is no form that could wait for it.
    onResolved: (stored, chosen) =>
      void (isSameValue(chosen, draftOfView(stored)) ? goTo(addressOf(stored)) : save(stored, chosen)),
  });
  const save = (view: SavedView, draft: ViewDraft) =>
    change(async () => {
      const { shown, ...named } = draft;
      try {
        const saved = await callApi(
          putSavedView,
          { params: { id: view.id }, body: { ...shown, ...named } },
          { ifMatch: `"${view.rowVersion}"` },
        );
        showToast(t('savedViews.saved', { name: saved.savedViewName }));
        // Part of what was chosen may be what somebody else shows.
        if (!isSameContent(saved, content)) goTo(addressOf(saved));
      } catch (error) {
        if (!versions.ask(error, draftOfView(view), draft)) throw error;
      }
    });
  const setDefault = (view: SavedView) => change(() => switchDefault(view));
  const remove = (view: SavedView) =>
    change(async () => {
      await deleteView(view, client);
      goTo({ ...address, viewId: undefined });
    });

  const entries = [
    ...(views ?? []).map(
      (view): MenuEntry => ({
        key: view.id,
        label: labelOf(view),
        icon:
          view.id === active?.id ? (
            <IconCheck size={18} aria-hidden="true" />
          ) : (
            <IconBookmark size={18} aria-hidden="true" />
          ),
        onSelect: () => goTo(addressOf(view)),
      }),
    ),
    ...(active ? [entry('none', () => goTo({}), <IconList size={18} aria-hidden="true" />)] : []),
    ...(columns
      ? [entry('columns', () => setAsked('columns'), <IconColumns3 size={18} aria-hidden="true" />)]
      : []),
    ...(mayAct && active?.isOwn && isChanged
      ? [
          entry(
            'save',
            () => void (begun && save(begun, { ...draftOfView(begun), shown: shownOf(content) })),
            <IconDeviceFloppy size={18} aria-hidden="true" />,
          ),
        ]
      : []),
    ...(mayAct ? [entry('new', () => setAsked('new'), <IconPlus size={18} aria-hidden="true" />)] : []),
    ...(mayAct && active
      ? [
          entry(
            active.isDefault ? 'noDefault' : 'default',
            () => void setDefault(active),
            <IconHome size={18} aria-hidden="true" />,
          ),
        ]
      : []),
    ...(mayAct && active?.isOwn
      ? [entry('edit', () => setAsked('edit'), <IconEdit size={18} aria-hidden="true" />)]
      : []),
    ...(mayAct && (active?.mayDelete ?? active?.isOwn)
      ? [
          {
            ...entry('delete', () => setAsked('delete'), <IconTrash size={18} aria-hidden="true" />),
            isDanger: true,
          },
        ]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <>
      {versions.choice}
      <Menu
        align="start"
        entries={entries}
        trigger={
          <Button kind="quiet" isBusy={isBusy} icon={<IconBookmark size={18} aria-hidden="true" />}>
            {active === undefined ? (
              t('savedViews.title')
            ) : (
              <span className="saved-views__name">
                {t(isChanged ? 'savedViews.shownChanged' : 'savedViews.shown', {
                  name: active.savedViewName,
                })}
              </span>
            )}
          </Button>
        }
      />
      {asked === 'new' || (asked === 'edit' && active) ? (
        <SaveViewDialog
          screenKey={screenKey}
          columns={columns}
          filterWords={filterWords}
          content={content}
          view={asked === 'edit' ? begun : undefined}
          onSaved={(view) => {
            setAsked(null);
            goTo(addressOf(view));
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'columns' && columns ? (
        <ColumnsDialog
          columns={columns}
          {...(usual && { usual })}
          chosen={address.columns}
          groupBy={address.groupBy}
          onChoose={(chosen) => {
            setAsked(null);
            goTo({ ...address, ...chosen });
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'delete' && active ? (
        <DeleteViewDialog
          view={active}
          isBusy={isBusy}
          onSubmit={() => void remove(active)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

function entry(
  key: 'none' | 'columns' | 'save' | 'new' | 'default' | 'noDefault' | 'edit' | 'delete',
  onSelect: () => void,
  icon: ReactNode,
): MenuEntry {
  return { key, label: t(`savedViews.entries.${key}`), icon, onSelect };
}

/** Its name, and where it comes from or that the list opens with it. */
function labelOf({ savedViewName, isOwn, isShared, isDefault, ownerName, groupName }: SavedView): string {
  const more = [
    ...(isOwn ? [] : [ownerName]),
    ...(isShared && isOwn && groupName !== null ? [t('savedViews.sharedWith', { group: groupName })] : []),
    ...(isDefault ? [t('savedViews.isDefault')] : []),
  ];
  return more.length === 0 ? savedViewName : `${savedViewName} (${more.join(', ')})`;
}

/** The version of a view that what is shown goes on from, whatever was heard of others since: what they saved is not replaced unseen. */
function useBegunWith(active: SavedView | undefined, isChanged: boolean): SavedView | undefined {
  const [begun, setBegun] = useState(active);
  if (begun !== active && (!isChanged || begun?.id !== active?.id)) setBegun(active);
  return begun;
}

/** Goes to an address of the list on screen. */
function useGoTo(kept?: object) {
  const navigate = useNavigate();
  const always = useRef(kept);
  useEffect(() => {
    always.current = kept;
  });
  return useCallback(
    (search: object, replace = false) =>
      // A view's members are read by whatever list is on screen, as those of an old link.
      void navigate({
        to: '.',
        search: { ...always.current, ...search } as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
}

/** A list that was opened without any wish shows the view its reader chose for that; later emptied filters stay empty. */
function useViewOfStart(
  views: readonly SavedView[] | undefined,
  address: object,
  goTo: (search: object, replace: boolean) => void,
): void {
  const isPlain = Object.values(address).every((value) => value === undefined);
  const isWaiting = useRef(isPlain);
  useEffect(() => {
    if (!isPlain) isWaiting.current = false;
    if (!isWaiting.current || views === undefined) return;
    isWaiting.current = false;
    const first = views.find(({ isDefault }) => isDefault);
    if (first) goTo(addressOf(first), true);
  }, [views, isPlain, goTo]);
}

/** As long as a view is shown, rows stand as close as it says. */
function useDensityOf(view: SavedView | undefined): void {
  const density = view?.density ?? null;
  useEffect(() => {
    overrideDensity(density);
    return () => overrideDensity(null);
  }, [density]);
}
