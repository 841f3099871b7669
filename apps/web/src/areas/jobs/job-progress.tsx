import type { Job } from '@depotwerk/api/jobs/jobs';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { jobTones, progressText, shownState } from './public/job-texts.ts';
import './jobs.css';

/** How far a job or a part of it is: a bar and its figures. */
export function JobProgress({ job }: { job: Pick<Job, 'done' | 'total'> }) {
  return (
    <span className="job-progress">
      <progress
        className="job-progress__bar"
        aria-label={t('jobs.progress')}
        max={Math.max(1, job.total)}
        value={Math.min(job.done, job.total)}
      />
      <span className="num">{progressText(job)}</span>
    </span>
  );
}

/** State of a job as a coloured label. */
export function JobState({ job }: { job: Pick<Job, 'state' | 'cancelledAt'> }) {
  const state = shownState(job);
  return <ColourLabel tone={jobTones[state]}>{t(`jobs.states.${state}`)}</ColourLabel>;
}
