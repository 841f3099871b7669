import { answer as answerSchema } from '@depotwerk/api/questionnaires/questionnaires';
import { answerText } from '@depotwerk/domain/questions/answer-text';
import type { Answer, Question } from '@depotwerk/domain/questions/questionnaire';

/** SQL: the answers `x.answers` with the questions of the version `q` they were given to. */
export const answersWithQuestions = `jsonb_build_object('questions', q.questions, 'answers', x.answers)`;

/** The same of answers somebody has begun to give: a draft is kept as its page sent it. */
export const begunAnswers = `jsonb_build_object('questions', coalesce(q.questions, '[]'),
  'answers', jsonb_path_query_array(x.data, 'lax $.answers[*] ? (@.questionId.type() == "string")'))`;

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
    // What a page left in a draft may be no answer.
    const isAnswer = answerSchema.safeParse({ questionId, value }).success;
    return {
      questionId,
      question: question?.title ?? questionId,
      answer:
        question && isAnswer
          ? answerText(question, value)
          : value === null || value === undefined
            ? ''
            : JSON.stringify(value),
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
