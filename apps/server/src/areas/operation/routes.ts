import { getOperationState } from '@depotwerk/api/operation/operation';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services, SignInServices } from '../../platform/services.ts';
import { type RunningProduct, readOperationState } from './operation-state.view.ts';

/** What an operator sees of the product. */
export const operationRoutes = (
  services: Services & Pick<SignInServices, 'keys'>,
  product: RunningProduct,
): Route[] => [route(getOperationState, ({ scope }) => readOperationState(services, scope, product))];
