import type { DashboardConfig, DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useMayChange } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { dashboardConfigQuery, dashboardDataQuery } from '../dashboard-queries.ts';
import { type TileAnswer, TileContent } from '../tile-content.tsx';
import './dashboard.css';

const DashboardEditor = lazy(async () => ({
  default: (await import('../dashboard-editor.tsx')).DashboardEditor,
}));

/** Tiles with the figures of the house, as far as this person sees it. */
export function Dashboard() {
  const config = useQuery(dashboardConfigQuery);
  const [isEditing, setEditing] = useState(false);
  const mayAct = useMayChange();
  if (config.data === undefined)
    return config.error ? <QueryError query={config} /> : <Skeleton height={400} />;
  if (isEditing) {
    return (
      <Suspense fallback={<Skeleton height={400} />}>
        <DashboardEditor config={config.data} onClose={() => setEditing(false)} />
      </Suspense>
    );
  }
  return (
    <>
      <div className="dashboard__tools">
        <span className="hint">{t(`dashboard.sources.${config.data.source}`)}</span>
        <span className="dashboard__spacer" />
        {mayAct ? (
          <Button icon={<IconLayoutGrid size={18} aria-hidden="true" />} onClick={() => setEditing(true)}>
            {t('dashboard.arrange')}
          </Button>
        ) : null}
      </div>
      <Tiles config={config.data} />
    </>
  );
}

function Tiles({ config: { widgets } }: { config: DashboardConfig }) {
  const data = useQuery(dashboardDataQuery(widgets));
  if (widgets.length === 0) return <EmptyState title={t('dashboard.empty')} />;
  // Read row by row, on a phone one below the other.
  const ordered = widgets.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return (
    <div className="dashboard__grid">
      {ordered.map((widget) => (
        <Tile
          key={widget.id}
          widget={widget}
          answer={data.data?.[widget.dataKey] ?? (data.error ? { error: 'dashboard.unknown' } : undefined)}
        />
      ))}
    </div>
  );
}

function Tile({ widget, answer }: { widget: DashboardWidget; answer: TileAnswer | undefined }) {
  const { x, y, w, h } = widget;
  const id = `tile-${widget.id}`;
  return (
    <section
      className="dashboard__tile"
      aria-labelledby={id}
      style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
    >
      <h2 id={id} className="dashboard__title">
        {said(widget.title)}
      </h2>
      {answer === undefined ? <Skeleton lines={3} /> : <TileContent widget={widget} answer={answer} />}
      {answer === undefined || 'error' in answer || widget.kind === 'text' ? null : (
        <p className="dashboard__date">{t('common.asOf', { date: formatDateTime(answer.updatedAt) })}</p>
      )}
    </section>
  );
}
