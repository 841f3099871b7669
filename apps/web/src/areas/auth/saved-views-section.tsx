import { type SavedView, type ViewScreen, viewScreen } from '@depotwerk/api/saved-views/saved-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteViewDialog, deleteView, switchDefault } from '../../lists/view-actions.tsx';
import { addressOf } from '../../lists/view-address.ts';
import { allSavedViewsQuery } from '../../lists/view-queries.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { stringifySearch } from '../../platform/search-params.ts';
import { type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useCaughtFocus } from '../../ui/catch-focus.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** Where each list stands and what it is called in the navigation; `of` is what its page asks for besides. */
const lists: Readonly<Record<ViewScreen, { path: string; title: TextKey; of?: Record<string, string> }>> = {
  contracts: { path: '/contracts', title: 'shell.nav.contracts' },
  customers: { path: '/customers', title: 'shell.nav.customers' },
  funds: { path: '/admin/funds', title: 'admin.funds' },
  tariffs: { path: '/admin/tariffs', title: 'admin.tariffs' },
  tasks: { path: '/workbench', title: 'shell.nav.workbench' },
  insurers: { path: '/admin/insurers', title: 'admin.insurers' },
  issuers: { path: '/admin/issuers', title: 'admin.issuers' },
  costModels: { path: '/admin/cost-models', title: 'admin.costModels' },
  peergroups: { path: '/admin/peergroups', title: 'admin.peergroups' },
  fundCategories: { path: '/admin/fund-categories', title: 'admin.fundCategories' },
  tags: { path: '/admin/tags', title: 'admin.tags' },
  users: { path: '/user-management/users', title: 'userManagement.users' },
  documents: { path: '/documents', title: 'shell.nav.documents' },
  orders: { path: '/orders', title: 'shell.nav.orders' },
  approvals: { path: '/orders', title: 'orderBook.approvals', of: { view: 'approvals' } },
  jobs: { path: '/admin/jobs', title: 'admin.jobs' },
  audit: { path: '/audit', title: 'shell.nav.audit' },
  groups: { path: '/user-management/groups', title: 'userManagement.groups' },
  roles: { path: '/user-management/roles', title: 'userManagement.roles' },
  components: { path: '/admin/tariff-components', title: 'admin.tariffComponents' },
  continuousPlans: { path: '/continuous-optimization', title: 'shell.nav.continuous' },
  traderDepots: { path: '/trader-depots', title: 'shell.nav.traderDepots' },
  fundsWithIssue: { path: '/admin/data-quality', title: 'admin.dataQuality' },
};

const pathOf = (view: SavedView): string => {
  const { path, of } = lists[view.screenKey];
  return path + stringifySearch({ ...of, ...addressOf(view) });
};

/** Views of all lists together: opens one, has its list open with it, and deletes what nobody needs any more. */
export function SavedViewsSection() {
  const client = useQueryClient();
  const views = useQuery(allSavedViewsQuery);
  const [asked, setAsked] = useState<SavedView | null>(null);
  const again = () => client.invalidateQueries({ queryKey: allSavedViewsQuery.queryKey });
  const change = useMutation({ mutationFn: switchDefault, onError: showApiError, onSettled: again });
  const remove = useMutation({
    mutationFn: (view: SavedView) => deleteView(view, client),
    onSuccess: () => setAsked(null),
    onError: showApiError,
    onSettled: again,
  });
  const { data } = views;
  if (!data) return views.error ? <QueryError query={views} /> : <Skeleton lines={6} />;
  if (data.length === 0)
    return (
      <Card title={t('settings.section.saved-views')}>
        <EmptyState title={t('savedViews.none')}>{t('savedViews.howTo')}</EmptyState>
      </Card>
    );
  return (
    <>
      {viewScreen.options.map((screenKey) => {
        const ofList = data.filter((view) => view.screenKey === screenKey);
        if (ofList.length === 0) return null;
        return (
          <Card key={screenKey} title={t(lists[screenKey].title)}>
            {ofList.map((view) => (
              <ViewLine
                key={view.id}
                view={view}
                isBusy={change.isPending && change.variables.id === view.id}
                onDefault={() => change.mutate(view)}
                onDelete={() => setAsked(view)}
              />
            ))}
          </Card>
        );
      })}
      {asked ? (
        <DeleteViewDialog
          view={asked}
          isBusy={remove.isPending}
          onSubmit={() => remove.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

interface ViewLineProps {
  view: SavedView;
  isBusy: boolean;
  onDefault: () => void;
  onDelete: () => void;
}

function ViewLine({ view, isBusy, onDefault, onDelete }: ViewLineProps) {
  const { savedViewName, isOwn, isDefault, isShared, groupName, ownerName } = view;
  const of = (words: string) => `${words}: ${savedViewName}`;
  const byDefault = t(isDefault ? 'savedViews.entries.noDefault' : 'savedViews.entries.default');
  return (
    <div ref={useCaughtFocus<HTMLDivElement>()} className="settings__line">
      <div>
        <div className="row">
          <Link to={pathOf(view)}>{savedViewName}</Link>
          {isDefault ? <ColourLabel tone="brand">{t('savedViews.isDefault')}</ColourLabel> : null}
        </div>
        {isOwn && !isShared ? null : (
          <div className="hint">
            {[
              ...(isOwn ? [] : [ownerName]),
              ...(isShared && groupName !== null ? [t('savedViews.sharedWith', { group: groupName })] : []),
            ].join(' · ')}
          </div>
        )}
      </div>
      <Button size="small" isBusy={isBusy} aria-label={of(byDefault)} onClick={onDefault}>
        {byDefault}
      </Button>
      {(view.mayDelete ?? isOwn) ? (
        <Button size="small" kind="danger" aria-label={of(t('common.delete'))} onClick={onDelete}>
          {t('common.delete')}
        </Button>
      ) : null}
    </div>
  );
}
