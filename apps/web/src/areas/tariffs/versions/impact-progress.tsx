import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import { impactJobQuery } from './version-queries.ts';

interface ProgressProps {
  /** What is computed. */
  title: string;
  jobId: string | null;
  contractCount: number;
}

/** How far the preview is. */
export function ImpactProgress(props: Omit<ProgressProps, 'title'>) {
  const title = t('tariffVersions.impact.running');
  return (
    <Card title={title}>
      <ContractsProgress title={title} {...props} />
    </Card>
  );
}

/** How far a computation over all contracts is. */
export function ContractsProgress({ title, jobId, contractCount }: ProgressProps) {
  const job = useQuery({ ...impactJobQuery(jobId ?? ''), enabled: jobId !== null });
  const total = job.data?.total ?? contractCount;
  const done = job.data?.done ?? 0;
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const words =
    job.data === undefined || total === 0
      ? t('optimization.bulk.counting')
      : t('tariffVersions.impact.progress', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className="stack">
      <p role="status">{words}</p>
      <div
        className="impact__progress"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p className="hint">{t('tariffVersions.impact.mayLeave')}</p>
    </div>
  );
}
