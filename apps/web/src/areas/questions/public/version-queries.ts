import type { CallAnswer } from '@depotwerk/api/call';
import {
  approveQuestionnaireVersion,
  createQuestionnaire,
  createQuestionnaireVersion,
  getQuestionnaireVersion,
  listQuestionnaireVersions,
  type QuestionnaireVersion,
  rejectQuestionnaireVersion,
  submitQuestionnaireVersion,
  withdrawQuestionnaireVersion,
} from '@depotwerk/api/questionnaires/questionnaire-versions';
import { queryOptions } from '@tanstack/react-query';
import { entityKey, listKey } from '../../../forms/entity-kind.ts';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';

export type VersionSummary = CallAnswer<typeof listQuestionnaireVersions>[number];

const key = 'questionnaire-versions';

export const versionsQuery = () =>
  queryOptions({
    queryKey: listKey(key),
    queryFn: ({ signal }) => callApi(listQuestionnaireVersions, {}, { signal }),
  });

/** The content of a version that is only compared with. */
export const comparedVersionQuery = (id: string) =>
  queryOptions({
    queryKey: [...listKey(key), 'compared', id],
    queryFn: ({ signal }) => callApi(getQuestionnaireVersion, { params: { id } }, { signal }),
  });

/** What becomes of a version beside being edited. */
export const versionSteps = ['submit', 'withdraw', 'approve', 'reject'] as const;
export type VersionStep = (typeof versionSteps)[number];

/** Takes a step with the version that is shown. Throws ApiError. */
export async function takeStep(
  step: VersionStep,
  { id, rowVersion }: Pick<QuestionnaireVersion, 'id' | 'rowVersion'>,
  { comment, plannedFrom }: { comment: string; plannedFrom: string },
): Promise<QuestionnaireVersion> {
  const params = { id };
  const options = { ifMatch: `"${rowVersion}"` };
  const after = await (step === 'submit'
    ? callApi(submitQuestionnaireVersion, { params, body: { comment, plannedFrom } }, options)
    : step === 'withdraw'
      ? callApi(withdrawQuestionnaireVersion, { params, body: {} }, options)
      : step === 'approve'
        ? callApi(approveQuestionnaireVersion, { params, body: { comment } }, options)
        : callApi(rejectQuestionnaireVersion, { params, body: { comment } }, options));
  reload(after);
  return after;
}

/** Opens a draft with the content of the newest published version, or with what is delivered. Throws ApiError. */
export async function openDraft(
  questionnaireKey: string,
  content?: 'delivered',
): Promise<QuestionnaireVersion> {
  const made = await callApi(createQuestionnaireVersion, { body: { key: questionnaireKey, content } });
  reload(made);
  return made;
}

/** Adds a questionnaire of the house. Throws ApiError. */
export async function addQuestionnaire(title: string): Promise<QuestionnaireVersion> {
  const made = await callApi(createQuestionnaire, { body: { title } });
  reload(made);
  return made;
}

function reload(version: QuestionnaireVersion): void {
  queryClient.setQueryData(entityKey({ key }, version.id), version);
  void queryClient.invalidateQueries({ queryKey: listKey(key) });
  void queryClient.invalidateQueries({ queryKey: ['questionnaire'] });
}
