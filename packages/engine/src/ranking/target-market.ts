import type { KnowledgeLevel, LossCapacity } from '@depotwerk/domain/questions/profile-choices';

/** Codes of the European MiFID Template by field, as the manufacturer wrote them; absent = it says nothing. */
export type TargetMarketCodes = Readonly<Record<string, string>>;

/** What of a fund decides whom it is made for. */
export interface MarketedFund {
  /** Retail clients (EMT 01010); absent = not judged, null = not known. */
  readonly mifidR?: 'Y' | 'N' | 'Neutral' | null | undefined;
  readonly sri: number | null;
  /** EMT 02010–02030, 03010–03040, 04050, 06030 by the names of fund data. */
  readonly targetMarket?: TargetMarketCodes | undefined;
  /** EMT 05080 as years; absent = not known. */
  readonly holdingYears?: number | undefined;
}

/** What of a client decides whether she belongs to a target market; she is a retail client who is advised. */
export interface TargetClient {
  readonly knowledge: KnowledgeLevel;
  /** Nobody asked what she knows: {@link knowledge} is the least there is, which keeps her from more than she may need. */
  readonly isKnowledgeUnknown?: boolean | undefined;
  /** null = not asked. */
  readonly lossCapacity: LossCapacity | null;
  /** Whether her profile is of the lowest risk class. */
  readonly hasLowestRisk: boolean;
  readonly horizonYears: number | null;
}

/** German names of what a target market is described by (Annex of ESMA35-43-3448, in its order). */
export const marketDimensions = [
  'Kundentyp',
  'Kenntnisse und Erfahrungen',
  'Verlusttragfähigkeit',
  'Risikotoleranz',
  'Anlagehorizont',
  'Vertriebsweg',
] as const;
export type MarketDimension = (typeof marketDimensions)[number];

/** Where a client stands in each dimension of a fund's target market; what is not named is within the positive one. */
export interface MarketVerdict {
  /** In the negative target market: nothing may be bought. */
  readonly negative: readonly MarketDimension[];
  /** Neither in the positive nor in the negative one. */
  readonly outside: readonly MarketDimension[];
  /** The manufacturer says nothing, though he has to. */
  readonly unknown: readonly MarketDimension[];
}

type Standing = 'within' | 'negative' | 'outside' | 'unknown';

const knowledgeFields = {
  basic: 'basicInvestor',
  informed: 'informedInvestor',
  advanced: 'advancedInvestor',
} as const;
const lossFields = {
  none: 'noCapitalLoss',
  limited: 'limitedCapitalLoss',
  full: 'noCapitalGuarantee',
} as const;

/**
 * Judges a fund for a client (Art. 10 (2) and 11 of Delegated Directive (EU) 2017/593): Y is the positive target market, N the
 * negative one, Neutral neither. A holding period longer than the client's horizon and a risk indicator above the limit of her
 * class are outside; both templates know no negative one.
 *
 * @param client null = nobody asked her yet: only the type of client is judged
 * @param sriLimit of the client's risk class; null = the tariff has none
 */
export function judgeTargetMarket(
  fund: MarketedFund,
  client: TargetClient | null,
  sriLimit: number | null,
): MarketVerdict {
  const standings: Readonly<Record<MarketDimension, Standing>> = {
    Kundentyp: fund.mifidR === undefined ? 'within' : standingOf(fund.mifidR ?? undefined),
    'Kenntnisse und Erfahrungen': client ? codeAt(fund, knowledgeFields[client.knowledge]) : 'within',
    Verlusttragfähigkeit: client?.lossCapacity ? codeAt(fund, lossFields[client.lossCapacity]) : 'within',
    Risikotoleranz: riskStanding(fund, client, sriLimit),
    Anlagehorizont: horizonStanding(fund, client),
    Vertriebsweg: client ? adviceStanding(fund) : 'within',
  };
  const of = (wanted: Standing) => marketDimensions.filter((dimension) => standings[dimension] === wanted);
  return { negative: of('negative'), outside: of('outside'), unknown: of('unknown') };
}

/** What of a client is not known, though target markets are described by it. */
export function untoldDimensions(client: TargetClient): MarketDimension[] {
  const untold: Partial<Record<MarketDimension, boolean>> = {
    'Kenntnisse und Erfahrungen': client.isKnowledgeUnknown === true,
    Verlusttragfähigkeit: client.lossCapacity === null,
    Anlagehorizont: client.horizonYears === null,
  };
  return marketDimensions.filter((dimension) => untold[dimension] === true);
}

/** Fields of fund data that are judged. */
const judgedFields = [
  ...Object.values(knowledgeFields),
  ...Object.values(lossFields),
  'notForLowestRiskTolerance',
  'investmentAdvice',
];

/** Whom a fund is made for, of what is stored of it, as far as it is known and judged; null = the manufacturer says none. */
export function statedMarket({
  targetMarket,
  holdingYears,
}: {
  readonly targetMarket: Readonly<Record<string, unknown>> | null;
  readonly holdingYears: number | null;
}): Pick<MarketedFund, 'targetMarket' | 'holdingYears'> {
  const codes = judgedFields.flatMap((field) => {
    const code = targetMarket?.[field];
    return typeof code === 'string' ? [[field, code] as const] : [];
  });
  return {
    ...(codes.length > 0 && { targetMarket: Object.fromEntries(codes) }),
    ...(holdingYears !== null && { holdingYears }),
  };
}

const lowestField = 'notForLowestRiskTolerance';

/** Fields in which one of the funds has a negative target market; one look for all contracts that share the array. */
const negativeFields = new WeakMap<readonly MarketedFund[], ReadonlySet<string>>();

function negativeFieldsOf(funds: readonly MarketedFund[]): ReadonlySet<string> {
  let known = negativeFields.get(funds);
  if (!known) {
    const judged = [...Object.values(knowledgeFields), ...Object.values(lossFields)];
    known = new Set([
      ...judged.filter((field) => funds.some((fund) => codeAt(fund, field) === 'negative')),
      ...(funds.some((fund) => !isForLowest(fund)) ? [lowestField] : []),
    ]);
    negativeFields.set(funds, known);
  }
  return known;
}

/**
 * What of a client decides which of these funds she is in the negative target market of: clients of one key are ruled out
 * from the same funds. Where no fund has a negative one, all clients are alike.
 */
export function negativeMarketKey(funds: readonly MarketedFund[], client: TargetClient | undefined): string {
  if (!client) return 'none';
  const negative = negativeFieldsOf(funds);
  const { knowledge, lossCapacity, hasLowestRisk } = client;
  const fields = [
    knowledgeFields[knowledge],
    ...(lossCapacity === null ? [] : [lossFields[lossCapacity]]),
    ...(hasLowestRisk ? [lowestField] : []),
  ];
  return fields.filter((field) => negative.has(field)).join('/');
}

/** Y, N or Neutral, in any spelling. */
function standingOf(code: string | undefined): Standing {
  switch (code?.trim().toLowerCase()) {
    case 'y':
      return 'within';
    case 'n':
      return 'negative';
    case 'neutral':
      return 'outside';
    default:
      return 'unknown';
  }
}

const codeAt = ({ targetMarket }: MarketedFund, field: string): Standing => standingOf(targetMarket?.[field]);

const isForLowest = ({ targetMarket }: Pick<MarketedFund, 'targetMarket'>): boolean =>
  targetMarket?.[lowestField]?.trim().toLowerCase() !== 'y';

/**
 * Whom a fund's manufacturer excludes, whoever of them asks: all retail clients who are advised, and those of the lowest
 * risk class.
 */
export function excludedByMaker(fund: MarketedFund): {
  readonly retail: boolean;
  readonly lowestClass: boolean;
} {
  const isForRetail = fund.mifidR === undefined || standingOf(fund.mifidR ?? undefined) !== 'negative';
  return {
    retail: !isForRetail || adviceStanding(fund) === 'negative',
    lowestClass: !isForLowest(fund),
  };
}

function riskStanding(
  { sri, targetMarket }: MarketedFund,
  client: TargetClient | null,
  sriLimit: number | null,
): Standing {
  if (client?.hasLowestRisk && !isForLowest({ targetMarket })) return 'negative';
  return sri !== null && sriLimit !== null && sri > sriLimit ? 'outside' : 'within';
}

function horizonStanding({ holdingYears }: MarketedFund, client: TargetClient | null): Standing {
  if (!client || client.horizonYears === null) return 'within';
  if (holdingYears === undefined) return 'unknown';
  return holdingYears > client.horizonYears ? 'outside' : 'within';
}

/** R and B may be sold to retail clients with advice; the field may be left out, then the type of client stands alone. */
function adviceStanding({ targetMarket }: MarketedFund): Standing {
  const code = targetMarket?.['investmentAdvice']?.trim().toUpperCase();
  if (code === 'P' || code === 'N') return 'negative';
  return code === 'NEUTRAL' ? 'outside' : 'within';
}
