// @vitest-environment happy-dom
import { newQuestion } from '@depotwerk/domain/questions/edit-questionnaire';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import { type EditorProps, QuestionsEditor } from './questions-editor.tsx';

speaksGerman();

const draft = {
  title: 'Fragen',
  questions: [
    {
      ...newQuestion('a'),
      title: 'Erste?',
      scale: 'tolerance',
      values: newQuestion('a').values.map((value) => ({ ...value, label: value.id, points: 3 })),
    },
    { ...newQuestion('b'), title: 'Zweite?' },
  ] satisfies Question[],
  scoring: null,
};
type Draft = EditorProps['form']['draft'];

function Editor({ onDraft }: { onDraft: (draft: Draft) => void }) {
  const [current, setCurrent] = useState<Draft>(draft);
  const change = (by: (before: Draft) => Draft) => {
    const next = by(current);
    setCurrent(next);
    onDraft(next);
  };
  // The editor reads and changes the draft, nothing else of the form.
  const form = { draft: current, change } as EditorProps['form'];
  return (
    <main>
      <QuestionsEditor form={form} mayEdit />
    </main>
  );
}
const points = '.editor__points input';

describe('points of an answer', () => {
  it('stay empty while another number is typed, and keep their question open until they can be read', () => {
    const drafts: Draft[] = [];
    const page = renderForTest(<Editor onDraft={(next) => drafts.push(next)} />);
    page.click('.editor__toggle');
    page.type(points, '');
    expect(page.find(points, HTMLInputElement).value).toBe('');
    expect(page.find(points, HTMLInputElement).dataset['unreadable']).toBe('true');
    for (const typed of ['', '-', '1,5']) {
      page.type(points, typed);
      page.click('.editor__toggle');
      page.click('.editor__item:last-child .editor__toggle');
      page.click('[aria-label="Verdoppeln: Erste?"]');
      expect(page.find(points, HTMLInputElement).value).toBe(typed);
    }
    // Nothing was taken over, and no question doubled.
    expect(drafts).toEqual([]);
    page.type(points, '-2');
    page.click('.editor__toggle');
    expect(drafts.at(-1)?.questions[0]?.values[0]?.points).toBe(-2);
    expect(document.querySelector(points)).toBeNull();
  });
});

it('moves nothing past an end, and leaves the button to who moves by keyboard', () => {
  const moves: number[] = [];
  const page = renderForTest(
    <PlaceButtons
      name="Frage"
      place={0}
      count={2}
      onMove={(to) => moves.push(to)}
      onRemove={() => undefined}
    />,
  );
  const up = page.find('[aria-label="Nach oben: Frage"]', HTMLButtonElement);
  up.focus();
  page.click('[aria-label="Nach oben: Frage"]');
  expect(document.activeElement).toBe(up);
  page.click('[aria-label="Nach unten: Frage"]');
  expect(moves).toEqual([1]);
});
