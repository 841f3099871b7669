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

/** Why a plan no longer fits what it was made from, as sentences; empty while it does. */
export function outdatedReasons(planned: InputParts, current: InputParts, isExpired: boolean): string[] {
  return [
    ...(isExpired ? ['Die Kurse des Vorschlags sind älter als ein Bankarbeitstag.'] : []),
    ...(planned.holdings === current.holdings ? [] : ['Bestand oder Sparplan haben sich geändert.']),
    ...(planned.prices === current.prices ? [] : ['Es liegen neuere Kurse vor.']),
    ...(planned.profile === current.profile
      ? []
      : ['Risikoklasse, Risikoprofil oder Präferenz haben sich geändert.']),
    ...(planned.costs === current.costs ? [] : ['Die Kosten des Vertrags haben sich geändert.']),
    ...(planned.tariff === current.tariff ? [] : ['Der Tarif oder seine Fonds haben sich geändert.']),
  ];
}

/** A refusal with the limits that bind, each with a sentence. */
export const refusedPlan = (
  code: 'optimization.infeasible' | 'optimization.invalidPlan',
  reasons: readonly BindingLimit[],
): AppError => new AppError(code, { params: { reasons } });
