import type { TermsVersion } from '@depotwerk/api/white-label/terms';
import type { Database, Reader } from '../../platform/database/database.ts';
import { houseDay } from '../../platform/depot-content/plan-days.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { hostOf } from '../../platform/http/host-of.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

/** Later days count, and of one day what was published last. */
const newest = 't.valid_from desc, t.created_at desc, t.id';

/** The version that counts today for an appearance, as SQL; null where there is none. */
export const currentTerms = (tenantId: string, whiteLabelId: string): string =>
  `(select t.version from terms_versions t where t.tenant_id = ${tenantId} and t.white_label_id = ${whiteLabelId}
     and t.valid_from <= ${houseDay} order by ${newest} limit 1)`;

/** The versions of an appearance, the newest day first; texts only of those that are read here, for there may be hundreds. @throws 404 for an appearance that is not there */
export async function listTerms(services: ReadServices, scope: Scope, id: string): Promise<TermsVersion[]> {
  const [found, rows] = await services.database.readMany<[{ id: string }, TermsVersion]>(scope, [
    { sql: 'select id from white_label_configs where id = $1', parameters: [id] },
    {
      sql: `select t.id, t.version, t.valid_from as "validFrom", t.asks_again as "asksAgain",
          case when s.state <> 'past' then t.content end as content, s.state, t.created_at as "createdAt",
          (select u.full_name from users u where u.tenant_id = t.tenant_id and u.id = t.created_by) as "createdByName",
          (select count(*)::int from terms_agreements a
            where a.tenant_id = t.tenant_id and lower(a.terms_version) = lower(t.version)) as "agreementCount"
        from terms_versions t cross join lateral (select case when t.valid_from > ${houseDay} then 'planned'
          when t.version = ${currentTerms('t.tenant_id', 't.white_label_id')} then 'current' else 'past' end as state) s
       where t.white_label_id = $1 order by ${newest}`,
      parameters: [id],
    },
  ]);
  if (found.length === 0) throw notFound();
  return rows;
}

/** Puts the appearance of a tenant first that belongs to a host, given by its placeholder, and else its default one; configurations are `w`. */
export const byHost = (
  host: string,
): string => `exists (select from white_label_hosts h where h.tenant_id = w.tenant_id and h.white_label_id = w.id
  and h.host = ${host}) desc, w.is_default desc, w.created_at, w.id`;

/** Which terms a house asks for at a host; null where it has no appearance. */
export async function readTermsOfHouse(
  reader: Reader,
  tenantId: string,
  host: string,
): Promise<{ readonly termsUrl: string | null; readonly termsVersion: string | null } | null> {
  const [house] = await reader.read<{ termsUrl: string | null; termsVersion: string | null }>(
    { tenantId, userId: null },
    {
      sql: `select w.terms_url as "termsUrl", ${currentTerms('w.tenant_id', 'w.id')} as "termsVersion"
        from white_label_configs w where w.tenant_id = $1 order by ${byHost('$2')} limit 1`,
      parameters: [tenantId, hostOf(host)],
    },
  );
  return house ?? null;
}

interface TermsText extends Pick<TermsVersion, 'version' | 'validFrom'> {
  readonly content: string;
}

/**
 * The text of one version of a house, or of the one that counts today for an appearance; one that is still to come is nobody's
 * to read. null where there is none.
 */
export async function readTermsText(
  database: Database,
  { tenantId, whiteLabelId, version }: { tenantId: string; whiteLabelId: string; version: string | null },
): Promise<TermsText | null> {
  const [row] = await database.read<TermsText>(
    { tenantId, userId: null },
    {
      sql: `select t.version, t.content, t.valid_from as "validFrom" from terms_versions t
        where t.tenant_id = $1 and t.valid_from <= ${houseDay}
          and case when $3::text is null then t.white_label_id = $2 else lower(t.version) = lower($3) end
        order by ${newest} limit 1`,
      parameters: [tenantId, whiteLabelId, version],
    },
  );
  return row ?? null;
}

/**
 * The version somebody has to agree to anew at a host: she agreed to an earlier one, and since then one was published that asks
 * again. Whoever never agreed to anything is not asked. null where nothing is to be agreed to.
 */
export async function readTermsToAgree(
  database: Database,
  person: { readonly tenantId: string; readonly userId: string },
  host: string,
): Promise<string | null> {
  const [row] = await database.read<{ version: string | null }>(person, {
    sql: `select ${currentTerms('w.tenant_id', 'w.white_label_id')} as version from find_white_label($2) w
      where w.tenant_id = app_tenant_id()
        and exists (select from users u where u.id = $1 and u.terms_version is not null)
        and exists (select from terms_versions x where x.tenant_id = w.tenant_id and x.white_label_id = w.white_label_id
          and x.asks_again and x.valid_from <= ${houseDay}
          and not exists (select from terms_agreements a
            join terms_versions y on y.tenant_id = a.tenant_id and lower(y.version) = lower(a.terms_version)
            where a.tenant_id = x.tenant_id and a.user_id = $1 and y.white_label_id = x.white_label_id
              and (y.valid_from, y.created_at) >= (x.valid_from, x.created_at)))`,
    parameters: [person.userId, hostOf(host)],
  });
  return row?.version ?? null;
}
