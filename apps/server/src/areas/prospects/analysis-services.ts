import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import type { FailureLimiter } from '../../platform/http/rate-limit.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Download } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import type { ReferenceTariff } from '../optimization/public.ts';
import type { WhiteLabelReader } from '../white-label/public.ts';
import type { CustomerBanks } from './bank-link/customer-banks.ts';

/** What analyses of visitors need beyond signing in. */
export interface ProspectServices extends SignInServices {
  /** The configuration of the host asked for. */
  readonly houseAt: WhiteLabelReader;
  readonly referenceTariff: ReferenceTariff;
  /** Sets a result, which nobody archives. */
  readonly renderPaper: (
    context: RequestContext,
    tenantId: string,
    result: AnalysisResult,
  ) => Promise<Download>;
  /** The way to visitors' own banks. */
  readonly customerBanks: CustomerBanks;
  /** Counts guids that open nothing. */
  readonly guesses: FailureLimiter;
}
