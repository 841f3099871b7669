import type { CallAnswer } from '@depotwerk/api/call';
import type {
  contractDetail,
  getContractInfo,
  optimizationHint,
  overviewChart,
  portfolio,
  savingsPlan,
} from '@depotwerk/api/contract-detail';
import type { contractListItem, contractStats, riskPosition } from '@depotwerk/api/contracts';
import type * as z from 'zod/mini';

export type ContractListItem = z.infer<typeof contractListItem>;
export type ContractStats = z.infer<typeof contractStats>;
export type ContractDetail = z.infer<typeof contractDetail>;
export type ContractInfo = CallAnswer<typeof getContractInfo>;
export type RiskPosition = z.infer<typeof riskPosition>;
export type Portfolio = z.infer<typeof portfolio>;
export type PortfolioEntry = Portfolio['portfolioEntries'][number];
export type SavingsPlan = z.infer<typeof savingsPlan>;
export type OptimizationHint = z.infer<typeof optimizationHint>;
export type OverviewChart = z.infer<typeof overviewChart>;
