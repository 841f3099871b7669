import type { ContractInput } from '../check/contract-input.ts';
import { isUnpriced } from '../check/measure-contract.ts';
import { named } from './count-text.ts';
import type { BindingLimit } from './plan-input.ts';

/**
 * What forbids any order: a holding without price may be little or most of the contract, and fill what seems to be missing. Null
 * where every holding has a price.
 */
export function unknownWorth({ positions }: ContractInput): BindingLimit | null {
  const isins = positions.filter(isUnpriced).map(({ isin }) => isin);
  if (isins.length === 0) return null;
  return {
    limit: 'data.price',
    subject: 'portfolio',
    values: {},
    text: `Für ${named(isins)} liegt kein Kurs vor; deshalb ist unbekannt, was der Vertrag wert ist und was ihm fehlt. Aufträge lassen sich erst vorschlagen, wenn zu jedem Bestand ein Kurs vorliegt.`,
  };
}
