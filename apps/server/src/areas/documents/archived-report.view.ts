import type { ArchivedReportType } from '@depotwerk/api/reports/reports';
import type { ReadPart } from '@depotwerk/domain/audit-detail-texts';
import { auditReadSelection } from '../../platform/audit/audit-read.ts';
import type { ReadQuery } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { documentVisibility } from './document.view.ts';

/** Services for reading a document: that it was read is recorded with it, in one transaction. */
export function recordingDocumentRead(
  services: Services,
  { actor, scope }: SignedInContext,
  documentId: string,
  part: ReadPart,
): ReadServices {
  const parameters = new Parameters();
  const selection = auditReadSelection(parameters, {
    actor,
    action: 'documents.read',
    objectType: 'document',
    idColumn: 'd.id',
    groupColumn: 'u.group_id',
    part,
  });
  const conditions = documentVisibility(scope, 'groupDocuments.view', parameters);
  conditions.push(`d.id = ${parameters.add(documentId)}`);
  return {
    database: services.database.recording({
      sql: `select ${selection} from documents d join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
        where ${conditions.join(' and ')}`,
      parameters: parameters.values,
    }),
  };
}

interface FoundReport {
  readonly reportId: string;
  readonly documentId: string;
  readonly contractId: string | null;
  /** Of a tariff: nobody's, so that the right to see such reports is all it takes. */
  readonly tariffId: string | null;
  readonly reportType: string;
}

/**
 * A report of the archive the caller sees: of a customer by his rights, of a tariff by the right to such reports.
 * @throws 404 when there is none, or not of this contract and type
 */
export async function findArchivedReport(
  services: Services,
  { scope }: SignedInContext,
  reportId: string,
  expected?: { contractId: string; type: ArchivedReportType },
): Promise<FoundReport> {
  const parameters = new Parameters();
  const ofCustomer = ['u.id is not null', ...documentVisibility(scope, 'groupDocuments.view', parameters)];
  const seen = [`(${ofCustomer.join(' and ')})`];
  if (scope.permissions.has('tariffs.report')) seen.push('(u.id is null and r.tariff_id is not null)');
  const query: ReadQuery<FoundReport> = {
    sql: `select d.id as "documentId", r.id as "reportId", r.contract_id as "contractId", r.report_type as "reportType",
        case when u.id is null then r.tariff_id end as "tariffId"
      from reports r
      join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
      left join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
     where r.id = ${parameters.add(reportId)} and (${seen.join(' or ')})`,
    parameters: parameters.values,
  };
  const [found] = await services.database.read<FoundReport>(scope, query);
  const isExpected =
    found && (!expected || (found.contractId === expected.contractId && found.reportType === expected.type));
  if (!found || !isExpected) throw new AppError('reports.notFound');
  return found;
}
