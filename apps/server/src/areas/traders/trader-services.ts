import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import type { TraderGateways } from './gateway/gateway-registry.ts';

/** What the trader area needs beyond sign-in: the way to the banks. */
export interface TraderServices extends SignInServices {
  readonly gateways: TraderGateways;
  /** What moved since the contract's open plan was made, as sentences; empty while it is good. */
  readonly outdatedReasons: (
    context: Pick<SignedInContext, 'scope' | 'zone'>,
    contractId: string,
  ) => Promise<readonly string[]>;
}
