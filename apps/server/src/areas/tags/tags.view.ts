import type { CallAnswer } from '@depotwerk/api/call';
import type { listTags, ManagedTag, tag, tagSortKeys } from '@depotwerk/api/tags/tags';
import { tagFields } from '@depotwerk/domain/tags/tag-fields';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { contains, type ListSource, pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import type { TagCarrier } from '../../platform/tags/change-tags.ts';

export type Tag = z.output<typeof tag>;

type SortKey = (typeof tagSortKeys)[number];
interface Filter {
  readonly search?: string | undefined;
  readonly isInactive?: boolean | undefined;
}

const members = `t.id, ${fieldSelection(tagFields, 't')}, t.row_version as "rowVersion",
  (select count(*)::int from customer_tags l join customers u on u.tenant_id = l.tenant_id and u.id = l.customer_id
    where l.tenant_id = t.tenant_id and l.tag_id = t.id and u.deleted_at is null) as "customerCount",
  (select count(*)::int from contract_tags l join contracts c on c.tenant_id = l.tenant_id and c.id = l.contract_id
    where l.tenant_id = t.tenant_id and l.tag_id = t.id and c.deleted_at is null) as "contractCount"`;

const source: ListSource<ManagedTag, SortKey, Filter> = {
  selection: members,
  from: 'tags t',
  conditions: ({ search: text, isInactive }, parameters) => {
    const search = searchOf(text);
    return [
      ...(search === null ? [] : [contains('t.tag_name', search, parameters)]),
      ...(isInactive === undefined ? [] : [isInactive ? 't.is_inactive' : 'not t.is_inactive']),
    ];
  },
  sortColumns: {
    tagName: { sql: 'fold_text(t.tag_name)', isNullable: false },
    customerCount: { sql: '"customerCount"', isNullable: false },
    contractCount: { sql: '"contractCount"', isNullable: false },
    isInactive: { sql: 't.is_inactive', isNullable: false },
  },
  id: 't.id',
};

/** A page of tags and the number of all hits. */
export const listTagPage = pageReader(source);

/** One tag. @throws 404 */
export async function readTag(services: ReadServices, scope: Scope, id: number): Promise<ManagedTag> {
  return readOne<ManagedTag>(services.database, scope, {
    sql: `select ${members} from tags t where t.id = $1`,
    parameters: [id],
  });
}

/** Tags people choose from, by name. What a house notes about its clients is not theirs to see. */
export async function readTagChoices(
  services: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof listTags>> {
  if (scope.ownCustomerId !== null) return [];
  return services.database.read<CallAnswer<typeof listTags>[number]>(scope, {
    sql: `select t.id, t.tag_name as "tagName", t.colour, t.is_inactive as "isInactive" from tags t
      order by fold_text(t.tag_name), t.id`,
    parameters: [],
  });
}

/** SQL: the tags of a row of `customers u` or `contracts c`, by name, as one value. */
export const tagsOf = (carrier: TagCarrier): string => {
  const [row, id] = carrier === 'customer' ? ['u', 'customer_id'] : ['c', 'contract_id'];
  return `coalesce((select json_agg(json_build_object('id', t.id, 'tagName', t.tag_name, 'colour', t.colour)
      order by fold_text(t.tag_name), t.id)
    from ${carrier}_tags l join tags t on t.tenant_id = l.tenant_id and t.id = l.tag_id
   where l.tenant_id = ${row}.tenant_id and l.${id} = ${row}.id), '[]'::json)`;
};

/** Tags a customer or contract has now. */
export async function readTagsOf(
  services: ReadServices,
  scope: Scope,
  carrier: TagCarrier,
  id: string,
): Promise<Tag[]> {
  return services.database.read<Tag>(scope, {
    sql: `select t.id, t.tag_name as "tagName", t.colour from ${carrier}_tags l
        join tags t on t.tenant_id = l.tenant_id and t.id = l.tag_id
       where l.${carrier}_id = $1 order by fold_text(t.tag_name), t.id`,
    parameters: [id],
  });
}
