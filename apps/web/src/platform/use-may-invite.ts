import { useMayChange } from './session.ts';
import { useWhiteLabel } from './white-label.ts';

/** Whether the house takes invited people at all, and whether this person may invite them. */
export function useMayInvite() {
  const mayInvite = useMayChange('customers.create');
  const { registrationMode, features } = useWhiteLabel();
  const isClosed = registrationMode === 0 || !features.preregistration;
  return { isClosed, mayInvite, isOffered: mayInvite && !isClosed };
}
