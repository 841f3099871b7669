import { mayChange, useSession } from '../../../platform/session.ts';
import { useWhiteLabel } from '../../../platform/white-label.ts';

/** Whether banks can be read: a house without bank sign-ins has no place where a password for them is given. */
export function useMayRefresh(): boolean {
  const user = useSession((state) => state.user);
  const { bankCredentials } = useWhiteLabel().features;
  return bankCredentials && mayChange(user, 'contracts.refresh');
}
