import type { questionnaire } from '@depotwerk/api/questionnaires/questionnaires';
import type * as z from 'zod/mini';
import type { DbContext } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { ReadServices } from '../../platform/services.ts';

export type Questionnaire = z.output<typeof questionnaire>;

/** What visitors are asked; customers are not. */
export const visitorsKey = 'depotAnalysis';

const selection = `q.id as "questionnaireId", q.questionnaire_key as key, q.version, q.title,
  q.published_from as "publishedFrom", q.questions, q.scoring`;

/**
 * The version that counts on a day: the newest of those published from then or before; with `version` that one, if it was
 * ever published. @throws 404
 */
export async function readQuestionnaire(
  services: ReadServices,
  scope: DbContext,
  key: string,
  today: string,
  version?: number,
): Promise<Questionnaire> {
  const found = await findQuestionnaire(services, scope, key, today, version);
  if (!found) throw notFound();
  return found;
}

/** The same, null where there is none. */
export async function findQuestionnaire(
  { database }: ReadServices,
  scope: DbContext,
  key: string,
  today: string,
  version?: number,
): Promise<Questionnaire | null> {
  const [row] = await database.read<Questionnaire>(scope, {
    sql: `select ${selection} from questionnaires q
           where q.questionnaire_key = $1 and q.state = 'published' and q.published_from <= $2::date
             and ($3::integer is null or q.version = $3)
           order by q.version desc limit 1`,
    parameters: [key, today, version ?? null],
  });
  return row ?? null;
}

/** What customers can be asked on a day, by title. */
export function listQuestionnaires(
  { database }: ReadServices,
  scope: DbContext,
  today: string,
): Promise<{ key: string; title: string }[]> {
  return database.read<{ key: string; title: string }>(scope, {
    sql: `select c.key, c.title from (
            select distinct on (q.questionnaire_key) q.questionnaire_key as key, q.title from questionnaires q
             where q.state = 'published' and q.published_from <= $1::date and q.questionnaire_key <> $2
             order by q.questionnaire_key, q.version desc) c
           order by fold_text(c.title), c.key`,
    parameters: [today, visitorsKey],
  });
}
