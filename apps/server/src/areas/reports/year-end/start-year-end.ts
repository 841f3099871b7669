import type { CallInput } from '@depotwerk/api/call';
import { type createYearEndReports, mostYearEndContracts } from '@depotwerk/api/reports/year-end';
import { formatNumber } from '@depotwerk/domain/number-text';
import { CompiledQuery, type Transaction } from 'kysely';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { startJob } from '../../../platform/jobs/start-job.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import { contractsOfSelection, selectionAsTexts } from '../../contracts/public.ts';
import { jobOf } from '../../jobs/public.ts';
import { yearEndPermissions, yearEndType } from './year-end-job.ts';

type Input = CallInput<typeof createYearEndReports>;

/**
 * Starts the letters of a year for many contracts as a job. Each contract is judged when its turn comes, by the rights its
 * starter holds then. @throws 400 above 10,000 contracts, without any, and for a year to come
 */
export const startYearEnd: Verb<typeof createYearEndReports> = (services, context, { body }) => {
  const { scope, host, zone } = context;
  for (const permission of yearEndPermissions) requirePermission(scope, permission);
  if (body.year > Number(todayIn(zone, new Date(services.clock())).slice(0, 4)))
    throw refused('body.year', 'Das Jahr hat noch nicht begonnen. Bitte wählen Sie ein früheres.');
  const { selection, year, content, coverText } = body;
  const start = async (transaction: Transaction<Schema>) => {
    const count = await countUpTo(transaction, scope, selection, mostYearEndContracts + 1);
    if (count > mostYearEndContracts)
      throw refused(
        'body.selection',
        `Ein Lauf umfasst höchstens ${formatNumber(mostYearEndContracts)} Verträge. Bitte grenzen Sie die Auswahl ein, etwa nach Gruppen.`,
      );
    if (count === 0)
      throw refused(
        'body.selection',
        'In der Auswahl ist kein Vertrag, für den Sie Berichte erstellen dürfen.',
      );
    return startJob(services, transaction, context, {
      jobType: yearEndType,
      payload: {
        ...body,
        // The call has parsed the filter; the job parses it again and wants it as the query string had it.
        selection: selectionAsTexts(selection),
        host,
      },
      action: 'reports.yearEnd',
      details: { contracts: count, year, content, hasCoverText: coverText.trim() !== '' },
    });
  };
  return answerOnce(services.database, context, 'createYearEndReports', body, start, jobOf(scope));
};

const refused = (path: string, reason: string) =>
  new AppError('common.validationFailed', { reason, validation: [{ path, code: 'custom' }] });

/** How many contracts a run would be about, counted no further than needed. */
async function countUpTo(
  transaction: Transaction<Schema>,
  scope: Scope,
  selection: Input['body']['selection'],
  most: number,
): Promise<number> {
  const parameters = new Parameters();
  const mayReport = visibilityOf(scope, 'groupReports.create');
  const isChosen = contractsOfSelection(selection, mayReport, mayReport, parameters);
  const { rows } = await transaction.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `select count(*)::int as count from (select from contracts c where ${isChosen}
         limit ${parameters.add(most)}::int) found`,
      parameters.values,
    ),
  );
  return rows[0]?.count ?? 0;
}
