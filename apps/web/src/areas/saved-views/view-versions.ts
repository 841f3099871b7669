import { putSavedView, type SavedView } from '@depotwerk/api/saved-views';
import { t } from '../../texts/texts.ts';
import { useVersionChoice } from '../forms/use-version-choice.tsx';
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

/** What of the list a view shows, in a line. */
const shownText = ({ columns, filters: { groupBy, ...filters }, sort }: ViewContent): string =>
  [
    columns === null ? t('savedViews.usualColumns') : t('savedViews.columnCount', { count: columns.length }),
    t('savedViews.filterCount', { count: Object.keys(filters).length }),
    t(sort === null ? 'savedViews.usualOrder' : 'savedViews.ownOrder'),
    ...(groupBy === undefined ? [] : [t('savedViews.grouped')]),
  ].join(' · ');

interface Options {
  /** Of a group that the stored version does not name. */
  readonly nameOfGroup: (id: string) => string | null | undefined;
  readonly onResolved: (stored: SavedView, chosen: ViewDraft) => void;
}

/** The choice between a view as it is stored now and what somebody was about to save. */
export const useViewVersions = ({ nameOfGroup, onResolved }: Options) =>
  useVersionChoice<SavedView, ViewDraft>({
    parse: (current) => putSavedView.answer.safeParse(current).data,
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
      { path: 'shown', label: t('savedViews.content'), text: (draft) => shownText(draft.shown) },
    ],
    onResolved,
  });
