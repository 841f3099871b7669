import * as calls from '@depotwerk/api/contracts/book-imports';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import type { Services } from '../../../platform/services.ts';
import { readBookExample } from './book-example.view.ts';
import { exampleFile } from './book-example-file.ts';
import { listBooks, listLines, readBookImport } from './book-imports.view.ts';
import { startCheck, startUndo, startWriting, uploadBook } from './manage-book.ts';
import { requireWholeBook } from './whole-book.ts';

/** The calls of the import of a book of business; `wakeJobs` lets its steps begin at once. */
export function bookRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = wokenBy(wakeJobs);
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
    route(calls.checkBookImport, (context, input) => woken(startCheck(services, context, input))),
    route(calls.commitBookImport, (context, input) => woken(startWriting(services, context, input))),
    route(calls.undoBookImport, (context, input) => woken(startUndo(services, context, input))),
    route(calls.listBookRows, async ({ scope }, input) => {
      await requireWholeBook(services, scope);
      return answerPage(calls.listBookRows, input, (page) =>
        listLines(services, scope, input.params.id, input.query.fate, page),
      );
    }),
  ];
}
