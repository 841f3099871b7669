/** As `wasNeverValued`: nothing is known of what such a contract is worth, and what is stored as 0 is no value. */
export const neverValued = (c: string): string =>
  `(${c}.valuation_date is null and ${c}.total_value_cents = 0)`;

/** What a contract is worth in cents, null where nothing is known, as `contracts_by_known_value` holds it. */
export const knownCents = (c: string): string =>
  `case when ${c}.valuation_date is null and ${c}.total_value_cents = 0 then null else ${c}.total_value_cents end`;
