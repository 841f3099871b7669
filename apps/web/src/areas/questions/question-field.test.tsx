// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { QuestionField } from './question-field.tsx';

speaksGerman();

type Fault = ComponentProps<typeof QuestionField>['fault'];

const shown = (question: Question, fault: Fault = null) =>
  renderForTest(
    <QuestionField
      question={question}
      value={undefined}
      fault={fault}
      onChange={vi.fn()}
      onUnread={vi.fn()}
    />,
  ).target;

const text = plainQuestion('text', { questionType: 'freeText', isRequired: false });
const choice = plainQuestion('choice', {
  questionType: 'singleSelect',
  values: ['a', 'b'].map((id) => ({ id, label: id, description: '', isOther: false, points: 0 })),
});

it('asks for a text in one line where the style says so, else in several', () => {
  expect(shown({ ...text, styleHint: 'SINGLE_LINE' }).querySelectorAll('input[type=text]')).toHaveLength(1);
  const plain = shown(text);
  expect(plain.querySelectorAll('input')).toHaveLength(0);
  expect(plain.querySelectorAll('textarea')).toHaveLength(1);
});

it('sets values side by side where the style says so', () => {
  expect(
    shown({ ...choice, styleHint: 'COLUMNS' }).querySelectorAll('.question__values--columns'),
  ).toHaveLength(1);
  expect(shown(choice).querySelectorAll('.question__values--columns')).toHaveLength(0);
});

it('says word for word that a value is not valid, at a field and at a choice', () => {
  for (const question of [text, choice])
    expect(
      [...shown(question, 'invalidValue').querySelectorAll('.ui-field__error')].map((one) => one.textContent),
    ).toEqual(['Ungültiger Wert']);
});

it('names a group of boxes by its question alone, and says beside it that it has to be answered', () => {
  const asked = { ...choice, questionType: 'multiSelect' as const, isRequired: true };
  const group = shown(asked).querySelector('[role=group]');
  const spoken = group?.querySelector('legend')?.cloneNode(true);
  if (!(spoken instanceof HTMLElement)) throw new Error('A group has a legend.');
  for (const unsaid of spoken.querySelectorAll('[aria-hidden=true]')) unsaid.remove();
  expect(spoken.textContent).toBe(asked.title);
  const described = (group?.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => group?.querySelector(`[id="${id}"]`)?.textContent)).toContain('Pflichtfrage');
  expect(shown({ ...asked, isRequired: false }).textContent).not.toContain('Pflichtfrage');
});
