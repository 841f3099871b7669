// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import type { Scoring } from '@depotwerk/domain/questions/questionnaire';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { VersionPreview } from './version-preview.tsx';

speaksGerman();

const years = plainQuestion('years', { title: 'Anlagedauer', questionType: 'number', scale: 'horizon' });
const scoring: Scoring = {
  scales: [
    {
      key: 'horizon',
      tables: [{ classCount: 5, rows: [1, 2, 3, 4, 5].map((id) => ({ riskClassId: id, from: id, to: id })) }],
    },
  ],
  contradictions: [],
  validMonths: 24,
};

it('shows the adviser what comes of the answers, and the client her answers only', () => {
  const page = renderForTest(
    <VersionPreview draft={{ title: 'Risikoprofil', questions: [years], scoring }} />,
  );
  page.type('.question input', '3');
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  const said = () => page.target.textContent;
  const choose = (role: string) => {
    const option = [...page.target.querySelectorAll('label')].find(({ textContent }) => textContent === role);
    page.change(() => option?.click());
  };
  expect(said()).toContain('Risikoklasse');
  choose('Als Kunde');
  expect(said()).not.toContain('Risikoklasse');
  expect(said()).toContain('Anlagedauer3');
  choose('Als Berater');
  expect(said()).toContain('Risikoklasse');
});
