import type { Group } from '@depotwerk/api/users/groups';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError, Skeleton } from '../../ui/feedback.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import '../funds/public/fund-picker.css';

const pageSize = 50;

interface MemberAnswer<Row> {
  rows: Row[];
  total: number;
  etag: string | null;
}
export interface MemberQuery {
  search?: string | undefined;
  page?: number;
  pageSize: number;
}

/** Members as a list shows them, with the version of the group they belong to. */
export const membersOf = <Row,>(page: {
  readonly answer: Row[];
  readonly totalCount: number | null;
  readonly etag: string | null;
}): MemberAnswer<Row> => ({ rows: page.answer, total: page.totalCount ?? 0, etag: page.etag });

export interface GroupMembers<Row> {
  rows: Row[] | undefined;
  /** Whether the rows are those of what was searched before, until the answer comes. */
  isOutdated: boolean;
  total: number | undefined;
  version: string | null;
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  showMore: () => void;
  error: unknown;
  isFetching: boolean;
  reload: () => void;
}

/** The members of a group, fifty at first; a search narrows them. */
export function useGroupMembers<Row>(
  kind: 'customers' | 'users',
  group: Group,
  load: (groupId: string, query: MemberQuery, signal: AbortSignal) => Promise<MemberAnswer<Row>>,
): GroupMembers<Row> {
  return useMembers(['masterData', 'groups', 'members', kind, group.id], (query, signal) =>
    load(group.id, query, signal),
  );
}

/** Members of anything, fifty at first; a search narrows them. */
export function useMembers<Row>(
  queryKey: QueryKey,
  load: (query: MemberQuery, signal: AbortSignal) => Promise<MemberAnswer<Row>>,
): GroupMembers<Row> {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const [size, setSize] = useState(pageSize);
  const query = useQuery({
    queryKey: [...queryKey, search, size],
    queryFn: ({ signal }) => load({ search, pageSize: size }, signal),
    placeholderData: keepPreviousData,
  });
  return {
    rows: query.data?.rows,
    isOutdated: query.isPlaceholderData,
    total: query.data?.total,
    version: query.data?.etag ?? null,
    search,
    onSearch: setSearch,
    showMore: () => setSize(Math.min(250, size + pageSize)),
    error: query.error,
    isFetching: query.isFetching,
    reload: () => void query.refetch(),
  };
}

/** Takes a member out once the list is saved, or leaves her in after all. */
export function TakeOutButton({
  name,
  isGone,
  onClick,
}: {
  name: string;
  isGone: boolean;
  onClick: () => void;
}) {
  const text = t(isGone ? 'userManagement.undo' : 'common.remove');
  return (
    <Button size="small" kind="quiet" aria-label={`${text}: ${name}`} onClick={onClick}>
      {text}
    </Button>
  );
}

/** The list with an id in it where it was not, and without it where it was. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** Those members, with a search as soon as they are many. */
export function MemberList<Row>({
  members,
  emptyText,
  children,
}: {
  members: GroupMembers<Row>;
  /** null = not said: there are some whom the caller does not see. */
  emptyText: string | null;
  children: (row: Row) => ReactNode;
}) {
  const { rows, total = 0, search } = members;
  if (members.error)
    return <LoadError error={members.error} isRetrying={members.isFetching} onRetry={members.reload} />;
  if (rows === undefined) return <Skeleton lines={6} />;
  return (
    <>
      {total > pageSize || search !== undefined ? (
        <SearchBox
          label={t('userManagement.group.searchMembers')}
          value={search}
          onSearch={members.onSearch}
        />
      ) : null}
      {rows.length === 0 ? (
        members.isOutdated || (emptyText === null && search === undefined) ? null : (
          <p className="hint">
            {search === undefined ? emptyText : t('common.noResults', { searchText: search })}
          </p>
        )
      ) : (
        <ul className="fund-picker__hits">{rows.map(children)}</ul>
      )}
      {rows.length < total && rows.length < 250 ? (
        <div>
          <Button onClick={members.showMore} isBusy={members.isFetching}>
            {t('common.loadMore')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
