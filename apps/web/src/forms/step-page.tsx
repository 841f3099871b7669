import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissingObject } from '../platform/api-error.ts';
import { t } from '../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../ui/feedback.tsx';
import { Card, PageHeader } from '../ui/layout.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import type { EntityKind } from './entity-kind.ts';
import { entityKey } from './entity-kind.ts';

/** Frame of the steps of one object: loaded anew when it is opened, its name, the way back and its tabs. */
export function StepPage<Entity, Draft extends object>({
  kind,
  id,
  breadcrumbs,
  tabs,
  children,
}: {
  kind: EntityKind<Entity, Draft, string>;
  /** null = a new one, which has no further steps. */
  id: string | null;
  breadcrumbs: readonly ReactNode[];
  tabs: ReactNode;
  children: (entity: Entity | null) => ReactNode;
}) {
  const query = useQuery({
    queryKey: entityKey(kind, id ?? ''),
    queryFn: ({ signal }) => kind.load(id ?? '', signal),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
    // A form begins with what was read when it was opened; what others save meanwhile is told on saving.
    refetchOnWindowFocus: false,
  });
  if (id === null) {
    return (
      <div className="stack">
        <PageHeader title={kind.words.create} breadcrumbs={breadcrumbs} />
        {children(null)}
      </div>
    );
  }
  if (query.data === undefined) {
    const isMissing = isMissingObject(query.error);
    return (
      <div className="stack">
        <PageHeader
          title={isMissing ? t('errors.common.notFound.title') : t('common.loading')}
          breadcrumbs={breadcrumbs}
        />
        {isMissing ? (
          <Card>
            <EmptyState title={t('errors.common.notFound.message')} />
          </Card>
        ) : query.isError ? (
          <QueryError title={kind.words.loadFailed} query={query} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    );
  }
  return (
    <div className="stack">
      <PageHeader title={kind.nameOf(query.data)} breadcrumbs={breadcrumbs} />
      {tabs === null ? null : <TabLinks label={t('userManagement.steps')}>{tabs}</TabLinks>}
      {children(query.data)}
    </div>
  );
}
