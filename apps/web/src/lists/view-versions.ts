import { putSavedView, type SavedView } from '@depotwerk/api/saved-views/saved-views';
import { useVersionChoice } from '../forms/use-version-choice.tsx';
import { parseKnown } from '../platform/without-unknown.ts';
import { t } from '../texts/texts.ts';
import type { ChoosableColumn } from './columns-dialog.tsx';
import type { ViewContent } from './view-address.ts';

/** What changes of a view; what its list shows goes along, as one. */
export type ViewDraft = Pick<SavedView, 'savedViewName' | 'density' | 'groupId'> & {
  readonly shown: ViewContent;
};
export const shownOf = ({ columns, widths = {}, filters, sort }: ViewContent): ViewContent => ({
  columns,
  widths,
  filters,
  sort,
});
export const draftOfView = (view: SavedView): ViewDraft => ({
  savedViewName: view.savedViewName,
  density: view.density,
  groupId: view.groupId,
  shown: shownOf(view),
});

/** Columns of a view: by name where their names are known, so that two views of as many columns are told apart. */
function columnsText(chosen: readonly string[] | null, columns: readonly ChoosableColumn[]): string {
  if (chosen === null) return t('savedViews.usualColumns');
  const count = t('savedViews.columnCount', { count: chosen.length });
  const names = chosen.flatMap((key) => columns.find((column) => column.key === key)?.header ?? []);
  return names.length === 0 ? count : `${count}: ${names.join(', ')}`;
}

/** Filters of a view as its list says them; those it has no words for are left out. */
export type FilterWords = (filters: ViewContent['filters']) => readonly string[];

/** A word and, where it is known, what it is about. */
const about = (text: string, names: readonly string[]) =>
  names.length === 0 ? text : `${text}: ${names.join(', ')}`;

/** Column and direction of an order: two versions may differ in the direction alone. */
function orderWords(sort: string, headerOf: (key: string) => readonly string[]): readonly string[] {
  const isDescending = sort.startsWith('-');
  const direction = t(isDescending ? 'savedViews.descending' : 'savedViews.ascending');
  return [...headerOf(isDescending ? sort.slice(1) : sort), direction];
}

/** What of the list a view shows, in a line. */
export function shownText(
  { columns, filters: { groupBy, ...filters }, sort }: ViewContent,
  known: readonly ChoosableColumn[],
  wordsOf: FilterWords = () => [],
): string {
  const headerOf = (key: string) => known.flatMap((column) => (column.key === key ? column.header : []));
  return [
    columnsText(columns, known),
    about(t('savedViews.filterCount', { count: Object.keys(filters).length }), wordsOf(filters)),
    sort === null ? t('savedViews.usualOrder') : about(t('savedViews.ownOrder'), orderWords(sort, headerOf)),
    ...(groupBy === undefined ? [] : [about(t('savedViews.grouped'), headerOf(groupBy))]),
  ].join(' · ');
}

interface Options {
  /** Columns of the list, where they are known. */
  readonly columns?: readonly ChoosableColumn[] | undefined;
  readonly filterWords?: FilterWords | undefined;
  /** Of a group that the stored version does not name. */
  readonly nameOfGroup: (id: string) => string | null | undefined;
  readonly onResolved: (stored: SavedView, chosen: ViewDraft) => void;
}

/** The choice between a view as it is stored now and what somebody was about to save. */
export const useViewVersions = ({ columns = [], filterWords, nameOfGroup, onResolved }: Options) =>
  useVersionChoice<SavedView, ViewDraft>({
    parse: (current) => parseKnown(putSavedView.answer, current).data,
    draftOf: draftOfView,
    fields: (_mine, _theirs, stored) => [
      { path: 'savedViewName', label: t('savedViews.name'), text: (draft) => draft.savedViewName },
      {
        path: 'density',
        label: t('savedViews.density'),
        text: (draft) =>
          draft.density === null ? t('savedViews.usualDensity') : t(`settings.display.${draft.density}`),
      },
      {
        path: 'groupId',
        label: t('savedViews.group'),
        text: ({ groupId }) => {
          if (groupId === null) return t('savedViews.nobody');
          return (groupId === stored.groupId ? stored.groupName : nameOfGroup(groupId)) ?? '–';
        },
      },
      {
        path: 'shown',
        label: t('savedViews.content'),
        text: (draft) => shownText(draft.shown, columns, filterWords),
      },
    ],
    onResolved,
  });
