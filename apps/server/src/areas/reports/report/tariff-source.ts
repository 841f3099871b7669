import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import type { ComparisonNames } from '@depotwerk/domain/tariff/comparison-fields';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import type { FundMatrixRating } from '../../components/public.ts';

export interface ReportedGroup {
  readonly id: number;
  readonly name: string;
  readonly colour: string;
}

export interface ReportedFund {
  readonly id: number;
  readonly isin: string;
  readonly name: string;
  readonly peergroupId: number | null;
  /** Fraction a year. */
  readonly ongoingFee: number | null;
}

export interface VersionSource {
  readonly version: TariffVersion;
  readonly content: TariffContent;
}

/** What reports of a tariff are made from. */
export interface TariffReportSource {
  readonly current: VersionSource;
  /** The earlier side of a comparison. */
  readonly before: VersionSource | null;
  readonly names: ComparisonNames;
  /** Of the tariff's contracts; null where the report is not about the published version. */
  readonly performance: TariffPerformance | null;
  /** What the classes of a hybrid tariff are expected to earn and cost; empty where it is not asked for, or a fund is gone. */
  readonly ratings: readonly Pick<FundMatrixRating, 'riskClassId' | 'expectedReturn' | 'ongoingCost'>[];
  /** Peer groups of the tenant, in their order. */
  readonly groups: ReadonlyMap<number, ReportedGroup>;
  /** Funds the contents name. */
  readonly funds: ReadonlyMap<number, ReportedFund>;
}
