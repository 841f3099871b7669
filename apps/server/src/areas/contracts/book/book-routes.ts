import * as calls from '@depotwerk/api/book-imports';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../../platform/lists/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { readBookExample } from './book-example.view.ts';
import { exampleFile } from './book-example-file.ts';
import { listBooks, listLines, readBookImport } from './book-imports.view.ts';
import { startCheck, startUndo, startWriting, uploadBook } from './manage-book.ts';
import { requireWholeBook } from './whole-book.ts';

/** The calls of the import of a book of business; `wakeJobs` lets its steps begin at once. */
export function bookRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = <Answer>(answer: Answer): Answer => {
    wakeJobs();
    return answer;
  };
  return [
    route(calls.listBookImports, async ({ scope }) => {
      await requireWholeBook(services, scope);
      return listBooks(services, scope);
    }),
    route(calls.getBookExample, async (context, { params }) => {
      await requireWholeBook(services, context.scope);
      const today = todayIn(context.zone, new Date(services.clock()));
      return exampleFile(params.kind, await readBookExample(services, context, today));
    }),
    route(calls.getBookImport, async ({ scope }, { params }) => {
      await requireWholeBook(services, scope);
      return readBookImport(services, scope, params.id);
    }),
    route(calls.uploadBook, async (context, input) => {
      const today = todayIn(context.zone, new Date(services.clock()));
      return uploadBook(services, context, input, today);
    }),
    route(calls.checkBookImport, async (context, input) => woken(await startCheck(services, context, input))),
    route(calls.commitBookImport, async (context, input) =>
      woken(await startWriting(services, context, input)),
    ),
    route(calls.undoBookImport, async (context, input) => woken(await startUndo(services, context, input))),
    route(calls.listBookRows, async ({ scope }, { params, query }) => {
      await requireWholeBook(services, scope);
      const page = pageOf(query);
      const { rows, total } = await listLines(services, scope, params.id, query.fate, page);
      return Reply.json(rows, pageHeaders(`/book-imports/${params.id}/rows`, query, page, total));
    }),
  ];
}
