import type { Parameters } from '../database/parameters.ts';
import { notFound } from '../http/app-error.ts';
import type { Scope } from '../scope.ts';
import type { ReadServices } from '../services.ts';
import { containsFolded } from './read-list.ts';
import { searchOf } from './search-text.ts';

export interface MemberFilter {
  readonly groupId: string;
  readonly search?: string | undefined;
}

export interface GroupMembers<Row> {
  readonly items: Row[];
  readonly total: number;
  /** Version of the group the rows belong to. */
  readonly version: number;
}

/** A page of what belongs to one group; the table `u` carries `search_text`. @throws 404 when there is no such group */
export async function readGroupMembers<Row>(
  services: ReadServices,
  scope: Scope,
  { groupId, search }: MemberFilter,
  query: {
    selection: string;
    from: string;
    groupColumn: string;
    order: string;
    conditions: readonly string[];
    parameters: Parameters;
    page: { size: number; offset: number };
  },
): Promise<GroupMembers<Row>> {
  const { selection, parameters, page } = query;
  const conditions = [...query.conditions, `${query.groupColumn} = ${parameters.add(groupId)}`];
  const text = searchOf(search);
  if (text !== null) conditions.push(containsFolded('u.search_text', text, parameters));
  const source = `${query.from} where ${conditions.join(' and ')}`;
  const counted = [...parameters.values];
  const limits = `limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`;
  const [items, [count], [group]] = await services.database.readMany<
    [Row, { total: number }, { version: number }]
  >(scope, [
    {
      sql: `select ${selection} from ${source} order by ${query.order} ${limits}`,
      parameters: parameters.values,
    },
    { sql: `select count(*)::int as total from ${source}`, parameters: counted },
    { sql: 'select row_version as version from groups where id = $1', parameters: [groupId] },
  ]);
  if (!group) throw notFound();
  return { items, total: count?.total ?? 0, version: group.version };
}
