import { purchaseForClient } from '@depotwerk/engine/advice/purchase-for-client';
import { said } from '../../texts/texts.ts';
import type { SelectOption } from '../../ui/select-field.tsx';
import type { AdviceInput } from './optimization-types.ts';

/**
 * Funds with a price that may be added to a plan, by name. What the client may not buy stands there with the reason and cannot be
 * chosen, but for `own`: of those she holds or pays into something else may be wanted.
 */
export const fundOptions = (
  input: AdviceInput,
  isThere: (fundId: number) => boolean,
  own: readonly { readonly isin: string }[],
): SelectOption<string>[] =>
  input.funds
    .filter(({ fundId, price }) => !isThere(fundId) && price !== null)
    .sort((one, other) => one.name.localeCompare(other.name, 'de'))
    .map((fund) => {
      const isOwn = own.some(({ isin }) => isin === fund.isin);
      const found = isOwn
        ? []
        : purchaseForClient(fund, input.restrictions ?? null, input.client ?? null, input.esg);
      const forbidden = found.find(([status]) => status === 'blocked')?.[1];
      return {
        value: String(fund.fundId),
        label: forbidden === undefined ? fund.name : said(forbidden),
        isDisabled: forbidden !== undefined,
      };
    });
