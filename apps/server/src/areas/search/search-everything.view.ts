import type { SearchHit, SearchHitType } from '@depotwerk/api/search/search';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { Parameters } from '../../platform/database/parameters.ts';
import { contains, containsFolded } from '../../platform/lists/read-list.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { searchCustomerPage } from '../customers/public.ts';
import { fundsNamed } from '../funds/public.ts';
import { findDocuments } from './find-documents.view.ts';
import {
  type ContractRow,
  contractHit,
  contractHitJoins,
  contractHitSelection,
  customerHit,
  fundHit,
  type TariffRow,
  tariffHit,
} from './hits.ts';

/** Hits of each kind: what fits below the box without scrolling. */
const hitsOfKind = 5;

interface Kind {
  readonly permission: PermissionCode;
  readonly find: (services: Services, scope: Scope, words: string) => Promise<SearchHit[]>;
}

const kinds: Readonly<Record<SearchHitType, Kind>> = {
  customer: { permission: 'customers.view', find: findCustomers },
  contract: { permission: 'contracts.view', find: findContracts },
  fund: { permission: 'funds.view', find: (...asked) => findFunds(...asked, 'match') },
  tariff: { permission: 'tariffs.view', find: findTariffs },
  document: {
    permission: 'documents.view',
    find: (services, scope, words) => findDocuments(services, scope, words, hitsOfKind),
  },
  user: { permission: 'userManagement.view', find: findUsers },
};

/** The best hits of each kind the caller may see, kind after kind; where nothing is found, funds whose words look alike. */
export async function searchAll(
  services: Services,
  scope: Scope,
  words: string,
  types: readonly SearchHitType[],
): Promise<SearchHit[]> {
  const found = await Promise.all(
    types.flatMap((type) => {
      const { permission, find } = kinds[type];
      return scope.permissions.has(permission) ? [find(services, scope, words)] : [];
    }),
  );
  const hits = found.flat();
  // Looking for misspelt funds costs more than all the rest, and offers funds to whoever has found the customer.
  return hits.length === 0 && types.includes('fund') && scope.permissions.has(kinds.fund.permission)
    ? findFunds(services, scope, words, 'similar')
    : hits;
}

async function findCustomers(services: Services, scope: Scope, words: string): Promise<SearchHit[]> {
  const page = { number: 1, size: hitsOfKind, offset: 0 };
  const { items } = await searchCustomerPage(services, scope, {}, words, page);
  return items.map(({ id, firstName, lastName, dateOfBirthFormatted, group }) =>
    customerHit({
      id,
      name: [firstName, lastName].filter(Boolean).join(' '),
      dateOfBirthFormatted,
      groupName: group.groupName,
    }),
  );
}

/** By number, or by the customer's name; the contract of exactly this number first. */
async function findContracts(services: Services, scope: Scope, words: string): Promise<SearchHit[]> {
  const parameters = new Parameters();
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const { ownCustomerId } = visibility;
  const text = parameters.add(words);
  const groups = parameters.add(ownCustomerId === null ? visibility.groupIds : null);
  const withoutGroup = parameters.add(ownCustomerId !== null || visibility.includesWithoutGroup);
  // A customer's own are few among all that match: they are chosen afterwards.
  const most = ownCustomerId === null ? hitsOfKind : 1000;
  // The limit is said once more outside: of a function the planner expects a thousand rows, and would read all contracts for them.
  const found = `(select id from search_contract_ids(${text}, ${groups}::uuid[], ${withoutGroup}, ${most}) limit ${most})`;
  // Of this number by the index the list is sorted by: the unique one begins with the institute and would be read as a whole.
  const rows = await services.database.read<ContractRow>(scope, {
    sql: `select ${contractHitSelection}
      from (select id from contracts where external_key collate "C" = ${text}::text and deleted_at is null
            union ${found}) hit
      join contracts c on c.id = hit.id ${contractHitJoins}
      where ${visibilityConditions(visibility, parameters).join(' and ')}
      order by c.external_key <> ${text}::text, c.customer_sort_name, c.external_key, c.id limit ${hitsOfKind}`,
    parameters: parameters.values,
  });
  return rows.map(contractHit);
}

async function findFunds(
  services: Services,
  scope: Scope,
  words: string,
  how: 'match' | 'similar',
): Promise<SearchHit[]> {
  return (await fundsNamed(services, scope, words, how, hitsOfKind)).map(fundHit);
}

async function findTariffs(services: Services, scope: Scope, words: string): Promise<SearchHit[]> {
  const parameters = new Parameters();
  const matches = contains(`name || ' ' || key`, words, parameters);
  const rows = await services.database.read<TariffRow>(scope, {
    sql: `select id, name, key from tariffs where ${matches} order by is_inactive, fold_text(name), id limit ${hitsOfKind}`,
    parameters: parameters.values,
  });
  return rows.map((row) => tariffHit(scope, row));
}

async function findUsers(services: Services, scope: Scope, words: string): Promise<SearchHit[]> {
  const parameters = new Parameters();
  const matches = containsFolded('u.search_text', words, parameters);
  const rows = await services.database.read<{ id: string; fullName: string; userName: string }>(scope, {
    sql: `select u.id, u.full_name as "fullName", u.user_name as "userName" from users u
      where ${matches} order by u.is_inactive, fold_text(u.full_name), u.id limit ${hitsOfKind}`,
    parameters: parameters.values,
  });
  return rows.map(({ id, fullName, userName }) => ({
    type: 'user',
    id,
    title: fullName,
    subtitle: userName,
    path: `/user-management/users/${id}/info`,
    fund: null,
  }));
}
