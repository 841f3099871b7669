// @vitest-environment happy-dom
import type { ElementCondition } from '@depotwerk/domain/element-condition';
import { newQuestion } from '@depotwerk/domain/questions/edit-questionnaire';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { ConditionEditor } from './condition-editor.tsx';

speaksGerman();

it('shows the answer a condition names and nobody can give any more, so that it can be taken out', () => {
  const changes: (ElementCondition | null)[] = [];
  const question = { ...newQuestion('q'), title: 'Kinder?' };
  const values = question.values.map((value) => ({ ...value, label: value.id }));
  const page = renderForTest(
    <ConditionEditor
      title="Bedingung"
      emptyText=""
      condition={{ operator: 'in', path: 'q', value: ['gone', 'a2'] }}
      questions={[{ ...question, values }]}
      onChange={(next) => changes.push(next)}
    />,
  );
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.editor__chosen input')];
  expect(page.find('.editor__chosen', HTMLElement).textContent).toContain('Entfernte Antwort');
  expect(boxes.map((box) => box.checked)).toEqual([true, false, true]);
  page.click('.editor__chosen input');
  expect(changes).toEqual([{ operator: 'in', path: 'q', value: ['a2'] }]);
});
