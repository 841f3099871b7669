import type { Portfolio } from '@depotwerk/api/contracts/contract-detail';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../../texts/texts.ts';

/** What an insurer holds beside the funds. */
type InsurerSide = Pick<Portfolio, 'reserveValue' | 'guaranteeFundQuantity'>;

/** Conventional reserve in words; null without one: a depot has none, and what nobody told is kept as 0 as well. */
export const reserveText = ({ reserveValue }: InsurerSide): string | null =>
  reserveValue === 0 ? null : formatMoney(reserveValue);

/** Units of the guarantee fund in words; null without any. */
export const guaranteeUnitsText = ({ guaranteeFundQuantity }: InsurerSide): string | null =>
  guaranteeFundQuantity === 0 ? null : formatNumber(guaranteeFundQuantity, 0, 6);

/** Label and value of each of them that is there. */
export const insurerValues = (side: InsurerSide): [string, string][] => {
  const [reserve, units] = [reserveText(side), guaranteeUnitsText(side)];
  return [
    ...(reserve === null ? [] : [[t('portfolio.values.reserveValue'), reserve] satisfies [string, string]]),
    ...(units === null
      ? []
      : [[t('portfolio.values.guaranteeFundQuantity'), units] satisfies [string, string]]),
  ];
};
