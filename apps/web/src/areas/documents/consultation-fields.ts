import type { CallInput } from '@depotwerk/api/call';
import type { Consultation, putConsultation } from '@depotwerk/api/consultations/consultations';

export type Recommendation = Consultation['recommendations'][number];

/** What can be changed in a draft, with the names of funds to show. */
export type ConsultationFields = Omit<CallInput<typeof putConsultation>['body'], 'recommendations'> & {
  recommendations: readonly Recommendation[];
};

/** The editable part of a record. */
export function fieldsOf(record: Consultation): ConsultationFields {
  const { contractIds, consultationKind, place, initiative, participants, startedAt } = record;
  const { recommendations, reasonText, isPeriodicReviewAgreed } = record;
  return {
    contractIds,
    consultationKind,
    place,
    initiative,
    participants,
    startedAt,
    recommendations,
    reasonText,
    isPeriodicReviewAgreed,
  };
}

/** What the call takes: without the names. */
export function bodyOf(fields: ConsultationFields): CallInput<typeof putConsultation>['body'] {
  return {
    ...fields,
    recommendations: fields.recommendations.map(({ fundName: _name, isin: _isin, ...kept }) => kept),
  };
}

/** Why the fields cannot be saved as they stand. @param now milliseconds since 1970 */
export function fieldsFault(
  fields: Pick<ConsultationFields, 'contractIds' | 'startedAt'>,
  now: number = Date.now(),
): 'contractNeeded' | 'startedFuture' | null {
  if (fields.contractIds.length === 0) return 'contractNeeded';
  return Date.parse(fields.startedAt) > now + 60_000 ? 'startedFuture' : null;
}

/** Instant of a day and a time in the user's zone; null while the time is not one. */
export function instantOf(day: string, time: string): string | null {
  const moment = new Date(`${day}T${time}:00`);
  return /^\d{2}:\d{2}$/.test(time) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null;
}

/** Time of day as a German types it ("9:05", "9.05", "0905", "9"), as HH:MM; null when it is none. */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2})(?:[:. ]?(\d{2}))?(?:\s*Uhr)?$/.exec(text.trim());
  if (!parts || Number(parts[1]) > 23 || Number(parts[2] ?? 0) > 59) return null;
  return `${(parts[1] ?? '').padStart(2, '0')}:${parts[2] ?? '00'}`;
}

/** Day and time of an instant in the user's zone. */
export function dayAndTimeOf(instant: string): { day: string; time: string } {
  const moment = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  };
}

/** An order of a stored plan, as far as a recommendation takes it. */
export interface PlannedOrder {
  action: 'buy' | 'sell';
  fundId: number;
  fundName: string;
  isin: string;
  reason: string;
}

/**
 * The recommendations of a record with those of one contract replaced by the orders of its plan. What was noted about
 * handing over stays where the same fund is still recommended.
 */
export function withPlan(
  recommendations: readonly Recommendation[],
  contractId: string,
  orders: readonly PlannedOrder[],
): Recommendation[] {
  const handedOver = new Map(
    recommendations
      .filter((one) => one.contractId === contractId && one.keyInformationHandedOverAt !== null)
      .map((one) => [one.fundId, one]),
  );
  return [
    ...recommendations.filter((one) => one.contractId !== contractId),
    ...orders.map(({ action, fundId, fundName, isin, reason }) => ({
      contractId,
      fundId,
      fundName,
      isin,
      action,
      reason,
      keyInformationHandedOverAt: handedOver.get(fundId)?.keyInformationHandedOverAt ?? null,
      keyInformationForm: handedOver.get(fundId)?.keyInformationForm ?? null,
    })),
  ];
}

/** For these actions the key information document must be handed over before the decision. */
export const needsKeyInformation = ({ action }: Pick<Recommendation, 'action'>): boolean =>
  action === 'buy' || action === 'switch';
