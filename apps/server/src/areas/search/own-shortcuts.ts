import type { FavouriteType } from '@depotwerk/api/search/search';
import type { Scope } from '../../platform/scope.ts';
import type { ObjectSource, ObjectSources } from './objects-as-hits.view.ts';

/** Most rows of one kind looked at: what is gone or no longer hers to see stands among them. */
const looked = 200;

/** What the caller keeps for herself: what she opened or what is a favourite, by the time of it. */
export function ownShortcuts(scope: Scope, time: 'opened_at' | 'favourite_since'): ObjectSources {
  const source =
    (type: FavouriteType, idType: 'integer' | 'uuid'): ObjectSource =>
    (parameters) =>
      `(select object_id::${idType} as id, ${time} as at from own_shortcuts
      where tenant_id = ${parameters.add(scope.tenantId)} and user_id = ${parameters.add(scope.userId)}
        and object_type = '${type}' and ${time} is not null
      order by ${time} desc limit ${looked})`;
  return {
    contract: source('contract', 'uuid'),
    customer: source('customer', 'uuid'),
    fund: source('fund', 'integer'),
    tariff: source('tariff', 'uuid'),
  };
}
