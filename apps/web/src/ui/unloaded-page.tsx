import type { ReactNode } from 'react';
import { isMissingObject } from '../platform/api-error.ts';
import { QueryError, Skeleton } from './feedback.tsx';
import { PageHeader } from './layout.tsx';
import { PageHeading } from './page-heading.tsx';

interface UnloadedPageProps {
  /** What the page waits for, without an answer yet. */
  query: {
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What is waited for: "Kunde". */
  title: string;
  loadFailed: string;
  /** What stands there for something that is not there, or not for this person. */
  missing?: ReactNode;
  /** Pixels of the grey boxes that hold its place. */
  heights: readonly number[];
}

/** The page of one object while it is not there: on its way, missing, or failed with another try. */
export function UnloadedPage({ query, title, loadFailed, missing, heights }: UnloadedPageProps) {
  if (query.isError && missing !== undefined && isMissingObject(query.error)) return missing;
  if (query.isError) {
    return (
      <div className="stack">
        <PageHeader title={title} />
        <QueryError title={loadFailed} query={query} />
      </div>
    );
  }
  return (
    <div className="stack">
      <PageHeading isHidden>{title}</PageHeading>
      {heights.map((height, index) => (
        // Their places are their identity.
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}
