import { notStatedText } from '../unknown-text.ts';
import { answerText } from './answer-text.ts';
import { type Answers, isChosenList, type ProfileField, type Question } from './questionnaire.ts';
import { comparisonsOf, visibleAnswers, visibleQuestions } from './visible-questions.ts';

/**
 * What a client has done with one investment known: over which period, how often and with how much (Delegated Regulation (EU)
 * 2017/565, Art. 55(1)(b)), each in the words of the answer; null = not asked or not answered.
 */
export interface ProductExperience {
  readonly product: string;
  readonly period: string | null;
  readonly frequency: string | null;
  readonly volume: string | null;
}

const partFields = {
  period: 'experiencePeriod',
  frequency: 'experienceFrequency',
  volume: 'experienceVolume',
} as const;

const experienceFields: readonly (ProfileField | null)[] = Object.values(partFields);

/** Whether a question asks about one of the investments known; such a question stands once for each of them. */
export const asksForExperience = ({ profileField }: Pick<Question, 'profileField'>): boolean =>
  experienceFields.includes(profileField);

/**
 * The value of the question for what is known that a question about experience hangs on. Null where its condition names none or
 * several: then nobody knows of which investment an answer speaks.
 */
export function productAskedFor(question: Question, questions: readonly Question[]): string | null {
  const known = questions.find(({ profileField }) => profileField === 'knowledge');
  if (!known || question.visibleIf === null) return null;
  const named = comparisonsOf(question.visibleIf).flatMap(({ path }) => {
    const [id, valueId] = path.split('.');
    return id === known.id && valueId !== undefined ? [valueId] : [];
  });
  const [first] = named;
  return first !== undefined && first !== known.nonValueId && named.every((one) => one === first)
    ? first
    : null;
}

/** The experience with every investment that is known and was asked about, in the order of what is known. */
export function experienceOfAnswers(
  questions: readonly Question[],
  answers: Answers,
): readonly ProductExperience[] {
  const asked = visibleQuestions(questions, answers).filter(asksForExperience);
  const given = visibleAnswers(questions, answers);
  const known = questions.find(({ profileField }) => profileField === 'knowledge');
  const chosen = known && given.get(known.id);
  if (!known || !isChosenList(chosen)) return [];
  return known.values.flatMap(({ id, label, isOther }) => {
    const choice = chosen.find((one) => one.id === id);
    const own = asked.filter((question) => productAskedFor(question, questions) === id);
    if (choice === undefined || own.length === 0) return [];
    const said = (field: ProfileField): string | null => {
      const question = own.find(({ profileField }) => profileField === field);
      return (question && answerText(question, given.get(question.id))) || null;
    };
    return [
      {
        product: isOther ? (choice.text ?? '').trim() : label,
        period: said(partFields.period),
        frequency: said(partFields.frequency),
        volume: said(partFields.volume),
      },
    ];
  });
}

/** One line for each investment. @param say the words in the language of the reader */
export const experienceLines = (
  experience: readonly ProductExperience[],
  say: (text: string) => string = (text) => text,
): string[] =>
  experience.map(({ product, period, frequency, volume }) => {
    const parts = [period, frequency, volume].filter((part) => part !== null);
    return `${say(product)}: ${(parts.length === 0 ? [notStatedText] : parts).map(say).join(' · ')}`;
  });
