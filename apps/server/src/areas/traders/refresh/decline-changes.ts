import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { DealtWith } from './dealt-with.ts';
import { lockDepotOf, storeDealtWith } from './depot-of-contract.ts';
import type { OpenChange } from './open-change.ts';
import { storedValues } from './pending-change-rows.ts';

/** Hint of the catalogue: the bank's data differ and were not taken over. */
const bankDifferenceHint = 22;

const scopes: Readonly<Record<string, 'portfolio' | 'savingsPlan' | 'contract'>> = {
  holdings: 'portfolio',
  cash: 'portfolio',
  savingsPlan: 'savingsPlan',
  contribution: 'savingsPlan',
};

/** Our state stays; what the bank reported counts as dealt with, and a hint says that the two differ. */
export async function declineChanges(
  transaction: Transaction<Schema>,
  contractId: string,
  changes: readonly OpenChange[],
): Promise<void> {
  const depot = await lockDepotOf(transaction, contractId);
  if (depot?.dealtWith) {
    await storeDealtWith(transaction, depot.id, changes.reduce(declined, depot.dealtWith));
  }
  for (const change of changes) {
    const scope = scopes[change.fieldName] ?? 'contract';
    const text = `${change.description} Es wurde entschieden, den bisherigen Stand beizubehalten. Bitte klären Sie die Abweichung mit dem Institut.`;
    // One open hint a part of the contract is enough.
    await sql`insert into contract_hints (tenant_id, contract_id, optimization_hint_id, title, text, severity, scope)
      select app_tenant_id(), ${contractId}, h.id, h.optimization_hint_name, ${text}, 1, ${scope}
        from optimization_hints h
       where h.id = ${bankDifferenceHint} and not exists (
         select from contract_hints o where o.tenant_id = app_tenant_id() and o.contract_id = ${contractId}
            and o.optimization_hint_id = h.id and o.scope = ${scope} and o.state = 'open')`.execute(
      transaction,
    );
  }
}

function declined(dealtWith: DealtWith, change: OpenChange): DealtWith {
  switch (change.fieldName) {
    case 'holdings': {
      const positions = storedValues.holdings.bank.parse(change.bankValue);
      const declinedQuantities = Object.fromEntries(positions.map(({ isin, quantity }) => [isin, quantity]));
      return { ...dealtWith, quantities: { ...dealtWith.quantities, ...declinedQuantities } };
    }
    case 'savingsPlan':
      return { ...dealtWith, savingsPlan: storedValues.savingsPlan.bank.parse(change.bankValue) };
    case 'cash':
      return { ...dealtWith, cash: storedValues.cash.bank.parse(change.bankValue) };
    case 'holderName':
      return { ...dealtWith, holderName: storedValues.holderName.bank.parse(change.bankValue) };
    default:
      return dealtWith;
  }
}
