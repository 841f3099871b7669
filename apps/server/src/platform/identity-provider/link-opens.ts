/**
 * Whether a link `l` still signs somebody in, as SQL: none does that belongs to a provider the house has left for another
 * one.
 */
export const opensSql = `(l.issuer is not null and not exists (
  select from identity_providers p where p.is_active and p.issuer <> l.issuer))`;

/**
 * Whether a person, given by the alias of its row, could sign in now, as SQL: with a password, or through the provider the house has. One
 * that is switched off lets nobody in, though its links are kept for when it is switched on again.
 */
export const canSignInNow = (user: string): string =>
  `(${user}.password_hash is not null or exists (select from identity_links l
    join identity_providers p on p.tenant_id = l.tenant_id and p.issuer = l.issuer and p.is_active
    where l.tenant_id = ${user}.tenant_id and l.user_id = ${user}.id))`;

/** Whether a person, given by the alias of its row, can sign in at all, as SQL: with a password, or through the house's provider. */
export const canSignIn = (user: string): string =>
  `(${user}.password_hash is not null or exists (select from identity_links l
    where l.tenant_id = ${user}.tenant_id and l.user_id = ${user}.id and ${opensSql}))`;
