import { plausibilityWeights } from '@depotwerk/domain/tariff/plausibility-rules';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';

const defineCall = callsOf('tariffComponents');

const severities = z.record(z.string().check(z.regex(/^[A-Za-z0-9]{1,50}$/)), z.enum(plausibilityWeights));
const answer = z.strictObject({ rowVersion: z.int(), severities });

export const getPlausibilityRules = defineCall({
  id: 'getPlausibilityRules',
  method: 'GET',
  path: '/plausibility-rules',
  summary: 'How the house weighs findings of the plausibility check; rules it has not named are left out.',
  access: 'tariffs.view',
  answer,
});

export const putPlausibilityRules = defineCall({
  id: 'putPlausibilityRules',
  method: 'PUT',
  path: '/plausibility-rules',
  summary: 'Sets the weights; rules that protect what is computed or promised cannot be named.',
  access: 'userManagement.editRoles',
  needsFreshFactor: true,
  needsIfMatch: true,
  body: z.strictObject({ severities }),
  answer,
  errors: ['common.validationFailed', 'common.versionConflict'],
});
