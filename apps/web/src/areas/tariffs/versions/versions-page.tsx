import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { crumb, PageHeader } from '../../../ui/layout.tsx';
import { TabLinks, tabLinkClass } from '../../../ui/tabs.tsx';
import { tariffQuery } from '../tariff-list/tariff-list-queries.ts';
import { versionText } from '../tariff-steps/version-words.ts';
import { versionsQuery } from './version-queries.ts';
import { VersionTimeline } from './version-timeline.tsx';
import { versionViews } from './versions-search.ts';
import './versions.css';

const CompareView = lazy(async () => ({ default: (await import('./compare-view.tsx')).CompareView }));
const PerformanceView = lazy(async () => ({
  default: (await import('./performance-view.tsx')).PerformanceView,
}));
const ImpactView = lazy(async () => ({ default: (await import('./impact-view.tsx')).ImpactView }));

/** `/admin/tariffs/{id}/versions`: the life of a tariff, what differs, and what a version would do. */
export function VersionsPage() {
  const { tariffId } = useParams({ from: '/shell/admin/tariffArea/tariffs/$tariffId/versions' });
  const search = useSearch({ from: '/shell/admin/tariffArea/tariffs/$tariffId/versions' });
  const view = search.view ?? 'history';
  const tariff = useQuery(tariffQuery(tariffId));
  const versions = useQuery(versionsQuery(tariffId));
  const canEdit = useSession((state) => mayChange(state.user, 'tariffs.edit'));
  const failed = tariff.isError ? tariff : versions.isError ? versions : null;
  return (
    <div className="stack">
      <PageHeader
        title={
          tariff.data === undefined
            ? t('tariffVersions.title')
            : t('tariffVersions.titleOf', { name: tariff.data.tariff.name })
        }
        subtitle={tariff.data === undefined ? undefined : versionText(tariff.data.version)}
        breadcrumbs={[
          crumb('/admin/tariffs', t('admin.tariffs')),
          tariff.data?.tariff.name ?? t('tariffVersions.title'),
        ]}
        actions={
          <Link
            to="/admin/tariffs/$tariffId/$step"
            params={{ tariffId, step: 'summary' }}
            className="ui-button ui-button--secondary ui-button--medium"
          >
            {t(canEdit && tariff.data?.isEditable ? 'tariffVersions.edit' : 'tariffVersions.view')}
          </Link>
        }
      />
      <TabLinks label={t('tariffVersions.views.label')}>
        {versionViews.map((name) => (
          <Link
            key={name}
            to="/admin/tariffs/$tariffId/versions"
            params={{ tariffId }}
            search={name === 'history' ? {} : { view: name }}
            className={tabLinkClass}
            // Only the view tells the tabs apart; the router would take the path for it.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={name === view ? 'page' : undefined}
          >
            {t(`tariffVersions.views.${name}`)}
          </Link>
        ))}
      </TabLinks>
      {failed !== null ? (
        <QueryError query={failed} />
      ) : versions.data === undefined || tariff.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Suspense fallback={<Skeleton height={320} />}>
          {view === 'compare' ? (
            <CompareView tariffId={tariffId} versions={versions.data} search={search} />
          ) : view === 'impact' ? (
            <ImpactView tariffId={tariffId} versions={versions.data} search={search} />
          ) : view === 'performance' ? (
            <PerformanceView tariffId={tariffId} />
          ) : (
            <VersionTimeline
              tariffId={tariffId}
              name={tariff.data.tariff.name}
              versions={versions.data}
              hasComponents={!isHybridTariffType(tariff.data.tariff.tariffTypeId)}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}
