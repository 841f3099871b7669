import type { SearchHit } from '@depotwerk/api/search/search';
import { foldText } from '@depotwerk/domain/fold-text';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { defaultQuotas } from '../../platform/quotas.ts';
import type { Services } from '../../platform/services.ts';
import { readObjectsAsHits } from './objects-as-hits.view.ts';
import { ownShortcuts } from './own-shortcuts.ts';

/** The caller's favourites by name. None while somebody looks with the rights of another: they are hers alone. */
export async function readFavourites(
  services: Pick<Services, 'database' | 'quotas'>,
  { actor, scope }: Pick<SignedInContext, 'actor' | 'scope'>,
): Promise<SearchHit[]> {
  if (actor.viewingAs !== undefined) return [];
  const most = (services.quotas ?? defaultQuotas).favouritesPerUser;
  const hits = await readObjectsAsHits(services, scope, ownShortcuts(scope, 'favourite_since'), most);
  const nameOf = ({ title, type }: SearchHit) => `${foldText(title)} ${type}`;
  return hits.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'de', { numeric: true }));
}
