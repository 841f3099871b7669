import * as calls from '@depotwerk/api/tags/tags';
import { tagFields } from '@depotwerk/domain/tags/tag-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { mergeTag, tagVerbs } from './tag-verbs.ts';
import { listTagPage, readTagChoices } from './tags.view.ts';

const columns: readonly ExportColumn<calls.ManagedTag>[] = [
  ...fieldColumns<calls.ManagedTag>(
    tagFields.filter(({ kind }) => kind !== 'state'),
    (row) => row,
  ),
  { key: 'customerCount', header: 'Kunden', kind: 'integer' },
  { key: 'contractCount', header: 'Verträge', kind: 'integer' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
];

/** The calls with which a house keeps its tags; those that give them are calls of customers and contracts. */
export function tagRoutes(services: Services): Route[] {
  const verbs = tagVerbs(services);
  return [
    route(calls.listTags, (context) => readTagChoices(services, context.scope)),
    route(calls.listManagedTags, (context, { query }) =>
      answerList(services, context, {
        path: calls.listManagedTags.path,
        query,
        sortKeys: calls.tagSortKeys,
        firstSort: ['tagName'],
        columns,
        name: 'Schlagwörter',
        action: 'tags.export',
        read: (sort, page) => listTagPage(services, context.scope, query, sort, page),
      }),
    ),
    route(calls.getTag, verbs.get),
    route(calls.createTag, verbs.create),
    route(calls.putTag, verbs.put),
    route(calls.deleteTag, verbs.remove),
    route(calls.mergeTag, (context, input) => mergeTag(services, context, input)),
  ];
}
