import type { DbContext, Reader } from './database/database.ts';

/**
 * The address links of a house begin with: `PUBLIC_ORIGIN` where that host shows this house. Where several live in one
 * installation it shows another house or none, which knows nothing of what the link opens: then it is the host the caller
 * is at, if it is one of the house's own (a host somebody else writes into a request leads nowhere), else its first one.
 * @param context of the house
 * @param asked the caller's Host header
 */
export async function houseOrigin(
  reader: Reader,
  context: DbContext,
  publicOrigin: string,
  asked: string,
): Promise<string> {
  const own = new URL(publicOrigin);
  const name = asked.toLowerCase().replace(/:\d{1,5}$/, '');
  const [row] = await reader.read<{ host: string | null }>(context, {
    sql: `select (select h.host from white_label_hosts h
             where h.tenant_id = app_tenant_id()
               and not exists (select from find_white_label($1) w where w.tenant_id = app_tenant_id())
             order by h.host = $2 desc, h.host limit 1) as host`,
    parameters: [own.hostname, name],
  });
  const host = row?.host ?? null;
  if (host === null) return own.origin;
  return `${own.protocol}//${host}${own.port === '' ? '' : `:${own.port}`}`;
}
