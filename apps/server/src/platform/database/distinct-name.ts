/**
 * SQL of the name of a person of the house as others read it: with what he signs in with where somebody else of the house
 * has the same name, so that nobody gives work or credit to the wrong one. Null where `alias` is an outer join without row.
 * @param alias the row of `users`
 */
export const distinctName = (alias: string): string =>
  `(case when exists (select from users namesake where namesake.tenant_id = ${alias}.tenant_id
      and namesake.sort_name = ${alias}.sort_name and namesake.id <> ${alias}.id and namesake.customer_id is null)
    then ${alias}.full_name || ' (' || ${alias}.user_name || ')' else ${alias}.full_name end)`;
