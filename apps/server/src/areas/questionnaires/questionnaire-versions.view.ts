import type {
  listQuestionnaireVersions,
  QuestionnaireVersion,
} from '@depotwerk/api/questionnaires/questionnaire-versions';
import type * as z from 'zod/mini';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { isFourEyes } from '../../platform/four-eyes.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

type VersionSummary = z.output<(typeof listQuestionnaireVersions)['answer']>[number];

interface Authors {
  editors: string[];
  submittedById: string | null;
}
type SummaryRow = Omit<VersionSummary, 'isFourEyes'> & Authors;
type VersionRow = Omit<QuestionnaireVersion, 'isFourEyes'> & Authors;

/**
 * `$1` is today: what counts is the newest version published from then or before. The number decides, not the day it began: a version
 * published for a later day would otherwise put away on that day what was mended since.
 */
const summary = `q.id, q.questionnaire_key as key, q.version, q.title, q.state, q.published_from as "publishedFrom",
  q.planned_from as "plannedFrom", q.comment, ${distinctName('us')} as "submittedBy", q.submitted_at as "submittedAt",
  ${distinctName('ua')} as "approvedBy", q.approved_at as "approvedAt", q.row_version as "rowVersion", q.editors,
  q.submitted_by as "submittedById",
  q.id is not distinct from (select c.id from questionnaires c
    where c.tenant_id = q.tenant_id and c.questionnaire_key = q.questionnaire_key and c.state = 'published'
      and c.published_from <= $1::date order by c.version desc limit 1) as "isCurrent",
  d.title is not null and (d.title, d.questions, d.scoring) is distinct from (q.title, q.questions, q.scoring)
    as "differsFromDelivered"`;
const tables = `questionnaires q
  left join users us on us.tenant_id = q.tenant_id and us.id = q.submitted_by
  left join users ua on ua.tenant_id = q.tenant_id and ua.id = q.approved_by
  left join delivered_questionnaires() d on d.questionnaire_key = q.questionnaire_key`;

const forCaller = <Row extends Authors>(row: Row, { userId }: Scope) => {
  const { editors, submittedById, ...version } = row;
  return { ...version, isFourEyes: isFourEyes({ editors, submittedById }, userId) };
};

/** All versions of all questionnaires, by title, newest first. */
export async function listVersions(
  { database }: ReadServices,
  scope: Scope,
  today: string,
): Promise<VersionSummary[]> {
  const rows = await database.read<SummaryRow>(scope, {
    sql: `select ${summary} from ${tables} order by q.questionnaire_key, q.version desc`,
    parameters: [today],
  });
  return rows.map((row) => forCaller(row, scope));
}

/** One version with its content. @throws 404 */
export async function readVersion(
  { database }: ReadServices,
  scope: Scope,
  id: string,
  today: string,
): Promise<QuestionnaireVersion> {
  const row = await readOne<VersionRow>(database, scope, {
    sql: `select ${summary}, q.questions, q.scoring from ${tables} where q.id = $2`,
    parameters: [today, id],
  });
  return forCaller(row, scope);
}
