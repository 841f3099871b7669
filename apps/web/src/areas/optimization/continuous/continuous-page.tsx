import { type ContinuousPlan, mostDecisions } from '@depotwerk/api/optimization/continuous-optimization';
import {
  continuousPlanStateNames,
  continuousPlanStates,
  isPlanOpen,
} from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { SavedViewsButton } from '../../../lists/saved-views-button.tsx';
import { showApiError } from '../../../platform/error-texts.ts';
import { type SearchChange, toChangedSearch, viewParams } from '../../../platform/search-params.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback.tsx';
import { toWithoutFilters } from '../../../ui/kept-looks.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { usePagedRows } from '../../../ui/paged-rows.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useChosenColumns } from '../../../ui/use-chosen-columns.ts';
import { HandOverManyDialog } from '../public/hand-over-many-dialog.tsx';
import { ReleaseManyDialog } from '../public/release-many-dialog.tsx';
import { ContinuousBar, type PlansAction } from './continuous-bar.tsx';
import { continuousCard, continuousColumns } from './continuous-columns.tsx';
import { type Decision, loadPlanPage } from './continuous-queries.ts';
import { type ContinuousSearch, validateContinuousSearch } from './continuous-search.ts';
import { isOutdated } from './continuous-words.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import './continuous.css';

/** `/continuous-optimization`: what the tariffs' calendars found, and the plans that wait for somebody to release them. */
export function ContinuousPage() {
  const raw = useSearch({ from: '/shell/continuous-optimization' });
  const { state, search } = raw;
  const filter = useMemo(() => validateContinuousSearch({ state, search }), [state, search]);
  const looks = viewParams({ ...raw });
  const viewed = { state: filter.state, ...looks };
  const navigate = useNavigate({ from: '/continuous-optimization' });
  const user = useSession((session) => session.user);
  const all = useMemo(() => continuousColumns(), []);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ContinuousPlan>>(new Map());
  const [decision, setDecision] = useState<Decision | null>(null);
  const rows = usePagedRows<ContinuousPlan>(['continuous-optimization', filter], (page, size, signal) =>
    loadPlanPage(filter, page, size, signal),
  );
  const mayRelease = mayChange(user, 'optimization.execute');
  const mayRefuse = mayChange(user, 'optimization.plan');
  const mayHandOver = mayRefuse && mayChange(user, 'contracts.bulk');
  const [isHandOver, setHandOver] = useState(false);
  const mayReleaseAll = mayRelease && mayChange(user, 'contracts.bulk');
  const [isReleaseAll, setReleaseAll] = useState(false);
  const mayDecide = mayRelease || mayRefuse;
  const setFilter = (change: SearchChange<ContinuousSearch>) =>
    void navigate(toChangedSearch<ContinuousSearch>(change));
  const { columns, onResize } = useChosenColumns(looks.columns, all, (names) =>
    setFilter({ columns: names }),
  );
  const reset = () => void navigate(toWithoutFilters(looks));
  const toggle = (plan: ContinuousPlan) =>
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(plan.id) && isPlanOpen(plan) && after.size < mostDecisions) after.set(plan.id, plan);
      return after;
    });
  const unchoose = (ids: readonly string[]) =>
    setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  const chooseAll = () =>
    void loadPlanPage({ ...filter, state: 'waiting' }, 1, mostDecisions, new AbortController().signal)
      .then((page) => setChosen(new Map(page.rows.map((plan) => [plan.id, plan]))))
      .catch(showApiError);
  const plans = [...chosen.values()];
  const outdated = plans.filter(isOutdated);
  const isFiltered = filter.search !== undefined;
  const isWaiting = filter.state === undefined;
  // Over the rest is decided already, or there is nothing to decide.
  const canChoose = mayDecide && (isWaiting || filter.state === 'released');
  const isNothing = plans.length === 0;
  const choosingAll: PlansAction | null = isWaiting
    ? {
        key: 'all',
        label:
          (rows.total ?? 0) > mostDecisions
            ? t('continuous.chooseAllMost', { number: formatNumber(mostDecisions) })
            : t('continuous.chooseAll'),
        onSelect: chooseAll,
      }
    : null;
  const others: readonly (PlansAction | false)[] = [
    mayRefuse && {
      key: 'refuse',
      label: t('continuous.refuse'),
      isDisabled: isNothing,
      onSelect: () => setDecision('refuse'),
    },
    mayRefuse &&
      outdated.length > 0 && {
        key: 'replan',
        label: t('continuous.replanChosen', { number: formatNumber(outdated.length) }),
        onSelect: () => setDecision('replan'),
      },
    mayHandOver && {
      key: 'handOver',
      label: t('optimization.bulkHandOver.title'),
      isDisabled: isNothing,
      onSelect: () => setHandOver(true),
    },
    mayReleaseAll &&
      isWaiting &&
      isNothing && {
        key: 'releaseAll',
        label: t('continuous.releaseAll'),
        onSelect: () => setReleaseAll(true),
      },
  ];
  const main: PlansAction | null = mayRelease
    ? {
        key: 'release',
        label: t('continuous.release'),
        isDisabled: isNothing,
        onSelect: () => setDecision('release'),
      }
    : null;
  return (
    <ListPage<ContinuousPlan, never>
      title={t('continuous.title')}
      countText={(count, number) => t('continuous.count', { count, number })}
      tools={
        <>
          <p className="hint continuous__intro">{t('continuous.intro')}</p>
          <section className="continuous__filter" aria-label={t('contracts.filter')} data-no-print>
            <SearchBox
              label={t('continuous.searchLabel')}
              placeholder={t('continuous.search')}
              value={filter.search}
              onSearch={(text) => setFilter({ search: text })}
            />
            <SelectField
              label={t('continuous.state')}
              value={filter.state ?? 'waiting'}
              options={[
                ...continuousPlanStates.map((value) => ({
                  value,
                  label: said(continuousPlanStateNames[value]),
                })),
                { value: 'all' as const, label: t('common.all') },
              ]}
              onChange={(value) =>
                setFilter({ state: value === 'waiting' || value === '' ? undefined : value })
              }
            />
            <SavedViewsButton screenKey="continuousPlans" address={viewed} columns={all} />
          </section>
        </>
      }
      searchText={filter.search}
      isFiltered={isFiltered}
      onReset={reset}
      empty={
        isWaiting && !isFiltered ? (
          <EmptyState
            title={t('continuous.emptyWaiting')}
            action={<Button onClick={() => setFilter({ state: 'all' })}>{t('continuous.showAll')}</Button>}
          >
            {t('continuous.emptyWaitingHint')}
          </EmptyState>
        ) : undefined
      }
      loadFailed={t('continuous.loadFailed')}
      label={t('continuous.title')}
      columns={columns}
      rows={rows}
      onResize={onResize}
      onOpen={({ contractId }) =>
        void navigate({ to: '/contracts/$contractId/$tab', params: { contractId, tab: 'optimization' } })
      }
      renderCard={continuousCard}
      rowLabel={({ customerName, contractNumber }) => `${customerName}, ${contractNumber}`}
      selection={
        canChoose ? { isSelected: (id) => chosen.has(id), onToggle: toggle, isWhole: false } : undefined
      }
    >
      {canChoose && (rows.total ?? 0) > 0 ? (
        <ContinuousBar
          count={plans.length}
          chooseAll={choosingAll}
          others={others.filter((action) => action !== false)}
          main={main}
        />
      ) : null}
      {isHandOver ? (
        <HandOverManyDialog
          selection={{ contractIds: plans.map(({ contractId }) => contractId) }}
          onClose={() => setHandOver(false)}
          onDone={() => setHandOver(false)}
        />
      ) : null}
      {isReleaseAll ? (
        <ReleaseManyDialog
          selection={{ waiting: filter.search === undefined ? {} : { search: filter.search } }}
          onClose={() => setReleaseAll(false)}
          onDone={() => setReleaseAll(false)}
        />
      ) : null}
      {decision ? (
        <DecideDialog
          decision={decision}
          plans={decision === 'replan' ? outdated : plans}
          onDone={unchoose}
          onClose={(left) => {
            unchoose(left);
            setDecision(null);
          }}
        />
      ) : null}
    </ListPage>
  );
}
