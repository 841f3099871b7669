/** A valuation and what was paid in up to its day, less what was taken out; null = nobody has said it. */
interface PaidValuation {
  readonly value: number;
  readonly paidIn: number | null;
}

/** Valuations payments are taken out of. */
export interface PaidValuations<V, P = never> {
  /** Whether payments can be told from gains over the time of these valuations. */
  readonly areKnown: boolean;
  readonly valuations: readonly V[];
  /** Those whose day is known; none where they cannot be told from gains. */
  readonly payments: readonly P[];
}

/**
 * The valuations gains and returns are worked out from: those whose payments are known, as soon as there are two of them, so that
 * nothing is said of a time before anybody stated what had been paid. Where there are fewer, payments cannot be told from gains:
 * all of them are answered as if nothing had been paid, and it has to be said beside the figures.
 *
 * @param valuations by day, one a day
 */
export function paidValuations<V extends PaidValuation, P = never>(
  valuations: readonly V[],
  payments: readonly P[] = [],
): PaidValuations<V & { readonly paidIn: number }, P> {
  const known = valuations.filter((each): each is V & { readonly paidIn: number } => each.paidIn !== null);
  if (known.length === valuations.length || known.length > 1)
    return { areKnown: true, valuations: known, payments };
  return {
    // Where nothing ever was there is no gain to tell from payments.
    areKnown: valuations.every(({ value }) => value === 0),
    valuations: valuations.map((each) => ({ ...each, paidIn: 0 })),
    payments: [],
  };
}

/** A picture of a contract's value, as far as its lines go. */
interface ValueLines<S extends { readonly key: string }> {
  readonly chartConfig: { readonly series: readonly S[] };
  readonly chartData: Readonly<Record<string, readonly unknown[]>>;
}

/** Whether the picture knows what was paid in. */
export const arePaymentsDrawn = ({ chartData }: Pick<ValueLines<never>, 'chartData'>): boolean =>
  (chartData['contributions'] ?? []).length > 0;

/** The lines to draw: none for what was paid in where nobody knows it; one along 0 would say that nothing was. */
export const drawnSeries = <S extends { readonly key: string }>(chart: ValueLines<S>): readonly S[] =>
  chart.chartConfig.series.filter(({ key }) => key !== 'contributions' || arePaymentsDrawn(chart));

/** What is said beside gains and returns of a time whose payments nobody knows. */
export const unknownPaymentsText =
  'Was ein- und ausgezahlt wurde, ist nicht bekannt; es steckt deshalb in Gewinn/Verlust und Rendite.';
