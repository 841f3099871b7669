import type { FundStatus } from '@depotwerk/domain/master-data/fund-status';
import { closedFundText } from '../texts/told-alike.ts';
import type { AdviceFinding } from './purchase-for-client.ts';

/** What of a fund decides whether a contract may buy it, whoever holds the contract. */
export interface OfferedFund {
  readonly name: string;
  /** A fund that is switched off counts as closed. */
  readonly status: FundStatus;
  /** What it was merged into; absent or null = nobody said so. */
  readonly successorName?: string | null;
  /** Risk indicator; null = unknown. */
  readonly sri: number | null;
  /** Whether the contract's tariff chose it. */
  readonly isInUniverse: boolean;
}

/**
 * What fund and tariff say of buying it: the tariff's choice of funds, whether the fund takes money, and the tariff's highest risk indicator.
 *
 * @param isOwn the contract holds it or saves into it
 * @param sriLimit null = the tariff has none
 */
export function offerOfPurchase(
  { name, status, successorName, sri, isInUniverse }: OfferedFund,
  isOwn: boolean,
  sriLimit: number | null,
): AdviceFinding[] {
  if (!isInUniverse) return [['blocked', `${name} gehört nicht zur Fondsauswahl des Tarifs.`]];
  if (status === 'softClosed' && !isOwn)
    return [['blocked', `${name} kann nur noch kaufen, wer ihn schon hält.`]];
  if (status !== 'open' && status !== 'softClosed')
    return [['blocked', closedFundText(name, status, successorName ?? null)]];
  if (sriLimit === null || (sri !== null && sri <= sriLimit)) return [];
  return sri === null
    ? [
        [
          'warning',
          `Der Risikoindikator von ${name} ist nicht bekannt; der Tarif erlaubt höchstens ${sriLimit}.`,
        ],
      ]
    : [['blocked', `${name} hat den Risikoindikator ${sri}; der Tarif erlaubt höchstens ${sriLimit}.`]];
}
