import * as calls from '@depotwerk/api/audit/audit';
import { locale } from '@depotwerk/domain/locale';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageOf } from '../../platform/lists/paging.ts';
import { boundedHeaders } from '../../platform/lists/total-count.ts';
import type { Services } from '../../platform/services.ts';
import { exportAuditEntries } from './export-audit-entries.ts';
import { readAuditEntries } from './list-audit-entries.view.ts';
import { startAuditVerification } from './start-audit-verification.ts';
import { readAuditProof } from './verify-audit-entries.view.ts';

/** The calls of the audit area: reading only; entries are written by what they speak of. */
export function auditRoutes(services: Services, wakeJobs: () => void = () => {}): Route[] {
  return [
    route(calls.listAuditEntries, async (context, { query }) => {
      const { page: _page, pageSize: _size, format, ...filter } = query;
      if (format !== undefined) return exportAuditEntries(services, context, filter, format);
      const page = pageOf(query);
      const timeZone = context.zone.name ?? locale.timeZone;
      const window = { limit: page.size, offset: page.offset };
      const { items, hits } = await readAuditEntries(services, context.scope, filter, timeZone, window);
      return Reply.json(items, boundedHeaders(calls.listAuditEntries.path, query, page, hits, items.length));
    }),
    route(calls.verifyAuditEntries, (context) => readAuditProof(services, context.scope)),
    route(calls.startAuditVerification, async (context) => {
      await startAuditVerification(services, context);
      wakeJobs();
      return {};
    }),
  ];
}
