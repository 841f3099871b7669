import { answerText } from '@depotwerk/domain/questions/answer-text';
import type { Answer, Question } from '@depotwerk/domain/questions/questionnaire';

/** SQL: the answers `x.answers` with the questions of the version `q` they were given to. */
export const answersWithQuestions = `jsonb_build_object('questions', q.questions, 'answers', x.answers)`;

interface StoredAnswers {
  readonly questions: readonly Question[];
  readonly answers: readonly Answer[];
}

/** An answer as the archive hands it out: what was asked, what was said, and the value for machines. */
export interface ArchivedAnswer extends Answer {
  readonly question: string;
  readonly answer: string;
}

/** Stored answers with the words of their questions; a question that is in no version keeps its id. */
export function archivedAnswers({ questions, answers }: StoredAnswers): ArchivedAnswer[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return answers.map(({ questionId, value }) => {
    const question = byId.get(questionId);
    return {
      questionId,
      question: question?.title ?? questionId,
      answer: question ? answerText(question, value) : value === null ? '' : JSON.stringify(value),
      value,
    };
  });
}

/** The same to read: a line for each question that was answered. */
export const answersText = (answers: readonly ArchivedAnswer[]): string =>
  answers
    .filter(({ answer }) => answer !== '')
    .map(({ question, answer }) => `${question}: ${answer}`)
    .join('\n');
