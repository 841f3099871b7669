import type { Question } from '@depotwerk/domain/questions/questionnaire';

/** A required question that is answered in free text, unless said otherwise. */
export const questionForTest = (id: string, title: string, change: Partial<Question> = {}): Question => ({
  id,
  questionType: 'freeText',
  section: '',
  title,
  hint: '',
  styleHint: null,
  values: [],
  nonValueId: null,
  isRequired: true,
  visibleIf: null,
  scale: null,
  profileField: null,
  ...change,
});
