import type { CallInput } from '@depotwerk/api/call';
import type { FavouriteType, noteOpened, putFavourite } from '@depotwerk/api/search';
import { sql } from 'kysely';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readFavourites } from './favourites.view.ts';
import { type ObjectSource, type ObjectSources, readObjectsAsHits } from './objects-as-hits.view.ts';

interface Named {
  readonly objectType: FavouriteType;
  readonly objectId: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fundNumber = /^[1-9]\d{0,8}$/;

const none = (idType: 'integer' | 'uuid') => () => `(select null::${idType} as id, now() as at where false)`;
const noObjects: ObjectSources = {
  contract: none('uuid'),
  customer: none('uuid'),
  fund: none('integer'),
  tariff: none('uuid'),
};
const one =
  (idType: 'integer' | 'uuid') =>
  (id: string): ObjectSource =>
  (parameters) =>
    `(select ${parameters.add(id)}::${idType} as id, now() as at)`;
const oneObject = { contract: one('uuid'), customer: one('uuid'), fund: one('integer'), tariff: one('uuid') };

/** The id as it is stored. @throws 404 for what is none */
function idOf({ objectType, objectId }: Named): string {
  const id = objectId.toLowerCase();
  if (!(objectType === 'fund' ? fundNumber : uuid).test(id)) throw notFound();
  return id;
}

/** The same of something the caller may see. @throws 404 for what is no id, foreign, missing or not hers to see, alike */
async function visibleId(services: Services, scope: Scope, named: Named): Promise<string> {
  const id = idOf(named);
  const { objectType } = named;
  const hits = await readObjectsAsHits(
    services,
    scope,
    { ...noObjects, [objectType]: oneObject[objectType](id) },
    1,
  );
  if (hits.length === 0) throw notFound();
  return id;
}

/**
 * What a person keeps for herself of what she may see takes no requirePermission( of anything, and no audit entry: it concerns
 * nobody else.
 *
 * Keeps that the caller opened a fund or tariff. @throws 404
 */
export async function keepOpened(
  services: Services,
  { scope }: SignedInContext,
  { params }: CallInput<typeof noteOpened>,
): Promise<Record<string, never>> {
  const id = await visibleId(services, scope, params);
  await services.database.transaction(scope, async (transaction) => {
    await sql`insert into own_shortcuts (tenant_id, user_id, object_type, object_id, opened_at)
      values (${scope.tenantId}, ${scope.userId}, ${params.objectType}, ${id}, ${now(services)})
      on conflict (tenant_id, user_id, object_type, object_id) do update set opened_at = excluded.opened_at`.execute(
      transaction,
    );
  });
  return {};
}

/** Makes something a favourite, or no longer; once more changes nothing. @throws 404, 409 for one too many */
export async function changeFavourite(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putFavourite>,
): Promise<Record<string, never>> {
  const { scope } = context;
  // What she sees no longer can still be taken out.
  const id = body.isFavourite ? await visibleId(services, scope, params) : idOf(params);
  const hidden = body.isFavourite ? await hiddenFavourites(services, context) : [];
  const { objectType } = params;
  await services.database.transaction(scope, async (transaction) => {
    const own = sql`tenant_id = ${scope.tenantId} and user_id = ${scope.userId}`;
    const one = sql`${own} and object_type = ${objectType} and object_id = ${id}`;
    if (!body.isFavourite) {
      await sql`delete from own_shortcuts where ${one} and opened_at is null`.execute(transaction);
      await sql`update own_shortcuts set favourite_since = null where ${one}`.execute(transaction);
      return;
    }
    // Two at once must not both be the last one there is room for.
    await sql`select from users where tenant_id = ${scope.tenantId} and id = ${scope.userId} for no key update`.execute(
      transaction,
    );
    // What is gone from the house keeps no room.
    await sql`delete from own_shortcuts s where ${own} and favourite_since is not null and case object_type
        when 'customer' then not exists (select from customers x where x.tenant_id = s.tenant_id and x.id::text = s.object_id and x.deleted_at is null)
        when 'contract' then not exists (select from contracts x where x.tenant_id = s.tenant_id and x.id::text = s.object_id and x.deleted_at is null)
        when 'tariff' then not exists (select from tariffs x where x.tenant_id = s.tenant_id and x.id::text = s.object_id)
        else not exists (select from funds x where x.tenant_id = s.tenant_id and x.id::text = s.object_id) end`.execute(
      transaction,
    );
    const { rows } = await sql<{ present: number; isThere: boolean }>`select
      (count(*) filter (where object_type || ' ' || object_id <> all (${hidden}::text[])))::int as present,
      coalesce(bool_or(object_type = ${objectType} and object_id = ${id}), false) as "isThere"
      from own_shortcuts where ${own} and favourite_since is not null`.execute(transaction);
    const [{ present, isThere } = { present: 0, isThere: false }] = rows;
    if (isThere) return;
    refuseAboveQuota(services, [{ name: 'favouritesPerUser', present, added: 1 }]);
    await sql`insert into own_shortcuts (tenant_id, user_id, object_type, object_id, favourite_since)
      values (${scope.tenantId}, ${scope.userId}, ${objectType}, ${id}, ${now(services)})
      on conflict (tenant_id, user_id, object_type, object_id) do update set favourite_since = excluded.favourite_since`.execute(
      transaction,
    );
  });
  return {};
}

/** Favourites she may not see at the moment, as "type id": they take no room from those she sees, and are there again with the right. */
async function hiddenFavourites(services: Services, { actor, scope }: SignedInContext): Promise<string[]> {
  const kept = await services.database.read<{ key: string }>(scope, {
    sql: `select object_type || ' ' || object_id as key from own_shortcuts
      where tenant_id = $1 and user_id = $2 and favourite_since is not null`,
    parameters: [scope.tenantId, scope.userId],
  });
  const seen = new Set(
    (await readFavourites(services, { actor, scope })).map(({ type, id }) => `${type} ${id}`),
  );
  return kept.map(({ key }) => key).filter((key) => !seen.has(key));
}

const now = (services: Services) => new Date(services.clock()).toISOString();
