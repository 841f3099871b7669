import type { Scope } from '../../platform/scope.ts';
import type { ObjectSource } from './objects-as-hits.view.ts';

/** Most rows of one kind looked at: what is gone or no longer hers to see stands among them. */
const looked = 200;

/** What the caller keeps for herself: what she opened or what is a favourite, by the time of it. */
export const ownShortcuts =
  (scope: Scope, time: 'opened_at' | 'favourite_since'): ObjectSource =>
  (type, parameters) =>
    `(select object_id::${type === 'fund' ? 'integer' : 'uuid'} as id, ${time} as at from own_shortcuts
      where tenant_id = ${parameters.add(scope.tenantId)} and user_id = ${parameters.add(scope.userId)}
        and object_type = '${type}' and ${time} is not null
      order by ${time} desc limit ${looked})`;
