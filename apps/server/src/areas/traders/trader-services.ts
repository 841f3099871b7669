import type { SignInServices } from '../../platform/services.ts';
import type { TraderGateways } from './gateway/gateway-registry.ts';

/** What the trader area needs beyond sign-in: the way to the banks. */
export interface TraderServices extends SignInServices {
  readonly gateways: TraderGateways;
}
