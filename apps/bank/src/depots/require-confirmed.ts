import { BankError } from '../bank-error.ts';
import type { DepotRow } from './read-depot.ts';

/** Throws unless orders may be placed in the depot: it is open and the customer has confirmed the contract. */
export function requireConfirmed(depot: DepotRow): void {
  if (depot.state !== 'open') throw new BankError('depot.closed');
  if (depot.needs_confirmation === 1) throw new BankError('contract.missingConfirmation');
}
