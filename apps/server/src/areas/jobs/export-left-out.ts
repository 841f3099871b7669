import type { LeftOutRow, listLeftOut } from '@depotwerk/api/jobs/jobs';
import { isAboutCustomers } from '@depotwerk/domain/job-results';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import type { FileVerb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readJob } from './jobs.view.ts';
import { listLeftOutPage } from './left-out.view.ts';

const reasonTexts = { cancelled: 'abgebrochen', givenUp: 'wiederholt fehlgeschlagen' };

const columns: readonly ExportColumn<LeftOutRow>[] = [
  { key: 'externalKey', header: 'Vertragsnummer', kind: 'text' },
  { key: 'customerName', header: 'Kunde', kind: 'text' },
  { key: 'reason', header: 'Grund', kind: 'text', value: ({ reason }) => reasonTexts[reason] },
];

/** All a job has left out as a file; that it was taken becomes an entry of the log. @throws 403, 404 */
export const exportLeftOut: FileVerb<typeof listLeftOut> = async (services, context, { params, query }) => {
  const { scope } = context;
  const { jobType } = await readJob(services.database, scope, params.id);
  requirePermission(scope, isAboutCustomers(jobType) ? 'customers.export' : 'contracts.export');
  return exportList(services, context, {
    query,
    columns,
    name: 'Rest',
    action: 'jobs.exportLeftOut',
    objectType: 'job',
    details: { jobId: params.id },
    read: async (limit) => {
      const { items, total } = await listLeftOutPage(services.database, scope, params.id, {
        size: limit + 1,
        offset: 0,
      });
      return { rows: items, total };
    },
  });
};
