import {
  createSavedView,
  putSavedView,
  type SavedView,
  type ViewScreen,
} from '@depotwerk/api/saved-views/saved-views';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../forms/ask-dialog.tsx';
import { callApi } from '../platform/api-client.ts';
import { AttemptKeys } from '../platform/attempt-keys.ts';
import { mayChange, useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import type { ChoosableColumn } from './columns-dialog.tsx';
import { filterChoicesQuery } from './filter-choices.ts';
import type { ViewContent } from './view-address.ts';
import { draftOfView, type FilterWords, shownOf, useViewVersions } from './view-versions.ts';

interface Props {
  screenKey: ViewScreen;
  /** Columns of the list, where they are known. */
  columns?: readonly ChoosableColumn[] | undefined;
  filterWords: FilterWords | undefined;
  /** What the list shows now. */
  content: ViewContent;
  /** The view whose name, density or sharing is changed; absent = a new one. */
  view: SavedView | undefined;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

const densities = ['comfortable', 'compact'] as const;

/** Name of a view, how close its rows stand, and with whom it is shared. */
export function SaveViewDialog({
  screenKey,
  columns,
  filterWords,
  content,
  view: opened,
  onSaved,
  onClose,
}: Props) {
  const [shown, setShown] = useState(() => shownOf(content));
  const [view, setView] = useState(opened);
  const client = useQueryClient();
  const mayShare = useSession((state) => mayChange(state.user, 'savedViews.share'));
  const choices = useQuery({ ...filterChoicesQuery(), enabled: mayShare });
  const [savedViewName, setName] = useState(view?.savedViewName ?? '');
  const [density, setDensity] = useState(view?.density ?? null);
  const [groupId, setGroupId] = useState(view?.groupId ?? null);
  const { isBusy, failure, act } = useAction();
  const [keys] = useState(() => new AttemptKeys());
  const groups = choices.data?.groups ?? [];
  const versions = useViewVersions({
    columns,
    filterWords,
    nameOfGroup: (id) => groups.find((group) => group.id === id)?.groupName ?? view?.groupName,
    onResolved: (stored, chosen) => {
      setView(stored);
      setName(chosen.savedViewName);
      setDensity(chosen.density);
      setGroupId(chosen.groupId);
      setShown(chosen.shown);
    },
  });
  const save = () =>
    act(async () => {
      const mine = { savedViewName, density, groupId };
      const body = { ...shown, ...mine };
      // Sent once more after a lost answer it stays one view; another name is another.
      const idempotencyKey = keys.keyFor(body);
      let saved: SavedView;
      try {
        saved =
          view === undefined
            ? await callApi(createSavedView, { body: { screenKey, ...body } }, { idempotencyKey })
            : await callApi(
                putSavedView,
                { params: { id: view.id }, body },
                { ifMatch: `"${view.rowVersion}"` },
              );
      } catch (error) {
        if (view !== undefined && versions.ask(error, draftOfView(view), { ...mine, shown })) return;
        throw error;
      }
      await client.invalidateQueries({ queryKey: ['saved-views'] });
      showToast(t('savedViews.saved', { name: saved.savedViewName }));
      onSaved(saved);
    });
  if (versions.choice !== null) return versions.choice;
  return (
    <AskDialog
      size="small"
      title={t(view === undefined ? 'savedViews.newTitle' : 'savedViews.editTitle')}
      submit={t('common.save')}
      isBusy={isBusy}
      isDisabled={savedViewName.trim() === ''}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p className="hint">{t('savedViews.hint')}</p>
      <TextField
        label={t('savedViews.name')}
        isRequired
        maxLength={100}
        value={savedViewName}
        onChange={setName}
      />
      {screenKey === 'tasks' ? null : (
        <SelectField
          label={t('savedViews.density')}
          value={density ?? ''}
          emptyLabel={t('savedViews.usualDensity')}
          options={densities.map((value) => ({ value, label: t(`settings.display.${value}`) }))}
          onChange={(chosen) => setDensity(chosen === '' ? null : chosen)}
        />
      )}
      {mayShare ? (
        <SelectField
          label={t('savedViews.group')}
          hint={t('savedViews.groupHint')}
          value={groupId ?? ''}
          emptyLabel={t('savedViews.nobody')}
          lookup={choices}
          options={groups.map(({ id, groupName, level }) => ({
            value: id,
            // A native list cannot indent by style; a wide blank a level stands for it.
            label: '\u2003'.repeat(level) + groupName,
          }))}
          onChange={(chosen) => setGroupId(chosen === '' ? null : chosen)}
        />
      ) : null}
    </AskDialog>
  );
}
