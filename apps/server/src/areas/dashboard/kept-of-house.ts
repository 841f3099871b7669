import type { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { statisticsCondition } from '../contracts/public.ts';

/** Which kept numbers `s` a caller's tile adds up; a customer's none, as the lists find nothing of it for her. */
export const keptOfHouse = (scope: Scope, parameters: Parameters): string =>
  scope.ownCustomerId === null
    ? statisticsCondition(visibilityOf(scope, 'groupContracts.view'), parameters)
    : 'false';
