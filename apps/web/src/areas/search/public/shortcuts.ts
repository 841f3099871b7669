import {
  type FavouriteType,
  favouriteTypes,
  listFavourites,
  noteOpened,
  type openedTypes,
  putFavourite,
} from '@depotwerk/api/search/search';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { useSession } from '../../../platform/session.ts';

/** What can be a favourite, by its kind and id. */
export interface Favourable {
  readonly type: FavouriteType;
  readonly id: string;
}

const isFavouriteType = (type: string): type is FavouriteType => favouriteTypes.some((each) => each === type);

/** What was found, as what can be a favourite; null for documents, people and pages. */
export const favourableOf = ({ type, id }: { type: string; id: string }): Favourable | null =>
  isFavouriteType(type) ? { type, id } : null;

const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: ({ signal }) => callApi(listFavourites, {}, { signal }),
  staleTime: 60_000,
});

/** Favourites belong to somebody of the house, not to whoever looks with her rights. */
export const useHasFavourites = (): boolean =>
  useSession(({ user }) => user !== null && !user.viewing && user.ownCustomerId === undefined);

/** The favourites of this person; asked for anew where `isAnew`, because names and rights are those of now. */
export function useFavourites(isAnew = false) {
  const isHers = useHasFavourites();
  return useQuery({ ...favouritesQuery, enabled: isHers, ...(isAnew && { refetchOnMount: 'always' }) });
}

/** Makes something a favourite, or no longer, and reads them anew. */
export async function changeFavourite({ type, id }: Favourable, isFavourite: boolean): Promise<void> {
  await callApi(putFavourite, { params: { objectType: type, objectId: id }, body: { isFavourite } });
  await queryClient.invalidateQueries({ queryKey: favouritesQuery.queryKey });
}

/** Keeps that a fund or tariff was opened. A line less among what was opened last is no matter: nothing is said when it fails. */
export function keepOpened(type: (typeof openedTypes)[number], id: string): void {
  const { user } = useSession.getState();
  if (user === null || user.viewing || user.ownCustomerId !== undefined) return;
  callApi(noteOpened, { params: { objectType: type, objectId: id } }).catch(() => undefined);
}

/** Keeps that this fund or tariff was opened, once it is there. */
export function useKeepOpened(type: (typeof openedTypes)[number], id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) keepOpened(type, id);
  }, [type, id]);
}
