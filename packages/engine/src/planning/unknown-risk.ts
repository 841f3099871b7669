import { measureContract, unknownAllowed, type ValuedPosition } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { named } from './count-text.ts';
import { lockedText } from './lifted-limits.ts';
import type { BindingLimit, PlanRequest } from './plan-input.ts';

type Named = Pick<BindingLimit, 'limit' | 'text'>;

/** A reason of an unknown risk; `covers` is a sentence that would say no more beside it. */
interface RiskReason extends Named {
  readonly covers?: string;
}

/**
 * Holdings of unknown risk that a question asks for; none where they are too little for the risk of the whole to be unknown and others
 * are enough.
 */
function holdingsOf(
  context: TariffContext,
  { contract }: PlanRequest,
  isAsked: (holding: ValuedPosition) => boolean,
): string[] {
  const { positions, unknownShare } = measureContract(context, contract);
  const asked = positions.filter(
    (holding) =>
      holding.position.quantity > 0 &&
      (!holding.fund?.hasRiskData || holding.fund.groupIndex < 0) &&
      isAsked(holding),
  );
  const share = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (share <= unknownAllowed && unknownShare - share > unknownAllowed) return [];
  return [...new Set(asked.map(({ position }) => position.isin))];
}

/** Funds that nobody knows here and because of which the risk is unknown. */
const strangersOf = (context: TariffContext, request: PlanRequest): string[] =>
  holdingsOf(context, request, ({ fund }) => fund === null);

/** What keeps the risk unknown, and the finding about each of the funds themselves: said once for both. Null = another one. */
export function unknownFunds(context: TariffContext, request: PlanRequest, isin: string): Named | null {
  const { measure } = measureContract(context, request.contract);
  const strangers = measure === null ? strangersOf(context, request) : [];
  return strangers.includes(isin) ? strange(strangers) : null;
}

const strange = (isins: readonly string[]): Named => ({
  limit: 'data.fund',
  text: `Für ${named(isins)} ist hier kein Fonds bekannt; ohne Daten dazu wird davon nichts gehandelt, und das Risiko des Vertrags bleibt unbekannt. Bitte anlegen lassen, was fehlt.`,
});

/**
 * Why the risk of a contract stays unknown whatever is ordered: funds that nobody knows here, and such without risk data that are
 * locked or cannot be traded.
 */
export function unknownRisk(context: TariffContext, request: PlanRequest): RiskReason[] {
  const { locked, traded } = request;
  const strangers = strangersOf(context, request);
  const kept = holdingsOf(
    context,
    request,
    ({ fund, position }) => fund !== null && locked.has(position.isin),
  );
  const untraded = holdingsOf(
    context,
    request,
    ({ fund, position: { isin } }) => fund !== null && !locked.has(isin) && !traded.has(isin),
  );
  return [
    ...(strangers.length > 0 ? [strange(strangers)] : []),
    ...(kept.length > 0
      ? [
          {
            limit: 'contract.locked',
            ...(kept.length === 1 ? { covers: lockedText(named(kept)) } : {}),
            text: `Ohne Risikodaten zu ${named(kept)} bleibt das Risiko des Vertrags unbekannt, und wegen der Sperre wird davon nichts verkauft; bitte die Risikodaten ergänzen lassen oder die Sperre prüfen.`,
          },
        ]
      : []),
    ...(untraded.length > 0
      ? [
          {
            limit: 'data.price',
            text: `Ohne Risikodaten zu ${named(untraded)} bleibt das Risiko des Vertrags unbekannt, und ohne Kurs lässt sich davon nichts verkaufen; bitte Risikodaten und Kurs ergänzen lassen.`,
          },
        ]
      : []),
  ];
}

/** What is left to say where no limit explains that the risk is unknown: what it is unknown for. */
export const lacksRiskData = (context: TariffContext, request: PlanRequest): Named => ({
  limit: 'data.risk',
  text: `Ohne Risikodaten zu ${named(holdingsOf(context, request, () => true))} bleibt das Risiko des Vertrags unbekannt, und kein zulässiger Auftrag ändert das; bitte die Risikodaten ergänzen lassen.`,
});
