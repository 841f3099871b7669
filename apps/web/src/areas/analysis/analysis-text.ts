import { germanNumber } from '@depotwerk/domain/german-figures';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatPercent } from '@depotwerk/domain/percent';
import { t } from '../../texts/texts.ts';

/** Whole euros: a projection knows no cents. */
export const euros = (value: number): string => asReadersWrite(`${germanNumber(value, 0, 0)}\u00a0€`);

/** A fraction as percent, or that it is not known. */
export const percentOrUnknown = (value: number | null, decimals = 1): string =>
  value === null ? t('contractAnalysis.unknown') : formatPercent(value, decimals);
