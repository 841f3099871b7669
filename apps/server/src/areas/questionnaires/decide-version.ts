import type { CallInput } from '@depotwerk/api/call';
import type {
  approveQuestionnaireVersion,
  QuestionnaireVersion,
  rejectQuestionnaireVersion,
  submitQuestionnaireVersion,
  withdrawQuestionnaireVersion,
} from '@depotwerk/api/questionnaires/questionnaire-versions';
import { isCalendarDay, noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import { checkSubmittable } from '@depotwerk/domain/questions/check-questionnaire';
import { type RawBuilder, sql } from 'kysely';
import { refuseIssues } from '../../platform/editing.ts';
import { isFourEyes } from '../../platform/four-eyes.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { earliestFirstDay } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { writeVersioned } from '../../platform/versioned-write.ts';
import { readVersion } from './questionnaire-versions.view.ts';
import { type LockedVersion, requireState } from './version-state.ts';

interface Step {
  readonly id: string;
  /** The state it leads on from. */
  readonly from: QuestionnaireVersion['state'];
  readonly action: `questionnaires.${string}`;
  readonly after: Readonly<Record<string, unknown>>;
  readonly today: string;
  /** What it sets; throws where the version cannot take the step. */
  readonly set: (version: LockedVersion) => RawBuilder<unknown>;
}

/** Takes a step with the version that was looked at, and records it. @throws 404, 409, 412 with the stored version */
async function take(
  services: Services,
  context: SignedInContext,
  { id, from, action, after, today, set }: Step,
): Promise<QuestionnaireVersion> {
  const { scope } = context;
  const row = {
    table: 'questionnaires',
    id,
    readCurrent: () => readVersion(services, scope, id, today),
  } as const;
  await writeVersioned(services, context, row, async (transaction) => {
    const version = await requireState(transaction, id, from);
    await sql`update questionnaires set ${set(version)} where id = ${id}`.execute(transaction);
    return {
      action,
      objectType: 'questionnaire',
      objectId: id,
      before: { state: from },
      after,
      details: { version: version.version },
    };
  });
  return readVersion(services, scope, id, today);
}

const noLongerBeforeToday = (day: string | null, today: string) =>
  day === null || day < today ? today : day;

/** Submits a draft. @throws 400 when it could not be used as it stands or its day has passed, 409 when it changes nothing */
export function submitVersion(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof submitQuestionnaireVersion>,
  today: string,
): Promise<QuestionnaireVersion> {
  requirePermission(context.scope, 'tariffs.submit');
  return take(services, context, {
    id: params.id,
    from: 'draft',
    action: 'questionnaires.submit',
    after: body,
    today,
    set: (version) => {
      const day = 'plannedFrom';
      if (body.plannedFrom < earliestFirstDay(context.zone, services))
        refuseIssues([{ path: day, code: 'dayPassed' }]);
      refuseIssues(isCalendarDay(body.plannedFrom) ? checkSubmittable(version) : [noSuchDay(day)]);
      // Everybody would be asked anew for nothing.
      if (version.isUnchanged) throw new AppError('questionnaire.unchanged');
      return sql`state = 'submitted', planned_from = ${body.plannedFrom}, comment = ${body.comment},
        submitted_by = ${context.scope.userId}, submitted_at = ${new Date(services.clock()).toISOString()}`;
    },
  });
}

const asDraft = sql`state = 'draft', planned_from = null, submitted_by = null, submitted_at = null`;

/** Takes a submitted version back. @throws 409 when it is not submitted */
export function withdrawVersion(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof withdrawQuestionnaireVersion>,
  today: string,
): Promise<QuestionnaireVersion> {
  requirePermission(context.scope, 'tariffs.submit');
  return take(services, context, {
    id: params.id,
    from: 'submitted',
    action: 'questionnaires.withdraw',
    after: {},
    today,
    set: () => asDraft,
  });
}

/** Publishes a submitted version. @throws 409 for its submitter and everybody who edited it */
export function approveVersion(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof approveQuestionnaireVersion>,
  today: string,
): Promise<QuestionnaireVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.approve');
  return take(services, context, {
    id: params.id,
    from: 'submitted',
    action: 'questionnaires.approve',
    after: body,
    today,
    set: (version) => {
      if (!isFourEyes(version, scope.userId)) throw new AppError('questionnaire.fourEyes');
      // Rules may have become stricter since it was submitted.
      refuseIssues(checkSubmittable(version));
      const from = noLongerBeforeToday(version.plannedFrom, today);
      return sql`state = 'published', published_from = ${from}, approved_by = ${scope.userId},
        approved_at = ${new Date(services.clock()).toISOString()}, comment = coalesce(nullif(${body.comment}, ''), comment)`;
    },
  });
}

/** Sends a submitted version back with a reason. @throws 409 when it is not submitted */
export function rejectVersion(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof rejectQuestionnaireVersion>,
  today: string,
): Promise<QuestionnaireVersion> {
  requirePermission(context.scope, 'tariffs.approve');
  return take(services, context, {
    id: params.id,
    from: 'submitted',
    action: 'questionnaires.reject',
    after: body,
    today,
    set: () => sql`${asDraft}, comment = ${body.comment}`,
  });
}
