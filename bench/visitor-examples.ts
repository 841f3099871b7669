import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { type Question, questionTypes } from '@depotwerk/domain/questions/questionnaire';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';

/** Guid of the measured analysis. */
export const exampleGuid = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';

/** A house that takes visitors. */
export const exampleHouse: WhiteLabelConfig = {
  ...builtInWhiteLabel,
  tenantId: '00000000-0000-4000-8000-000000000001',
  registrationMode: 1,
  features: { depotanalysis: true, preregistration: true, bankCredentials: true, esg: true, bulk: true },
};

/** Questions of all five kinds in turn; every tenth is asked only after an answer before it. */
export const exampleQuestions = (count: number): Question[] =>
  Array.from({ length: count }, (_, index): Question => {
    const questionType = questionTypes[index % questionTypes.length] ?? 'freeText';
    const hasValues = questionType === 'singleSelect' || questionType === 'multiSelect';
    return {
      id: `q${index}`,
      questionType,
      section: index % 10 === 0 ? `Abschnitt ${index / 10 + 1}` : '',
      title: `Frage ${index + 1}: Wie steht es damit im Einzelnen?`,
      hint: 'Gemeint ist, was <strong>in der Regel</strong> gilt.',
      styleHint: null,
      values: hasValues
        ? ['Nie', 'Selten', 'Manchmal', 'Oft', 'Immer'].map((label, value) => ({
            id: `v${value}`,
            label,
            description: '',
            isOther: false,
            points: value,
          }))
        : [],
      nonValueId: null,
      isRequired: true,
      visibleIf:
        index > 0 && index % 10 === 0
          ? { operator: 'in', path: `q${index - 10}`, value: [null, 'v0', 'v1', 'v2', 'v3'] }
          : null,
      scale: null,
      profileField: null,
    };
  });

/** An analysis just begun. */
export const exampleAnalysis = (questionCount: number): DepotAnalysis => ({
  state: 'open',
  expiresAt: '2040-01-01T00:00:00.000Z',
  rowVersion: 1,
  questionnaire: {
    questionnaireId: '00000000-0000-4000-8000-000000000002',
    key: 'depotAnalysis',
    version: 1,
    title: 'Depotanalyse',
    publishedFrom: '2020-01-01',
    questions: exampleQuestions(questionCount),
    scoring: null,
  },
  answers: [],
  holdings: [],
  result: null,
  hasBankLink: false,
  invited: null,
});
