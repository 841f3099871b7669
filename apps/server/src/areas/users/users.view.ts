import type { listUsers, User, userSortKeys } from '@depotwerk/api/users/users';
import { foldText } from '@depotwerk/domain/fold-text';
import { joinGroupNames } from '@depotwerk/domain/users/person-fields';
import { userFields } from '@depotwerk/domain/users/user-fields';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { canSignInNow } from '../../platform/identity-provider/link-opens.ts';
import { groupAndBelowIds } from '../../platform/lists/group-and-below.ts';
import type { Page } from '../../platform/lists/paging.ts';
import {
  containsFolded,
  type ListPage,
  type ListSource,
  pageReader,
} from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { hasSecondFactor } from '../../platform/sessions/second-factor-state.ts';
import { termsAgreements } from '../../platform/terms-agreements.ts';

export type UserFilter = Pick<
  z.output<(typeof listUsers)['query']>,
  'search' | 'excludedIds' | 'forGroup' | 'roleId' | 'groupId' | 'isInactive'
>;
export type UserSortKey = (typeof userSortKeys)[number];

const openInvitation = `(select max(a.expires_at) from activation_tokens a where a.tenant_id = u.tenant_id
  and a.user_id = u.id and a.used_at is null and a.purpose in ('invitation', 'firstAdministrator'))`;

const fields = fieldSelection(userFields, 'u');
const members = `u.id, ${fields}, r.role_name as "roleName", r.is_inactive as "isRoleInactive",
  u.customer_id is not null as "isOfCustomer",
  u.password_hash is not null as "hasPassword",
  case when u.is_inactive then 'inactive' when ${canSignInNow('u')} then 'active'
    when ${openInvitation} is null then 'notInvited' when ${openInvitation} > now() then 'invited'
    else 'invitationExpired' end as "signInState",
  ${hasSecondFactor} as "hasSecondFactor",
  u.last_login as "lastLogin", u.terms_version as "termsVersion", u.terms_accepted_at as "termsAcceptedAt", ${termsAgreements},
  u.row_version as "rowVersion",
  (select count(*)::int from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id) as "groupCount"`;

const joins = 'users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id';

/** So many hits of a search are looked up by their ids; where there are more, the list is read until its page is full. */
const fewHits = 1000;

interface FoundFilter extends UserFilter {
  /** The hits of the search where they are few; null where they are many, undefined without a search. */
  readonly foundIds?: readonly string[] | null | undefined;
  /** For a file: all of them. */
  readonly areAllCounted: boolean;
}

const source: ListSource<User, UserSortKey, FoundFilter> = {
  selection: members,
  from: joins,
  conditions: (filter, parameters) => {
    const search = searchOf(filter.search);
    const conditions: string[] = [];
    if (filter.foundIds) conditions.push(`u.id = any (${parameters.add(filter.foundIds)}::uuid[])`);
    else if (search !== null) conditions.push(containsFolded('u.search_text', search, parameters));
    if (filter.roleId !== undefined) conditions.push(`u.role_id = ${parameters.add(filter.roleId)}`);
    if (filter.isInactive !== undefined)
      conditions.push(`u.is_inactive = ${parameters.add(filter.isInactive)}`);
    if (filter.excludedIds !== undefined)
      conditions.push(`u.id <> all (${parameters.add(filter.excludedIds.split(','))}::uuid[])`);
    if (filter.forGroup !== undefined)
      conditions.push(`not exists (select from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id
        and m.group_id = ${parameters.add(filter.forGroup)})`);
    if (filter.groupId !== undefined)
      conditions.push(`exists (select from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id
        and m.group_id = any (${groupAndBelowIds(parameters.add(filter.groupId))}))`);
    return conditions;
  },
  sortColumns: {
    fullName: { sql: 'u.sort_name', isNullable: false },
    userName: { sql: 'lower(u.user_name)', isNullable: false },
    company: { sql: `fold_text(nullif(u.company, ''))`, isNullable: true },
    roleName: { sql: 'fold_text(r.role_name)', isNullable: false },
    lastLogin: { sql: 'u.last_login', isNullable: true },
    groupCount: { sql: '"groupCount"', isNullable: false },
    isInactive: { sql: 'u.is_inactive', isNullable: false },
  },
  id: 'u.id',
  // Everybody has a role.
  bare: { from: 'users u', joined: /\br\./ },
  // The exact number of very many hits would be the text of everybody read; nobody turns so many pages.
  mostCounted: ({ foundIds, areAllCounted }) => (foundIds === null && !areAllCounted ? fewHits : null),
  keptTotal: ({ search, roleId, isInactive, excludedIds, forGroup, groupId }, parameters) => {
    if ([search, excludedIds, forGroup, groupId].some((each) => each !== undefined)) return null;
    const conditions = [
      ...(roleId === undefined ? [] : [`role_id = ${parameters.add(roleId)}`]),
      ...(isInactive === undefined ? [] : [`is_inactive = ${parameters.add(isInactive)}`]),
    ];
    return `select coalesce(sum(user_count), 0)::int as total from user_statistics where ${conditions.join(' and ') || 'true'}`;
  },
};

const readPage = pageReader(source);

/** A page of people and the number of hits, of a search at most one more than are looked up by their ids unless it is for a file. */
export async function listUserPage(
  services: ReadServices,
  scope: Scope,
  filter: UserFilter,
  sort: readonly SortTerm<UserSortKey>[],
  page: Pick<Page, 'size' | 'offset'>,
  areAllCounted = false,
): Promise<ListPage<User>> {
  const { search, ...others } = filter;
  const text = searchOf(search);
  const [first, ...further] = sort;
  const isByName = first?.key === 'fullName' && further.length === 0 && !areAllCounted;
  const isAlone = Object.values(others).every((each) => each === undefined);
  if (text === null)
    return isByName && isAlone
      ? placedPage(services, scope, first.isDescending, page)
      : readPage(services, scope, { ...filter, areAllCounted }, sort, page);
  const folded = foldText(text);
  if (isByName && !first.isDescending && isAlone && folded !== '')
    return foundPage(services, scope, folded, page);
  const [few] = await services.database.read<{ ids: string[] | null }>(scope, {
    sql: 'select few_user_ids($1, $2) as ids',
    parameters: [folded, fewHits],
  });
  return readPage(services, scope, { ...filter, foundIds: few?.ids ?? null, areAllCounted }, sort, page);
}

/** A page of everybody by name, as near in the middle as at the ends. */
async function placedPage(
  services: ReadServices,
  scope: Scope,
  isDescending: boolean,
  { size, offset }: Pick<Page, 'size' | 'offset'>,
): Promise<ListPage<User>> {
  const direction = isDescending ? ' desc' : '';
  const [rows, [count]] = await services.database.readMany<[User, { total: number }]>(scope, [
    {
      sql: `select ${members} from ${joins} where u.id = any (users_in_order($1, $2, $3)) order by u.sort_name${direction}, u.id${direction}`,
      parameters: [size, offset, isDescending],
    },
    { sql: 'select coalesce(sum(user_count), 0)::int as total from user_statistics', parameters: [] },
  ]);
  return { rows, total: count?.total ?? 0, isTotalExact: true };
}

/** What a search alone finds, in the order of names, as the database has both in one index. */
async function foundPage(
  services: ReadServices,
  scope: Scope,
  folded: string,
  { size, offset }: Pick<Page, 'size' | 'offset'>,
): Promise<ListPage<User>> {
  const [found] = await services.database.read<{ ids: string[] | null; total: number }>(scope, {
    sql: 'select ids, total from users_found($1, $2, $3, $4)',
    parameters: [folded, fewHits, size, offset],
  });
  const total = found?.total ?? 0;
  return {
    rows: found?.ids ? await readUsers(services, scope, found.ids) : [],
    total,
    isTotalExact: total <= fewHits,
  };
}

/** People by id, by name; unknown ids are left out. */
export function readUsers(services: ReadServices, scope: Scope, ids: readonly string[]): Promise<User[]> {
  return services.database.read<User>(scope, {
    sql: `select ${members} from ${joins} where u.id = any ($1::uuid[]) order by u.sort_name, u.id`,
    parameters: [ids],
  });
}

/** One person. @throws 404 */
export async function readUser(services: ReadServices, scope: Scope, id: string): Promise<User> {
  const [row] = await readUsers(services, scope, [id]);
  if (!row) throw notFound();
  return row;
}

/** The people with the names of their active groups, in the notation an import of people reads. */
export async function withGroupNames(
  services: ReadServices,
  scope: Scope,
  people: readonly User[],
): Promise<(User & { groupNames: string })[]> {
  const rows = await services.database.read<{ id: string; names: string[] }>(scope, {
    sql: `select m.user_id as id, array_agg(g.group_name order by fold_text(g.group_name), g.id) as names
      from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
     where m.user_id = any ($1::uuid[]) and not g.is_inactive group by m.user_id`,
    parameters: [people.map(({ id }) => id)],
  });
  const names = new Map(rows.map((row) => [row.id, joinGroupNames(row.names)]));
  return people.map((person) => ({ ...person, groupNames: names.get(person.id) ?? '' }));
}
