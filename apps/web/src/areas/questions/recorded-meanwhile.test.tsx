// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { expect, it } from 'vitest';
import { apiErrorForTest } from '../../platform/api-error-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { meanwhileOf, RecordedMeanwhile } from './recorded-meanwhile.tsx';

speaksGerman();

const questions = [
  plainQuestion('job', { title: 'Beruf' }),
  plainQuestion('home', { title: 'Wohnort' }),
  plainQuestion('pet', { title: 'Tier' }),
];
const refusal = (current: unknown) => apiErrorForTest(412, 'common.versionConflict', { current });
const faster = {
  answersId: '7d1f3c1e-0a64-4c0f-9a53-6a4b0a7a1c11',
  version: 1,
  answers: [
    { questionId: 'job', value: 'Lehrerin' },
    { questionId: 'home', value: 'Kiel' },
    { questionId: 'goneQuestion', value: 'egal' },
  ],
  recordedBy: 'Zoë Lehmann',
  recordedAt: '2026-11-28T10:00:00.000Z',
};
const mine: Answers = new Map([
  ['job', 'Goldschmiedin'],
  ['pet', 'Katze'],
]);

it('asks for each question two answered otherwise, and goes on with what is chosen', () => {
  const meanwhile = meanwhileOf(refusal(faster), questions, mine);
  if (meanwhile === null) throw new Error('Nothing is asked.');
  const resolved: Answers[] = [];
  const page = renderForTest(
    <RecordedMeanwhile meanwhile={meanwhile} onResolved={(answers) => resolved.push(answers)} />,
  );
  for (const text of ['Zoë Lehmann', '28.11.2026', 'Goldschmiedin', 'Lehrerin', 'Kiel', 'Katze'])
    expect(document.body.textContent).toContain(text);
  const apply = () => page.change(() => [...document.querySelectorAll('button')].at(-1)?.click());
  const side = (id: string, place: number) =>
    page.change(() =>
      document.querySelectorAll<HTMLInputElement>(`input[name="version-${id}"]`)[place]?.click(),
    );
  apply();
  expect(resolved).toEqual([]);
  side('job', 0);
  side('home', 1);
  side('pet', 1);
  apply();
  expect(resolved).toEqual([
    new Map([
      ['job', 'Goldschmiedin'],
      ['home', 'Kiel'],
    ]),
  ]);
  expect(document.body.textContent).toContain('bestätigt ist sie noch nicht');
});

it('leaves nothing to choose where both answered the same, and other refusals alone', () => {
  const same = { ...faster, answers: [...mine].map(([questionId, value]) => ({ questionId, value })) };
  expect(meanwhileOf(refusal(same), questions, mine)?.fields).toEqual([]);
  expect(meanwhileOf(refusal(null), questions, mine)).toBeNull();
  expect(meanwhileOf(new Error('offline'), questions, mine)).toBeNull();
});
