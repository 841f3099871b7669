import {
  deleteQuestionnaireVersion,
  getQuestionnaireVersion,
  putQuestionnaireVersion,
  type QuestionnaireVersion,
  questionnaireVersion,
} from '@depotwerk/api/questionnaires/questionnaire-versions';
import { checkQuestionnaire, type QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import type * as z from 'zod/mini';
import type { EntityKind } from '../../../forms/entity-kind.ts';
import { callApi } from '../../../platform/api-client.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { t } from '../../../texts/texts.ts';
import { differingQuestions, differingScoring } from './differing-text.ts';

/** What the call takes; its schema knows no read-only lists, and the draft is only sent. */
type Body = z.input<(typeof putQuestionnaireVersion)['body']>;

/** Versions of questionnaires; new ones are opened from the list. */
export const versionKind = (): EntityKind<QuestionnaireVersion, QuestionnaireDraft, string> => ({
  key: 'questionnaire-versions',
  editPermission: 'tariffs.edit',
  readId: (text) => text,
  load: (id, signal) => callApi(getQuestionnaireVersion, { params: { id } }, { signal }),
  create: () => Promise.reject(new Error('A version is opened from the list of versions.')),
  update: (id, draft, ifMatch) =>
    callApi(putQuestionnaireVersion, { params: { id }, body: draft as Body }, { ifMatch }),
  keptAs: 'questionnaire',
  remove: (id, ifMatch) => callApi(deleteQuestionnaireVersion, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(questionnaireVersion, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ title, version }) => t('questionnaires.nameOf', { title, version }),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ title: '', questions: [], scoring: null }),
  draftOf: ({ title, questions, scoring }) => ({ title, questions, scoring }),
  check: checkQuestionnaire,
  fields: () => [
    { path: 'title', label: t('questionnaires.title'), text: ({ title }) => title },
    {
      path: 'questions',
      label: t('questionnaires.questions'),
      text: ({ questions }, other) => differingQuestions(other?.questions ?? [], questions),
    },
    {
      path: 'scoring',
      label: t('questionnaires.scoringField'),
      text: ({ scoring }, other) =>
        scoring === null
          ? t('questionnaires.withoutClass')
          : [
              t('questionnaires.scoringText', {
                scales: scoring.scales.length,
                contradictions: scoring.contradictions.length,
                months: scoring.validMonths,
              }),
              ...differingScoring(other?.scoring ?? null, scoring),
            ].join(' · '),
    },
  ],
  words: {
    create: t('questionnaires.create'),
    loadFailed: t('questionnaires.oneLoadFailed'),
    removeQuestion: (name) => t('questionnaires.removeQuestion', { name }),
  },
  affected: [['questionnaire']],
});
