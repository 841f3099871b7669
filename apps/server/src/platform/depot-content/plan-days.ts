/** The day in the house's zone, as SQL. */
export const houseDay = `(now() at time zone 'Europe/Berlin')::date`;

/**
 * Savings plans that pay today or are to begin, as a condition: one with an end pays until then, though another one may follow it.
 * Of the house's day, because what is asked is the whole house's: a fund's use, what may become of its currency, and the list
 * its figure leads to. What is asked for one caller (an order, a form, a paper) takes the caller's day.
 */
export const notEnded = (plan: string): string =>
  `(${plan}.valid_to is null or ${plan}.valid_to >= ${houseDay})`;

/** In force on a day given as SQL, as a condition. */
export const inForceOn = (plan: string, day: string): string =>
  `${plan}.valid_from <= ${day}::date and (${plan}.valid_to is null or ${plan}.valid_to >= ${day}::date)`;

/** The plan of a contract in force on a day given as SQL, as a subselect: of several the one that began last. */
export const planInForce = (contract: string, day: string): string =>
  `select s.* from savings_plans s where s.tenant_id = ${contract}.tenant_id and s.contract_id = ${contract}.id
      and ${inForceOn('s', day)} order by s.valid_from desc limit 1`;

/** The plan a form of a contract holds and its bank is compared with, as a subselect: the one in force, else the next to begin. */
export const formPlan = (contract: string, day: string): string =>
  `select s.* from savings_plans s
    where s.tenant_id = ${contract}.tenant_id and s.contract_id = ${contract}.id and (s.valid_to is null or s.valid_to >= ${day}::date)
    order by case when s.valid_from <= ${day}::date then s.valid_from end desc nulls last, s.valid_from limit 1`;
