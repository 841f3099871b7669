import type { CallAnswer } from '@depotwerk/api/call';
import { lettersInFile, type listYearEndRows } from '@depotwerk/api/reports/year-end';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import {
  type ContentRow,
  contentSelection,
  hasContent,
} from '../../../platform/document-store/content-row.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { contractRowsOfJob } from '../../contracts/public.ts';
import { documentVisibility } from '../../documents/public.ts';
import { readJob } from '../../jobs/public.ts';

/** What a run came to, of contracts the caller sees, in the order of the print files. @throws 404 */
export const readYearEndRows = contractRowsOfJob<CallAnswer<typeof listYearEndRows>[number]>({
  name: 'year_end_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey",
    ${personNameOf('u')} as "customerName", r.result, r.message, r.document_id as "documentId"`,
  joins: 'join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id',
  order: 'r.position',
});

interface PrintedLetter extends ContentRow {
  readonly documentId: string;
}

/** The letters of a print file the caller sees: those of the first 200 made, of the next. @throws 404 */
export async function readPrintedLetters(
  { database }: ReadServices,
  scope: Scope,
  jobId: string,
  part: number,
): Promise<PrintedLetter[]> {
  await readJob(database, scope, jobId);
  const parameters = new Parameters();
  const conditions = documentVisibility(scope, 'groupDocuments.view', parameters);
  return database.read<PrintedLetter>(scope, {
    sql: `select d.id as "documentId", ${contentSelection} from
        (select y.tenant_id, y.document_id, y.position from year_end_rows y
          where y.job_id = ${parameters.add(jobId)} and y.result = 'created' order by y.position
          limit ${parameters.add(lettersInFile)}::int offset ${parameters.add((part - 1) * lettersInFile)}::int) s
      join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id and ${hasContent}
      join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
      where ${['true', ...conditions].join(' and ')} order by s.position`,
    parameters: parameters.values,
  });
}
