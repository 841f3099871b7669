import type { Job } from '@depotwerk/api/jobs/jobs';
import { listReleaseRows, type releaseRow, sumReleases } from '@depotwerk/api/optimization/bulk-releases';
import { releaseRowResults } from '@depotwerk/domain/contracts/release-of-many';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { QueryError } from '../../../ui/feedback.tsx';
import { BulkJobDialog, isOver } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../../jobs/public/bulk-job-rows.tsx';
import { PlanRow, planColumns } from './plan-row.tsx';

type ReleaseRow = z.infer<typeof releaseRow>;
const tones: Record<ReleaseRow['result'], LabelTone> = {
  released: 'ok',
  requested: 'info',
  nothingToDo: 'neutral',
  skipped: 'warn',
};

/** `?dialog=bulkRelease&jobId=…`: how far releasing the plans of many contracts is, and what became of each. */
export function BulkReleaseDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog
      jobId={params['jobId'] ?? ''}
      words="optimization.bulkRelease"
      Rows={Rows}
      onClose={onClose}
    />
  );
}

const Rows: Parameters<typeof BulkJobDialog>[0]['Rows'] = ({ job }) => {
  const done = isOver(job);
  // The lists of what waits are shorter now, and each plan says by its contract how far it is.
  useEffect(() => {
    if (done) void readAnew('continuous-optimization', 'orders', 'contract');
  }, [done]);
  return (
    <div className="stack">
      <Sums job={job} />
      <BulkJobRows<ReleaseRow>
        job={job}
        kind="releases"
        results={releaseRowResults.map((value) => ({
          value,
          label: t(`optimization.bulkRelease.results.${value}`),
        }))}
        read={(query, signal) => callApi(listReleaseRows, { params: { id: job.id }, query }, { signal })}
        columns={planColumns()}
        className="opt-bulk__rows--plans"
        emptyText={(over) =>
          t(over ? 'optimization.bulkRelease.noRowsDone' : 'optimization.bulkRelease.noRows')
        }
        renderRow={(row) => (
          <PlanRow
            key={row.contractId}
            row={row}
            result={
              <ColourLabel tone={tones[row.result]}>
                {t(`optimization.bulkRelease.results.${row.result}`)}
              </ColourLabel>
            }
          />
        )}
      />
    </div>
  );
};

/** What was released, asked and left out, in contracts and euros; the rows beneath say it one by one. */
function Sums({ job }: { job: Job }) {
  const sums = useQuery({
    queryKey: ['bulk-job', job.id, 'release-sums', job.changed, job.failed, job.done],
    queryFn: ({ signal }) => callApi(sumReleases, { params: { id: job.id } }, { signal }),
    placeholderData: (previous) => previous,
  });
  if (sums.isError) return <QueryError query={sums} />;
  return (
    <ul>
      {(sums.data ?? []).map(({ result, contractCount, turnover }) => (
        <li key={result}>
          {t('optimization.bulkRelease.sum', {
            result: t(`optimization.bulkRelease.results.${result}`),
            count: contractCount,
            number: formatNumber(contractCount),
            turnover: formatMoney(turnover),
          })}
        </li>
      ))}
    </ul>
  );
}
