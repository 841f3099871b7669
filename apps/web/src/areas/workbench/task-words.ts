import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { personName } from '@depotwerk/domain/customers/person-name';
import { consentKinds, consentKindTexts } from '@depotwerk/domain/customers/privacy-texts';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { calendarFile } from '../../platform/calendar-file.ts';
import { today } from '../../platform/today.ts';
import { said, t } from '../../texts/texts.ts';
import type { LabelTone } from '../../ui/cells.tsx';
import { jobTypeText } from '../jobs/public/job-texts.ts';

export const severityTones: Record<WorkbenchTask['severity'], LabelTone> = {
  0: 'neutral',
  1: 'warn',
  2: 'bad',
};

const textOf = (value: string | number | null | undefined): string => (value ?? '').toString();
const countOf = (value: string | number | null | undefined): number => Number(value ?? 0);

/** What is to be done, in one line. */
export function taskTitle({ taskType, details, dueDate }: WorkbenchTask): string {
  const title = 'workbench.titles';
  switch (taskType) {
    case 'hints':
      return t(`${title}.hints`, { count: countOf(details['count']) });
    case 'lossReached':
      return t(`${title}.lossReached`, {
        percent: formatNumber(countOf(details['percent']), 1),
        day: formatDate(textOf(details['since'])),
      });
    case 'riskOutOfBand':
      return t(details['status'] === 'below' ? `${title}.riskBelow` : `${title}.riskAbove`);
    case 'profileEnding':
      if (details['cause'] === 'ofAge')
        return t(dueDate !== null && dueDate <= today() ? `${title}.isOfAge` : `${title}.comesOfAge`);
      // The last day of a profile still counts.
      return t(dueDate !== null && dueDate < today() ? `${title}.profileEnded` : `${title}.profileEnding`);
    case 'profileMissing':
      return t(`${title}.profileMissing`, { count: Math.max(1, countOf(details['count'])) });
    case 'planWaiting':
      if (details['continuous'] === 'waiting' && typeof details['releasedBefore'] === 'string')
        return t(`${title}.planContinuousAgain`, { day: formatDate(details['releasedBefore']) });
      if (details['continuous'] === 'waiting') return t(`${title}.planContinuous`);
      return t(details['state'] === 'draft' ? `${title}.planBegun` : `${title}.planWaiting`);
    case 'documentUnsigned':
      return t(details['state'] === 'declined' ? `${title}.signatureDeclined` : `${title}.documentUnsigned`);
    case 'consentWithdrawn':
      return t(`${title}.consentWithdrawn`, {
        consent: said(
          consentKindTexts[consentKinds.find((kind) => kind === details['kind']) ?? 'dataProcessing'],
        ),
      });
    case 'newDepot':
      return t(`${title}.newDepot`, { bank: textOf(details['bank']), number: textOf(details['number']) });
    case 'bankPassword':
      return t(`${title}.bankPassword`, { bank: textOf(details['bank']) });
    case 'refreshFailed':
      return t(`${title}.refreshFailed`, { bank: textOf(details['bank']) });
    case 'importProblem':
      return details['state'] === 'failed'
        ? t(`${title}.importFailed`)
        : t(`${title}.importRefused`, { count: countOf(details['refused']) });
    case 'vanishedFunds': {
      const [name, fund, count] = [
        textOf(details['name']),
        textOf(details['fund']),
        countOf(details['count']),
      ];
      return count > 1
        ? t(`${title}.vanishedFunds`, { name, fund, count: count - 1 })
        : t(`${title}.vanishedFund`, { name, fund });
    }
    case 'approval':
      return t(`${title}.approval`, { name: textOf(details['name']), version: textOf(details['version']) });
    case 'jobFailed':
      return t(`${title}.jobFailed`, { job: jobTypeText(textOf(details['jobType'])) });
    default:
      return t(`${title}.${taskType}`);
  }
}

/** The same with how the note begins, for who may read it; what leaves the product says the title alone. */
export function taskLine(task: WorkbenchTask): string {
  const { note } = task.details;
  const title = taskTitle(task);
  return typeof note === 'string' ? t('workbench.titleWithNote', { title, note }) : title;
}

/** Whose it is: customer and contract, where there is one. */
export function taskSubject({ customer, contract }: WorkbenchTask): string | null {
  if (customer === null) return null;
  const name = personName(customer);
  return contract === null ? name : `${name} · ${contract.externalKey}`;
}

export const isOverdue = ({ dueDate, status }: WorkbenchTask): boolean =>
  status === 'open' && dueDate !== null && dueDate < today();

export function dueText(task: WorkbenchTask): string | null {
  if (task.status === 'snoozed' && task.snoozedUntil !== null)
    return t('workbench.asideUntil', { day: formatDate(task.snoozedUntil) });
  if (task.dueDate === null) return null;
  if (task.dueDate === today()) return t('workbench.dueToday');
  return t(isOverdue(task) ? 'workbench.overdueSince' : 'workbench.dueOn', { day: formatDate(task.dueDate) });
}

/** The day a task comes back to somebody: until when it is put aside, else when it is due; null = no day is known. */
export const taskDay = ({ status, snoozedUntil, dueDate }: WorkbenchTask): string | null =>
  status === 'snoozed' && snoozedUntil !== null ? snoozedUntil : dueDate;

/** The task as a file for a calendar; null without a day. */
export function taskCalendar(task: WorkbenchTask): { fileName: string; blob: Blob } | null {
  const day = taskDay(task);
  if (day === null) return null;
  // A follow-up is one entry, saved here or at its note, also after it was moved to another day.
  const { noteId } = task.details;
  return calendarFile('Aufgabe', {
    id: typeof noteId === 'string' ? noteId : task.id,
    day,
    title: taskTitle(task),
    subject: taskSubject(task),
    address: `${location.origin}/goto/task/${task.id}`,
  });
}
