import type { SearchHit } from '@depotwerk/api/search/search';
import { formatDate } from '@depotwerk/domain/date-text';
import { locale } from '@depotwerk/domain/locale';
import { personNameOf } from '../../platform/customers/person-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { documentVisibility } from '../documents/public.ts';
import { documentPathOf } from './document-path.ts';

interface DocumentRow {
  readonly id: string;
  readonly title: string;
  readonly customerName: string;
  readonly day: string;
  readonly path: string;
}

/** More than are shown, of a customer's own: only those released to him are. */
const lookedOfOwn = 200;

/** Documents by their title, the newest first; each leads to where it lies. */
export async function findDocuments(
  services: Services,
  scope: Scope,
  words: string,
  most: number,
): Promise<SearchHit[]> {
  const parameters = new Parameters();
  const { groupIds, includesWithoutGroup, ownCustomerId } = visibilityOf(scope, 'groupDocuments.view');
  const looked = ownCustomerId === null ? most : Math.max(most, lookedOfOwn);
  // The limit is said once more outside: of a function the planner expects a thousand rows, and would read all documents for them.
  const found = `(select id from search_document_ids(${parameters.add(words)}, ${parameters.add(groupIds)}::uuid[],
    ${parameters.add(includesWithoutGroup)}, ${parameters.add(ownCustomerId)}::uuid, ${looked}) limit ${looked})`;
  const conditions = documentVisibility(scope, 'groupDocuments.view', parameters);
  const path = documentPathOf(scope, parameters);
  const rows = await services.database.read<DocumentRow>(scope, {
    sql: `select d.id, d.title, ${personNameOf('u')} as "customerName", (d.created_at at time zone ${parameters.add(locale.timeZone)})::date::text as day, ${path.selection} as path
      from ${found} hit join documents d on d.id = hit.id
      join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id ${path.join}
      where ${['true', ...conditions].join(' and ')} order by d.created_at desc, d.id limit ${most}`,
    parameters: parameters.values,
  });
  return rows.map(({ id, title, customerName, day, path: leadsTo }) => ({
    type: 'document',
    id,
    title,
    subtitle: `${customerName} · ${formatDate(day)}`,
    path: leadsTo,
    fund: null,
  }));
}
