import type { DashboardConfig, DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { putDashboardConfig, resetDashboardConfig } from '@depotwerk/api/dashboard/dashboard';
import { below, rearranged } from '@depotwerk/domain/dashboard/layout';
import { maximumWidgets, widgetFacts, widgetKeys } from '@depotwerk/domain/dashboard/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isSameValue } from '../../forms/compare-drafts.ts';
import { DiscardDialog } from '../../forms/discard-dialog.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useVersionChoice } from '../../forms/use-version-choice.tsx';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { catchFocus } from '../../ui/catch-focus.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { offerTakingBack } from '../../ui/take-back.ts';
import { showToast } from '../../ui/toast.tsx';
import { type Arrangement, arrangementOf, tileFields, widgetsOf } from './arrangement-versions.ts';
import { dashboardConfigQuery } from './dashboard-queries.ts';
import { EditedTile } from './edited-tile.tsx';

/** Arranging the dashboard: by pointer, or by keyboard alone. Nothing is kept before it is saved. */
export function DashboardEditor({
  config: opened,
  onClose,
}: {
  config: DashboardConfig;
  onClose: () => void;
}) {
  // What is arranged starts from the version seen, whatever is read again meanwhile.
  const [config, setConfig] = useState(opened);
  const user = useSession((state) => state.user);
  const client = useQueryClient();
  const [widgets, setWidgets] = useState<readonly DashboardWidget[]>(config.widgets);
  const [announced, announce] = useState('');
  const before = useRef<readonly DashboardWidget[]>(config.widgets);
  const keys = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: one goes on with how a tile is arranged, above the tiles.
  const readKeys = () => keys.current?.focus({ preventScroll: true });
  useEffect(readKeys, []);
  const finish = (saved: DashboardConfig) => {
    client.setQueryData(dashboardConfigQuery.queryKey, saved);
    void client.invalidateQueries({ queryKey: ['dashboard', 'data'] });
    onClose();
    catchFocus();
  };
  const versions = useVersionChoice<DashboardConfig, Arrangement>({
    parse: (current) => parseKnown(putDashboardConfig.answer, current).data,
    draftOf: (stored) => arrangementOf(stored.widgets),
    fields: tileFields,
    onResolved: (stored, chosen) => {
      setConfig(stored);
      setWidgets(widgetsOf(chosen));
    },
  });
  /** What a refused arrangement began with: that of the role is not known to whom has one of his own. */
  const begunWith = (owner: 'personal' | 'role') =>
    owner === 'role' && config.source === 'personal' ? null : arrangementOf(config.widgets);
  const save = useMutation({
    mutationFn: (owner: 'personal' | 'role') =>
      callApi(
        putDashboardConfig,
        {
          body: {
            owner,
            ...(owner === 'role' && { roleVersion: config.roleVersion }),
            widgets: widgets.map(({ kind: _kind, requiredPermission: _permission, ...widget }) => widget),
          },
        },
        { ifMatch: `"${config.rowVersion}"` },
      ),
    onSuccess: (saved) => {
      finish(saved);
      showToast(t('dashboard.saved'));
    },
    onError: (error, owner) => {
      if (!versions.ask(error, begunWith(owner), arrangementOf(widgets))) showApiError(error);
    },
  });
  const reset = useMutation({
    mutationFn: () => callApi(resetDashboardConfig, {}),
    onSuccess: (saved) => {
      finish(saved);
      offerTakingBack(t('dashboard.wasReset'), { objectType: 'dashboard', objectId: 'own' }, () =>
        client.invalidateQueries({ queryKey: ['dashboard'] }),
      );
    },
    onError: showApiError,
  });
  const free = widgetKeys.filter((key) => hasPermission(user, widgetFacts[key].permission));
  const add = (key: string) => {
    const dataKey = widgetKeys.find((each) => each === key);
    if (dataKey === undefined) return;
    const { kind, title, w, h, permission } = widgetFacts[dataKey];
    const tile = {
      id: crypto.randomUUID(),
      kind,
      title,
      x: 0,
      y: below(widgets),
      w,
      h,
      dataKey,
      options: {},
    };
    setWidgets([...widgets, { ...tile, requiredPermission: permission }]);
    announce(t('dashboard.added', { title }));
  };
  const change = (id: string, part: Partial<DashboardWidget>) =>
    setWidgets((all) => all.map((widget) => (widget.id === id ? { ...widget, ...part } : widget)));
  const remove = ({ id: removed, title }: DashboardWidget) => {
    setWidgets(widgets.filter(({ id }) => id !== removed));
    announce(t('dashboard.removed', { title }));
  };
  const isDirty = !isSameValue(widgets, config.widgets);
  const [isAsked, setAsked] = useState(false);
  const cancel = () => {
    onClose();
    catchFocus();
  };
  const isUntitled = widgets.some(({ title }) => title.trim() === '');
  return (
    <>
      {/* On the work list the dashboard is one of two views of a page. */}
      <LeaveGuard isDirty={isDirty} leavesWith={['view']} />
      {isAsked ? <DiscardDialog onStay={() => setAsked(false)} onDiscard={cancel} /> : null}
      {versions.choice}
      <div className="dashboard__tools">
        <SelectField
          label={t('dashboard.addTile')}
          isLabelHidden
          value=""
          emptyLabel={t('dashboard.addTile')}
          isDisabled={widgets.length >= maximumWidgets}
          options={free.map((key) => ({ value: key, label: said(widgetFacts[key].title) }))}
          onChange={add}
        />
        <span className="dashboard__spacer" />
        <Button kind="quiet" onClick={isDirty ? () => setAsked(true) : cancel}>
          {t('common.cancel')}
        </Button>
        {config.source === 'personal' ? (
          <Button kind="quiet" isBusy={reset.isPending} onClick={() => reset.mutate()}>
            {t('dashboard.reset')}
          </Button>
        ) : null}
        {mayChange(user, 'dashboard.configure') ? (
          <Button isBusy={save.isPending} disabled={isUntitled} onClick={() => save.mutate('role')}>
            {t('dashboard.saveForRole', { role: user?.roleName ?? '' })}
          </Button>
        ) : null}
        <Button
          kind="primary"
          isBusy={save.isPending}
          disabled={isUntitled}
          onClick={() => save.mutate('personal')}
        >
          {t('common.save')}
        </Button>
      </div>
      <p id="dashboard-keys" ref={keys} tabIndex={-1} className="hint">
        {t('dashboard.keys')}
      </p>
      <div className="visually-hidden" role="status">
        {announced}
      </div>
      <div className="dashboard__desk">
        <div className="dashboard__grid dashboard__grid--edited">
          {widgets.map((widget) => (
            <EditedTile
              key={widget.id}
              widget={widget}
              announce={announce}
              onTake={() => {
                before.current = widgets;
              }}
              onRestore={() => setWidgets(before.current)}
              onMove={(part) => {
                const moved = rearranged(widgets, widget.id, part);
                setWidgets(moved);
                return moved.find(({ id }) => id === widget.id) ?? widget;
              }}
              onChange={(part) => change(widget.id, part)}
              onRemove={() => remove(widget)}
            />
          ))}
        </div>
      </div>
    </>
  );
}
