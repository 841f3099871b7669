import {
  type bookImport,
  getBookImport,
  listBookImports,
  listBookRows,
} from '@depotwerk/api/contracts/book-imports';
import type { LineFate } from '@depotwerk/domain/imports/line-fates';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi, callWithHeaders } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';

export type BookImport = z.infer<typeof bookImport>;

const shownLines = 100;

export const bookImportsQuery = () =>
  queryOptions({
    queryKey: ['bookImports', 'list'],
    queryFn: ({ signal }) => callApi(listBookImports, {}, { signal }),
  });

/** Whether the server works on it: then it is asked again and again. */
export const isUnderWay = ({ state }: Pick<BookImport, 'state'>): boolean =>
  state === 'checking' || state === 'writing' || state === 'undoing';

/** How far an import is, in words. */
export const stateText = ({ state, isPartial = false }: BookImport): string =>
  t(isPartial ? 'bookImports.partial' : `bookImports.states.${state}`);

export const bookImportQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookImports', 'one', id],
    queryFn: ({ signal }) => callApi(getBookImport, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? 700 : false),
  });

export const bookRowsQuery = (book: BookImport, fate: LineFate, page: number) =>
  queryOptions({
    queryKey: ['bookImports', 'rows', book.id, book.rowVersion, fate, page],
    queryFn: async ({ signal }) => {
      const { answer, totalCount } = await callWithHeaders(
        listBookRows,
        { params: { id: book.id }, query: { fate, page, pageSize: shownLines } },
        { signal },
      );
      return {
        rows: answer,
        total: totalCount ?? answer.length,
        pages: Math.ceil((totalCount ?? 0) / shownLines),
      };
    },
  });
