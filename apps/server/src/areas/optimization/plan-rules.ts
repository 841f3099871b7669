import { isBankDay } from '@depotwerk/domain/bank-days';
import type { BindingLimit } from '@depotwerk/engine/planning/plan-input';
import { AppError } from '../../platform/http/app-error.ts';
import type { InputParts, TariffBasis } from './advice-input.view.ts';

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
  const ofTariff = tariffReasons(planned, current);
  return [
    ...(isExpired ? ['Die Kurse des Vorschlags sind älter als ein Bankarbeitstag.'] : []),
    ...(planned.holdings === current.holdings
      ? []
      : [
          isGuaranteed
            ? 'Bestand, Sparplan oder Garantie haben sich geändert.'
            : 'Bestand oder Sparplan haben sich geändert.',
        ]),
    ...(ofTariff.length > 0 || planned.prices === current.prices ? [] : ['Es liegen neuere Kurse vor.']),
    ...(planned.profile === current.profile
      ? []
      : ['Risikoklasse, Risikoprofil, Präferenz oder Angaben zu den Inhabern haben sich geändert.']),
    ...(planned.costs === current.costs ? [] : ['Die Kosten des Vertrags haben sich geändert.']),
    ...ofTariff,
  ];
}

/** What of a tariff a plan rests on, and how it is said that it is another now. */
const basisTexts: readonly (readonly [keyof TariffBasis, string])[] = [
  ['riskClass', 'Zielaufteilung oder Risikoband des Tarifs haben sich geändert.'],
  ['rules', 'Grenzen oder Regeln des Tarifs haben sich geändert.'],
  ['funds', 'Die Fonds des Tarifs oder Angaben zu ihnen haben sich geändert.'],
];

/** A version that leaves what the plan rests on leaves the plan, and whoever has agreed to it. */
function tariffReasons(planned: InputParts, current: InputParts): string[] {
  const { basis: was } = planned;
  const { basis: is } = current;
  if (!was || !is)
    return planned.tariff === current.tariff ? [] : ['Der Tarif oder seine Fonds haben sich geändert.'];
  if (was.tariffId !== is.tariffId) return ['Der Vertrag hat jetzt einen anderen Tarif.'];
  return basisTexts.flatMap(([part, text]) => (was[part] === is[part] ? [] : [text]));
}

/** A refusal with the limits that bind, each with a sentence. */
export const refusedPlan = (
  code: 'optimization.infeasible' | 'optimization.invalidPlan',
  reasons: readonly BindingLimit[],
): AppError => new AppError(code, { params: { reasons } });
