import type { FavouriteType, noteOpened, putFavourite } from '@depotwerk/api/search/search';
import { guidPattern } from '@depotwerk/domain/guid';
import { sql, type Transaction } from 'kysely';
import { holdCustomers } from '../../platform/customers/hold-customers.ts';
import { recordOf, recordsOf } from '../../platform/customers/records.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readFavourites } from './favourites.view.ts';
import { type ObjectSource, type ObjectSources, readObjectsAsHits } from './objects-as-hits.view.ts';

interface Named {
  readonly objectType: FavouriteType;
  readonly objectId: string;
}

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
  if (!(objectType === 'fund' ? fundNumber : guidPattern).test(id)) throw notFound();
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
  const [hit] = hits;
  if (!hit) throw notFound();
  // A record that was merged into another is marked as that one.
  return objectType === 'customer' ? hit.id : id;
}

/**
 * What a person keeps for herself of what she may see takes no requirePermission( of anything, and no audit entry: it concerns
 * nobody else.
 *
 * Keeps that the caller opened a fund or tariff. @throws 404
 */
export const keepOpened: Verb<typeof noteOpened> = async (services, { scope }, { params }) => {
  const id = await visibleId(services, scope, params);
  await services.database.transaction(scope, async (transaction) => {
    await sql`insert into own_shortcuts (tenant_id, user_id, object_type, object_id, opened_at)
      values (${scope.tenantId}, ${scope.userId}, ${params.objectType}, ${id}, ${now(services)})
      on conflict (tenant_id, user_id, object_type, object_id) do update set opened_at = excluded.opened_at`.execute(
      transaction,
    );
  });
  return {};
};

/** Makes something a favourite, or no longer; once more changes nothing. @throws 404, 409 for one too many */
export const changeFavourite: Verb<typeof putFavourite> = async (services, context, { params, body }) => {
  const { scope } = context;
  // What she sees no longer can still be taken out.
  const id = body.isFavourite ? await visibleId(services, scope, params) : idOf(params);
  const hidden = body.isFavourite ? await hiddenFavourites(services, context) : [];
  const { objectType } = params;
  await services.database.transaction(scope, async (transaction) => {
    const own = sql`tenant_id = ${scope.tenantId} and user_id = ${scope.userId}`;
    if (!body.isFavourite) {
      // What was marked of a record that was merged into this one since is the same line.
      const ids = objectType === 'customer' ? sql`(select id::text from ${recordsOf(id)} r)` : sql`(${id})`;
      const one = sql`${own} and object_type = ${objectType} and object_id in ${ids}`;
      await sql`delete from own_shortcuts where ${one} and opened_at is null`.execute(transaction);
      await sql`update own_shortcuts set favourite_since = null where ${one}`.execute(transaction);
      return;
    }
    await holdOwner(transaction, { objectType, objectId: id });
    // Two at once must not both be the last one there is room for.
    await sql`select from users where tenant_id = ${scope.tenantId} and id = ${scope.userId} for no key update`.execute(
      transaction,
    );
    // What is gone from the house keeps no room.
    await sql`delete from own_shortcuts s where ${own} and favourite_since is not null and case object_type
        when 'customer' then not exists (select from customers x where x.tenant_id = s.tenant_id and x.id = ${current} and x.deleted_at is null)
        when 'contract' then not exists (select from contracts x where x.tenant_id = s.tenant_id and x.id::text = s.object_id and x.deleted_at is null)
        when 'tariff' then not exists (select from tariffs x where x.tenant_id = s.tenant_id and x.id::text = s.object_id)
        else not exists (select from funds x where x.tenant_id = s.tenant_id and x.id::text = s.object_id) end`.execute(
      transaction,
    );
    const { rows } = await sql<{ present: number; isThere: boolean }>`select
      (count(distinct key) filter (where key <> all (${hidden}::text[])))::int as present,
      coalesce(bool_or(key = ${`${objectType} ${id}`}), false) as "isThere"
      from (select ${sql.raw(lineOf)} as key from own_shortcuts s where ${own} and favourite_since is not null) kept`.execute(
      transaction,
    );
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
};

/** The customer a shortcut leads to today, and which line of the list it is, as SQL of `own_shortcuts s`. */
const current = sql.raw(recordOf('s.object_id::uuid'));
const lineOf = `s.object_type || ' ' || case s.object_type when 'customer' then ${recordOf('s.object_id::uuid')}::text else s.object_id end`;

/** Whoever erases what is marked at this moment, or whose it is, comes before or after it: no mark outlives him. @throws 404 */
async function holdOwner(transaction: Transaction<Schema>, { objectType, objectId }: Named): Promise<void> {
  if (objectType === 'fund' || objectType === 'tariff') return;
  const contract = sql`from contracts where tenant_id = app_tenant_id() and id = ${objectId} and deleted_at is null`;
  const ownerOf = async () =>
    (await sql<{ customerId: string }>`select customer_id as "customerId" ${contract}`.execute(transaction))
      .rows[0]?.customerId;
  const ownerId = objectType === 'customer' ? objectId : await ownerOf();
  if (ownerId === undefined || !(await holdCustomers(transaction, [ownerId]))) throw notFound();
  if (objectType === 'customer') return;
  // The customer is held first, as by whoever erases him with his contracts.
  const { rows } = await sql`select 1 ${contract} and customer_id = ${ownerId} for share`.execute(
    transaction,
  );
  if (rows.length === 0) throw notFound();
}

/** Favourites she may not see at the moment, as "type id": they take no room from those she sees, and are there again with the right. */
async function hiddenFavourites(services: Services, { actor, scope }: SignedInContext): Promise<string[]> {
  const kept = await services.database.read<{ key: string }>(scope, {
    sql: `select distinct ${lineOf} as key from own_shortcuts s
      where tenant_id = $1 and user_id = $2 and favourite_since is not null`,
    parameters: [scope.tenantId, scope.userId],
  });
  const seen = new Set(
    (await readFavourites(services, { actor, scope })).map(({ type, id }) => `${type} ${id}`),
  );
  return kept.map(({ key }) => key).filter((key) => !seen.has(key));
}

const now = (services: Services) => new Date(services.clock()).toISOString();
