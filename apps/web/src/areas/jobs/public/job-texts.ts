import type { Job } from '@depotwerk/api/jobs/jobs';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t, textOfFirst } from '../../../texts/texts.ts';
import type { LabelTone } from '../../../ui/cells.tsx';

/** Kinds of work with words of their own; another one shows its name. */
export const jobTypes = [
  'approvePlans',
  'bookImport',
  'changeContracts',
  'changeCustomers',
  'checkAfterFigures',
  'checkContracts',
  'checkLifeCycle',
  'checkRiskIndicators',
  'eraseExpired',
  'fundFigures',
  'handOverToMany',
  'inviteCustomers',
  'planContinuous',
  'planContracts',
  'releasePlans',
  'remoteRefresh',
  'sumHoldings',
  'sweepTasks',
  'takeBackContracts',
  'takeBackCustomers',
  'tariffImpact',
  'tariffPerformance',
  'verifyAudit',
  'yearEndReports',
] as const;
/** What a list can be narrowed to. */
export const jobStates = ['queued', 'running', 'failed', 'done', 'dead', 'cancelled'] as const;
type ShownState = (typeof jobStates)[number] | 'cancelling';

export const jobTypeText = (jobType: string): string => textOfFirst([`jobs.types.${jobType}`]) ?? jobType;

export const jobTones: Record<ShownState, LabelTone> = {
  queued: 'neutral',
  running: 'info',
  failed: 'warn',
  done: 'ok',
  dead: 'bad',
  cancelling: 'warn',
  cancelled: 'neutral',
};

/** Whether it still goes on by itself. */
export const isGoingOn = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'failed';

/** Whether somebody has cancelled it; pieces at work may still be ending. */
export const isCancelled = ({ cancelledAt }: Pick<Job, 'cancelledAt'>): boolean =>
  cancelledAt !== undefined && cancelledAt !== null;

/** Its state as people are told it. */
export const shownState = (job: Pick<Job, 'state' | 'cancelledAt'>): ShownState =>
  isCancelled(job) ? (isGoingOn(job) ? 'cancelling' : 'cancelled') : job.state;

/** "1.200 von 5.000"; a dash while nobody knows how much there is. */
export function progressText({ done, total }: Pick<Job, 'done' | 'total'>): string {
  return total === 0 ? '–' : t('jobs.of', { done: formatNumber(done), total: formatNumber(total) });
}
