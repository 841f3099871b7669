import type { createYearEndReports } from '@depotwerk/api/reports/year-end';
import type * as z from 'zod/mini';
import { requireGroupRight } from '../../../platform/group-right.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { germanMessages } from '../../../platform/http/german-messages.ts';
import type { ArchivedReport } from '../archive-report.ts';
import { buildYearReport, type ReportReader } from '../build-report.ts';
import { renderReport } from '../create-report.ts';
import type { ReportServices } from '../report-services.ts';
import { readReportSubject } from '../report-source.view.ts';

type Wish = z.output<typeof createYearEndReports.body>;

/** For whom letters are made, of what, and as whom they are signed. */
export interface Maker extends ReportReader, Pick<Wish, 'year' | 'content' | 'coverText'> {
  readonly adviserName: string;
  readonly host: string;
  readonly now: number;
  readonly today: string;
  readonly jobId: string;
  /** Contracts whose report of the year is in the archive already. */
  readonly present: ReadonlySet<string>;
}

/** What became of one contract. */
export type Letter =
  | {
      readonly kind: 'made';
      readonly contractId: string;
      readonly externalKey: string;
      readonly archived: ArchivedReport;
    }
  | {
      readonly kind: 'skipped';
      readonly contractId: string;
      /** null where the contract is not seen any more. */
      readonly externalKey: string | null;
      readonly message: string;
    };

export const skipped = (contractId: string, message: string, externalKey: string | null = null): Letter => ({
  kind: 'skipped',
  contractId,
  externalKey,
  message: message.slice(0, 500),
});

const types = {
  both: 'yearEndReport',
  costs: 'costInformationExPost',
  review: 'periodicReview',
} as const;

/** The contract has the same report of the year already. */
export const alreadyThere = (year: number, contractId: string, externalKey: string | null): Letter =>
  skipped(contractId, `Für ${year} liegt der Bericht schon im Archiv.`, externalKey);

/** Makes the letter of a contract, or says why there is none. @throws what another try can mend: a full queue, a lost database */
export async function makeLetter(
  services: ReportServices,
  maker: Maker,
  contractId: string,
): Promise<Letter> {
  const { scope, adviserName, today, year, content, coverText, jobId, now, host } = maker;
  let externalKey: string | null = null;
  try {
    const subject = await readReportSubject(services, scope, contractId, adviserName, today);
    const { source } = subject;
    externalKey = source.detail.contract.externalKey;
    requireGroupRight(scope, 'groupReports.create', subject.groupId);
    if (maker.present.has(contractId)) return alreadyThere(year, contractId, externalKey);
    const options = { withCharts: true, salutation: null };
    const wish = { year, coverText };
    const report = await buildYearReport(services, maker, source, types[content], wish, options);
    const rendered = await renderReport(services, source, report, {
      tenantId: scope.tenantId,
      host,
      logoVariant: 'standard',
      creator: adviserName,
      now,
    });
    return {
      kind: 'made',
      contractId,
      externalKey,
      archived: {
        ...rendered,
        contractId,
        customerId: subject.customerId,
        fundId: null,
        consultationId: null,
        parameters: { year, content, jobId },
        createdBy: scope.userId,
        now,
      },
    };
  } catch (error) {
    if (!(error instanceof AppError) || passing.has(error.code)) throw error;
    return skipped(contractId, error.details.reason ?? germanMessages[error.code], externalKey);
  }
}

/** Refusals that say nothing of the contract. */
const passing: ReadonlySet<string> = new Set(['reports.busy', 'common.unavailable']);
