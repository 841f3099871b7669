import type { SearchHit } from '@depotwerk/api/search/search';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ReadServices } from '../../platform/services.ts';
import { type ObjectSource, readObjectsAsHits } from './objects-as-hits.view.ts';
import { ownShortcuts } from './own-shortcuts.ts';

/** What fits below the box beside the pages. */
const shown = 8;
/** Entries of the log and objects looked at: who opens one contract all day still finds the others. */
const entries = 2000;
const objects = 200;

/**
 * The contracts, customers, funds and tariffs the caller opened last, newest first: the first two from the log of reads,
 * which keeps ids and no names; they are read as the caller may see them now. Nothing while somebody looks with the rights of
 * another: what that one opened is no business of his.
 */
export async function readOpenedLast(
  services: ReadServices,
  { actor, scope }: Pick<SignedInContext, 'actor' | 'scope'>,
): Promise<SearchHit[]> {
  if (actor.viewingAs !== undefined) return [];
  const { fund, tariff } = ownShortcuts(scope, 'opened_at');
  const sources = {
    contract: openedOf(scope, 'contract'),
    customer: openedOf(scope, 'customer'),
    fund,
    tariff,
  };
  return readObjectsAsHits(services, scope, sources, shown);
}

/** Ids and times; the conditions are those of the index `audit_entries_opened`. */
const openedOf =
  (scope: SignedInContext['scope'], objectType: 'contract' | 'customer'): ObjectSource =>
  (parameters) =>
    `(select object_id::uuid as id, max(occurred_at) as at
    from (select object_id, occurred_at from audit_entries
      where tenant_id = ${parameters.add(scope.tenantId)} and actor_user_id = ${parameters.add(scope.userId)} and object_type = '${objectType}'
        and action in ('contracts.read', 'customers.read') and details ->> 'part' in ('contract', 'customer')
        and actor_kind = 'user' and not details ? 'viewingAs'
      order by occurred_at desc limit ${entries}) newest
    group by object_id order by at desc limit ${objects})`;
