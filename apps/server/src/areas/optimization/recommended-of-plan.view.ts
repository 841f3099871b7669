/**
 * SQL: what was recommended when a plan was made, null of a plan without; whether it suited is kept beside it, and is not known
 * of earlier plans.
 */
export const recommendedSql = (
  plan: string,
): string => `case when jsonb_typeof(${plan}.parameters->'recommended') = 'object'
    then ${plan}.parameters->'recommended'
      || jsonb_strip_nulls(jsonb_build_object('isSuitable', ${plan}.parameters->'isRecommendedSuitable')) end`;
