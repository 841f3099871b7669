import { createContext, useContext, useEffect } from 'react';
import { ApiError } from '../../platform/api-error.ts';

/** Whether a call found its analysis over, erased, or gone on elsewhere; a bank that is not known any more is not the analysis. */
export const isGoneError = (error: unknown, statuses: readonly number[] = [404]): boolean =>
  error instanceof ApiError && statuses.includes(error.status) && error.code !== 'traderAuth.unknownBank';

/** What a page does once its analysis is gone; the same function each time. */
export const AnalysisGone = createContext<() => void>(() => undefined);

/** Tells the page when a call failed because the analysis is gone: whichever call finds it, the page says what became of it. */
export function useGone(...errors: readonly unknown[]): void {
  const onGone = useContext(AnalysisGone);
  const isGone = errors.some((error) => isGoneError(error));
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
}
