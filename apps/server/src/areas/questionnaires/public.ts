/** What the area questionnaires offers the others. */
export { findQuestionnaire, type Questionnaire } from './questionnaire.view.ts';
