import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { LoadError } from './feedback.tsx';

/** What a list read page by page says of its further pages. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  /** The last page asked for did not come; what was read before is still there. */
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => unknown;
}

/** Reads on a list, as long as there is more; a page that did not come says so below the others and is asked for again. */
export function MoreButton({
  query,
  label = t('common.loadMore'),
  size,
}: {
  query: PagedQuery;
  label?: string;
  size?: 'small';
}) {
  if (!query.hasNextPage) return null;
  const readOn = () => void query.fetchNextPage();
  return query.isFetchNextPageError ? (
    <LoadError error={query.error} isRetrying={query.isFetchingNextPage} onRetry={readOn} />
  ) : (
    <Button {...(size && { size })} isBusy={query.isFetchingNextPage} onClick={readOn}>
      {label}
    </Button>
  );
}
