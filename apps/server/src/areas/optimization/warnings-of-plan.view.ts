/**
 * SQL: what the checks of a plan warn of, in German sentences and in the order of the checks; empty where nothing is to be said, and of
 * no plan. Whoever decides on many sees them before they are carried out one by one.
 */
export const warningsSql = (
  plan: string,
): string => `coalesce((select jsonb_agg(k.value->>'text' order by k.ordinality)
    from jsonb_array_elements(${plan}.checks) with ordinality k where k.value->>'result' = 'warning'), '[]')`;
