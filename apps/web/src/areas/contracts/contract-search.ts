import { type ChartPeriod, chartPeriods } from '@depotwerk/domain/chart-periods';
import { choiceParam, dayParam, type RawSearch } from '../../platform/search-params.ts';

/** Search parameters of `/contracts/{id}/{tab}`. */
export interface ContractSearch {
  /** Period of the value chart; absent = one year. */
  period?: ChartPeriod;
  /** Valuation date of the portfolio shown; absent = the newest. */
  date?: string;
  /** Start of the savings plan shown; absent = the one in force. */
  plan?: string;
}

export function validateContractSearch(raw: RawSearch): ContractSearch {
  const period = choiceParam(raw['period'], chartPeriods);
  const date = dayParam(raw['date']);
  const plan = dayParam(raw['plan']);
  return { ...(period && { period }), ...(date && { date }), ...(plan && { plan }) };
}
