// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { describe, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { QuestionForm } from './question-form.tsx';
import type { AnswersState } from './use-answers.ts';

speaksGerman();

const number = (id: string) =>
  plainQuestion(id, { questionType: 'number', title: `Frage ${id}`, isRequired: false });

const state = (answers: readonly (readonly [string, number])[]): AnswersState => ({
  answers: new Map(answers),
  saving: 'saved',
  setAnswer: vi.fn(),
  flush: () => Promise.resolve(true),
});

const input = '.question input';
const single = '.ui-segments__option:last-child input';

describe('a text no question can read', () => {
  const form = (questions: readonly Question[], onDone = vi.fn()) => (
    <QuestionForm questions={questions} state={state([['years', 9]])} onDone={onDone} />
  );

  it('is not lost by another view of the questions', () => {
    const page = renderForTest(form([number('years'), number('other')]));
    page.type(input, '9x');
    page.click(single);
    expect(page.find(input, HTMLInputElement).value).toBe('9x');
    expect(page.target.textContent).not.toContain('Frage 1 von 2');
    expect(page.find('.question__errors', HTMLElement).textContent).toContain('ganze Zahl');
    page.type(input, '9');
    page.click(single);
    expect(page.target.textContent).toContain('Frage 1 von 2');
  });

  it('holds nobody up once its question is no longer asked', () => {
    const done = vi.fn();
    const page = renderForTest(form([number('years'), number('other')], done));
    page.type(input, '9x');
    page.rerender(form([number('other')], done));
    page.rerender(form([number('years'), number('other')], done));
    expect(page.find(input, HTMLInputElement).value).toBe('9');
    page.change(() => page.find('form', HTMLFormElement).requestSubmit());
    expect(done).toHaveBeenCalledOnce();
  });
});

it('a question for free text is never said to be required, whatever it was before', () => {
  const text: Question = { ...number('text'), questionType: 'freeText', isRequired: true };
  const page = renderForTest(
    <QuestionForm
      questions={[text, { ...number('years'), isRequired: true }]}
      state={state([])}
      onDone={vi.fn()}
    />,
  );
  const marked = [...page.target.querySelectorAll('.question')].map((one) => one.textContent?.includes('*'));
  expect(marked).toEqual([false, true]);
});

it('a summary of many errors lists the first ones and counts the rest', () => {
  const asked = Array.from({ length: 60 }, (_, place) => ({ ...number(`q${place}`), isRequired: true }));
  const page = renderForTest(<QuestionForm questions={asked} state={state([])} onDone={vi.fn()} />);
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  const summary = page.find('.question__errors', HTMLElement);
  expect(summary.querySelectorAll('a')).toHaveLength(12);
  expect(summary.textContent).toContain('und 48 weitere');
});

it('says at once what is missing to whoever wanted to go on without it', () => {
  const asked = [number('free'), { ...number('years'), isRequired: true }];
  const page = renderForTest(<QuestionForm questions={asked} state={state([])} isRefused onDone={vi.fn()} />);
  const said = [...page.find('.question__errors', HTMLElement).querySelectorAll('a')];
  expect(said.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Frage years')]);
  expect(page.target.querySelectorAll('.ui-field__error')).toHaveLength(1);
});

it('tells whoever does not see the star which questions have to be answered', () => {
  const values = ['a', 'b'].map((id) => ({ id, label: id, description: '', isOther: false, points: 0 }));
  const asked = (['singleSelect', 'multiSelect'] as const).map(
    (questionType): Question => ({ ...number(questionType), questionType, values, isRequired: true }),
  );
  const page = renderForTest(<QuestionForm questions={asked} state={state([])} onDone={vi.fn()} />);
  const [single, several] = page.target.querySelectorAll('fieldset.question__choices');
  expect(single?.getAttribute('aria-required')).toBe('true');
  // A group has no such state: its description says so.
  expect(several?.getAttribute('aria-describedby')).toMatch(/-required$/);
});
