import type { RecommendedAdvice } from '@depotwerk/domain/recommendation-text';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Logger, Services } from '../../platform/services.ts';
import type { CheckedNow, TargetMix } from '../optimization/public.ts';
import type { HouseReader } from '../white-label/public.ts';
import type { CreationLimit } from './creation-limit.ts';
import type { PdfEngine } from './pdf/pdf-pool.ts';
import type { ReportTurns } from './report-turns.ts';

/** What reports need beyond the database. */
export interface ReportServices extends Services {
  readonly pdf: PdfEngine;
  readonly logger: Logger;
  readonly houseOf: HouseReader;
  /** What addresses of a house begin with, for whoever is at that host. */
  readonly originOf: (tenantId: string, host: string) => Promise<string>;
  readonly limitCreation: CreationLimit;
  readonly reportTurns: ReportTurns;
  /** What moved since the contract's open plan was made, as sentences; empty while it is good. */
  readonly outdatedReasons: (
    context: Pick<SignedInContext, 'scope' | 'zone'>,
    contractId: string,
  ) => Promise<readonly string[]>;
  /** What is recommended for the contract today; null where nothing can be planned. */
  readonly recommendedAdvice: (
    context: Pick<SignedInContext, 'scope' | 'zone'>,
    contractId: string,
  ) => Promise<RecommendedAdvice | null>;
  /** What a check would say of the contract now; null where none ever said anything. */
  readonly checkedNow: (scope: Scope, contractId: string, today: string) => Promise<CheckedNow | null>;
  readonly targetMix: TargetMix;
}
