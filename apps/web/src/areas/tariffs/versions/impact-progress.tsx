import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import { impactJobQuery } from './version-queries.ts';

/** How far the computation over all contracts is. */
export function ImpactProgress({ jobId, contractCount }: { jobId: string | null; contractCount: number }) {
  const job = useQuery({ ...impactJobQuery(jobId ?? ''), enabled: jobId !== null });
  const total = job.data?.total ?? contractCount;
  const done = job.data?.done ?? 0;
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const words =
    job.data === undefined || total === 0
      ? t('tariffVersions.impact.counting')
      : t('tariffVersions.impact.progress', { done: formatNumberDe(done), total: formatNumberDe(total) });
  return (
    <Card title={t('tariffVersions.impact.running')}>
      <p role="status">{words}</p>
      <div
        className="impact__progress"
        role="progressbar"
        aria-label={t('tariffVersions.impact.running')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p className="hint">{t('tariffVersions.impact.mayLeave')}</p>
    </Card>
  );
}
