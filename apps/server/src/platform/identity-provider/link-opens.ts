/**
 * Whether a link `l` still signs somebody in, as SQL: none does that belongs to a provider the house has left for another
 * one.
 */
export const opensSql = `(l.issuer is not null and not exists (
  select from identity_providers p where p.is_active and p.issuer <> l.issuer))`;
