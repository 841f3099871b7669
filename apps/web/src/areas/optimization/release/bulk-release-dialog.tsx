import type { Job } from '@depotwerk/api/jobs/jobs';
import { listReleaseRows, type releaseRow, sumReleases } from '@depotwerk/api/optimization/bulk-releases';
import { releaseRowResults } from '@depotwerk/domain/contracts/release-of-many';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import type { LabelTone } from '../../../ui/cells.tsx';
import { QueryError } from '../../../ui/feedback.tsx';
import { BulkJobDialog } from '../../jobs/public/bulk-job-dialog.tsx';
import { PlanRows } from './plan-rows.tsx';

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

const changed = ['continuous-optimization', 'orders', 'contract'] as const;

const Rows: Parameters<typeof BulkJobDialog>[0]['Rows'] = ({ job }) => (
  <div className="stack">
    <Sums job={job} />
    <PlanRows
      job={job}
      kind="releases"
      results={releaseRowResults}
      tones={tones}
      word={(result) => t(`optimization.bulkRelease.results.${result}`)}
      emptyText={(over) =>
        t(over ? 'optimization.bulkRelease.noRowsDone' : 'optimization.bulkRelease.noRows')
      }
      read={(query, signal) => callApi(listReleaseRows, { params: { id: job.id }, query }, { signal })}
      changed={changed}
    />
  </div>
);

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
