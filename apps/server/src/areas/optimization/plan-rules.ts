import { isBankDay } from '@depotwerk/domain/bank-days';
import type { BindingLimit } from '@depotwerk/engine/planning/plan-input';
import { AppError } from '../../platform/http/app-error.ts';
import type { InputParts } from './advice-input.view.ts';

/** Prices are good until the end of the next bank day. */
export function expiryOf(today: string): string {
  const date = new Date(`${today}T12:00:00Z`);
  do date.setUTCDate(date.getUTCDate() + 1);
  while (!isBankDay(date.toISOString().slice(0, 10)));
  // The end of the day in Germany, summer and winter.
  return `${date.toISOString().slice(0, 10)}T22:00:00.000Z`;
}

/**
 * Why a plan no longer fits what it was made from, as sentences; empty while it does. Prices are those of a tariff's funds: another
 * tariff, or other funds of it, bring others that are not newer.
 *
 * @param isGuaranteed whether what the contract promises is part of its holdings
 */
export function outdatedReasons(
  planned: InputParts,
  current: InputParts,
  isExpired: boolean,
  isGuaranteed = false,
): string[] {
  const isOtherTariff = planned.tariff !== current.tariff;
  return [
    ...(isExpired ? ['Die Kurse des Vorschlags sind älter als ein Bankarbeitstag.'] : []),
    ...(planned.holdings === current.holdings
      ? []
      : [
          isGuaranteed
            ? 'Bestand, Sparplan oder Garantie haben sich geändert.'
            : 'Bestand oder Sparplan haben sich geändert.',
        ]),
    ...(isOtherTariff || planned.prices === current.prices ? [] : ['Es liegen neuere Kurse vor.']),
    ...(planned.profile === current.profile
      ? []
      : ['Risikoklasse, Risikoprofil oder Präferenz haben sich geändert.']),
    ...(planned.costs === current.costs ? [] : ['Die Kosten des Vertrags haben sich geändert.']),
    ...(!isOtherTariff ? [] : ['Der Tarif oder seine Fonds haben sich geändert.']),
  ];
}

/** A refusal with the limits that bind, each with a sentence. */
export const refusedPlan = (
  code: 'optimization.infeasible' | 'optimization.invalidPlan',
  reasons: readonly BindingLimit[],
): AppError => new AppError(code, { params: { reasons } });
