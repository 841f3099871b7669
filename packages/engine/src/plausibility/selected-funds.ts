/** What can be wrong with funds of a selection, whether they are proposed today or not. */
export type SelectedFundCode =
  | 'fundVanished'
  | 'fundWithoutPrice'
  | 'fundCostsUnknown'
  | 'fundNotForRetail'
  | 'fundNotForLowestClass';

/** A fund of the selection that may be proposed, now or when another one is ruled out. */
export interface SelectedFund {
  readonly isin: string;
  readonly peerGroup: string;
  /** Closed, merged, liquidated or inactive: nobody can buy it, and nothing else is said of it. Absent = it can be bought. */
  readonly isVanished?: boolean;
  /** Whether there is a price: without one nobody can buy it. */
  readonly isPriced: boolean;
  /** Ongoing costs per year as a fraction; null if unknown. */
  readonly ter: number | null;
  /** Not excluded for retail clients, or for sale to them with advice, by its manufacturer. */
  readonly isForRetail: boolean;
  /** Not excluded for clients of the lowest risk tolerance by its manufacturer. */
  readonly isForLowestClass: boolean;
}

/** Selection and matrix, as far as they are looked at. */
interface Selected {
  readonly selected?: readonly SelectedFund[];
  readonly groups: readonly { readonly id: string }[];
  readonly matrix: readonly (readonly number[])[];
}

/** One finding about the funds of a group. */
export interface SelectedFundFinding {
  readonly code: SelectedFundCode;
  readonly group: string;
  readonly values: { readonly count: number; readonly size: number; readonly isins: string };
}

/** Funds named in a finding about several of them; the others are counted. */
const namedFunds = 3;

/** What nobody knows of the funds of a used group, and whom their manufacturers exclude. */
export function selectedFundFindings({ selected = [], groups, matrix }: Selected): SelectedFundFinding[] {
  const byGroup = Map.groupBy(selected, ({ peerGroup }) => peerGroup);
  return groups.flatMap(({ id }, g): SelectedFundFinding[] => {
    const funds = byGroup.get(id) ?? [];
    if (!matrix.some((column) => (column[g] ?? 0) > 0)) return [];
    const offered = funds.filter(({ isVanished }) => isVanished !== true);
    const isInLowest = (matrix[0]?.[g] ?? 0) > 0;
    const found = (code: SelectedFundCode, concerns: (fund: SelectedFund) => boolean, of = offered) => {
      const isins = of.filter(concerns).map(({ isin }) => isin);
      if (isins.length === 0) return [];
      const values = { count: isins.length, size: of.length, isins: isins.slice(0, namedFunds).join(' ') };
      return [{ code, group: id, values }];
    };
    return [
      ...found('fundVanished', ({ isVanished }) => isVanished === true, funds),
      ...found('fundWithoutPrice', ({ isPriced }) => !isPriced),
      ...found('fundCostsUnknown', ({ ter }) => ter === null),
      ...found('fundNotForRetail', ({ isForRetail }) => !isForRetail),
      // What is for no retail client is said already.
      ...found(
        'fundNotForLowestClass',
        ({ isForRetail, isForLowestClass }) => isInLowest && isForRetail && !isForLowestClass,
      ),
    ];
  });
}
