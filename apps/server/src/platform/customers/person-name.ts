/**
 * The SQL of the name customers are shown by, as `personName` of the domain makes it; `alias` names a row with
 * first_name and last_name. Never empty: the database wants a last name that is not blank, of a company its own.
 */
export const personNameOf = (alias: string): string =>
  `btrim(${alias}.first_name || ' ' || ${alias}.last_name)`;

/** The order lists of people have, as readers of German look them up; `alias` names a row of customers. */
export const nameOrderOf = (alias: string): string => `${alias}.sort_name, ${alias}.id`;
