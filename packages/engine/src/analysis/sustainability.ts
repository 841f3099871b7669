/** What is known of a fund's sustainability (EET); shares as fractions. */
export interface SustainableHolding {
  readonly value: number;
  readonly sfdrArticle: 6 | 8 | 9 | null;
  readonly minimumShareTaxonomy: number | null;
  readonly minimumShareSustainable: number | null;
  readonly considersPai: boolean | null;
}

/** A figure over the funds that say something, and the part of the value they are. */
export interface CoveredShare {
  /** Of the covered value; null where nothing is covered. */
  readonly share: number | null;
  readonly coverage: number;
}

export interface Sustainability {
  /** Parts of the value of the funds by article; `unknown` completes them to 1. */
  readonly articles: Readonly<Record<'6' | '8' | '9' | 'unknown', number>>;
  readonly taxonomy: CoveredShare;
  readonly sustainable: CoveredShare;
  /** Part of the covered value in funds that consider principal adverse impacts. */
  readonly pai: CoveredShare;
}

/**
 * Sustainability of the funds held, weighted by value (Regulation (EU) 2019/2088, articles 6, 8, 9 and minimum shares).
 * A fund that says nothing is not counted as 0: it is not covered. Null where no fund is held.
 */
export function sustainabilityOf(holdings: readonly SustainableHolding[]): Sustainability | null {
  const total = holdings.reduce((sum, { value }) => sum + value, 0);
  if (!(total > 0)) return null;
  const part = (has: (holding: SustainableHolding) => boolean) =>
    holdings.reduce((sum, holding) => (has(holding) ? sum + holding.value : sum), 0) / total;
  const covered = (figure: (holding: SustainableHolding) => number | null): CoveredShare => {
    let [known, sum] = [0, 0];
    for (const holding of holdings) {
      const own = figure(holding);
      if (own === null) continue;
      known += holding.value;
      sum += holding.value * own;
    }
    return { share: known > 0 ? sum / known : null, coverage: known / total };
  };
  return {
    articles: {
      6: part(({ sfdrArticle }) => sfdrArticle === 6),
      8: part(({ sfdrArticle }) => sfdrArticle === 8),
      9: part(({ sfdrArticle }) => sfdrArticle === 9),
      unknown: part(({ sfdrArticle }) => sfdrArticle === null),
    },
    taxonomy: covered(({ minimumShareTaxonomy }) => minimumShareTaxonomy),
    sustainable: covered(({ minimumShareSustainable }) => minimumShareSustainable),
    pai: covered(({ considersPai }) => (considersPai === null ? null : Number(considersPai))),
  };
}
