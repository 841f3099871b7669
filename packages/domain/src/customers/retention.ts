/** FinVermV § 23: ten years after the end of the year. */
const retentionYears = 10;

/** Last day something of a day or instant (`YYYY-…`) has to be kept, as `YYYY-MM-DD`. */
export const retentionEndOf = (day: string): string => `${Number(day.slice(0, 4)) + retentionYears}-12-31`;

/** What the product holds of a customer that the law wants kept, in the order it is shown. */
export const keptAreas = ['contracts', 'orders', 'consultations', 'documents'] as const;
export type KeptArea = (typeof keptAreas)[number];

/** A kind of data of one customer: how much there is, and until when the last of it has to be kept. */
export interface KeptData {
  readonly area: KeptArea;
  readonly count: number;
  /** `YYYY-MM-DD`; null = nothing of it */
  readonly until: string | null;
}

export interface ErasureOutlook {
  /** `running`: contracts still run, so nothing can be erased; `kept`: erased after `until`; `free`: erased at once. */
  readonly state: 'running' | 'kept' | 'free';
  /** Last day on which something has to be kept; null unless `kept`. */
  readonly until: string | null;
  /** What has to be kept beyond today. */
  readonly kept: readonly KeptData[];
}

/**
 * What would become of a customer's data if he asked today for its erasure (Art. 17 GDPR): contracts that run keep
 * everything; else what the law wants kept stays until its day, and all goes together after the last of these days.
 */
export function erasureOutlook(
  runningContracts: number,
  data: readonly KeptData[],
  today: string,
): ErasureOutlook {
  if (runningContracts > 0) return { state: 'running', until: null, kept: [] };
  const kept = data.filter(({ count, until }) => count > 0 && until !== null && until >= today);
  const until = kept.reduce<string | null>(
    (latest, one) => (one.until !== null && (latest === null || one.until > latest) ? one.until : latest),
    null,
  );
  return { state: until === null ? 'free' : 'kept', until, kept };
}
