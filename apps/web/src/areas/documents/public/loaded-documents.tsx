import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { IconFolderOpen } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';

interface LoadedDocumentsProps {
  query: UseQueryResult<ArchivedDocument[]>;
  /** Class that keeps what is no list away from the edges of its card. */
  padClass: string;
  /** What an empty archive says. */
  empty: { title: string; hint: string };
  children: (documents: readonly ArchivedDocument[]) => ReactNode;
}

/** Documents of an archive once they are there; before that that they come, are none, or failed with another try. */
export function LoadedDocuments({ query, padClass, empty, children }: LoadedDocumentsProps) {
  if (query.isError) {
    return (
      <div className={padClass}>
        <QueryError title={t('documents.loadFailed')} query={query} />
      </div>
    );
  }
  if (!query.data) {
    return (
      <div className={padClass}>
        <Skeleton lines={5} />
      </div>
    );
  }
  if (query.data.length > 0) return children(query.data);
  return (
    <EmptyState icon={<IconFolderOpen size={32} aria-hidden="true" />} title={empty.title}>
      {empty.hint}
    </EmptyState>
  );
}
