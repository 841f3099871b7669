import * as calls from '@depotwerk/api/tags';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { createTag, deleteTag, mergeTag, putTag } from './save-tag.ts';
import { listTagPage, readTag, readTagChoices } from './tags.view.ts';

const columns: readonly ExportColumn<calls.ManagedTag>[] = [
  { key: 'tagName', header: 'Schlagwort', kind: 'text', value: (row) => row.tagName },
  { key: 'colour', header: 'Farbe', kind: 'text', value: (row) => row.colour },
  { key: 'customerCount', header: 'Kunden', kind: 'integer', value: (row) => row.customerCount },
  { key: 'contractCount', header: 'Verträge', kind: 'integer', value: (row) => row.contractCount },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean', value: (row) => row.isInactive },
];

const withVersion = (row: calls.ManagedTag) => Reply.json(row, { etag: `"${row.rowVersion}"` });

/** The calls with which a house keeps its tags; those that give them are calls of customers and contracts. */
export function tagRoutes(services: Services): Route[] {
  return [
    route(calls.listTags, (context) => readTagChoices(services, context.scope)),
    route(calls.listManagedTags, async (context, { query }) => {
      const { scope } = context;
      const sort = parseSort(query.sort, calls.tagSortKeys, [{ key: 'tagName', isDescending: false }]);
      const read = (page: { size: number; offset: number }) =>
        listTagPage(services, scope, query, sort, page);
      if (query.format !== undefined) {
        return exportList(services, context, {
          query,
          columns,
          name: 'Schlagwörter',
          action: 'tags.export',
          read: (size) => read({ size, offset: 0 }),
        });
      }
      const page = pageOf(query);
      const { rows, total } = await read(page);
      return Reply.json(rows, pageHeaders(calls.listManagedTags.path, query, page, total));
    }),
    route(calls.getTag, async (context, { params }) =>
      withVersion(await readTag(services, context.scope, params.id)),
    ),
    route(calls.createTag, async (context, input) => withVersion(await createTag(services, context, input))),
    route(calls.putTag, async (context, input) => withVersion(await putTag(services, context, input))),
    route(calls.deleteTag, async (context, input) => {
      await deleteTag(services, context, input);
      return {};
    }),
    route(calls.mergeTag, (context, input) => mergeTag(services, context, input)),
  ];
}
