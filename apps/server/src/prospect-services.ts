import { createReferenceTariff } from './areas/optimization/reference-tariff.view.ts';
import type { TariffData } from './areas/optimization/tariff-data.ts';
import type { ProspectServices } from './areas/prospects/analysis-services.ts';
import type { CustomerBanks } from './areas/prospects/bank-link/customer-banks.ts';
import { renderDepotAnalysis } from './areas/reports/public-content.view.ts';
import type { ReportServices } from './areas/reports/report-services.ts';
import { createWhiteLabelReader } from './areas/white-label/white-label.view.ts';
import { createFailureLimiter } from './platform/http/rate-limit.ts';
import type { SignInServices } from './platform/services.ts';

/** What the area of visitors takes from other areas, put together. */
export const createProspectServices = (
  services: SignInServices,
  documents: ReportServices,
  tariffs: TariffData,
  customerBanks: CustomerBanks,
): ProspectServices => ({
  ...services,
  houseAt: createWhiteLabelReader(services),
  referenceTariff: createReferenceTariff(services.database, tariffs),
  renderPaper: (context, tenantId, result) => renderDepotAnalysis(documents, context, tenantId, result),
  customerBanks,
  guesses: createFailureLimiter(services.clock),
});
