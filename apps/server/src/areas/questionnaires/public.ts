/** What the area questionnaires offers the others. */
export { findQuestionnaire } from './questionnaire.view.ts';
