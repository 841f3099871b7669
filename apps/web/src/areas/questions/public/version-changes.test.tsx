// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { VersionChanges } from './version-changes.tsx';

speaksGerman();

const version = (number: number, questions: readonly Question[]) => ({
  questionnaireId: `q${number}`,
  key: 'riskProfile',
  version: number,
  title: 'Risikoprofil',
  publishedFrom: null,
  questions: [...questions],
  scoring: null,
});
const question = (id: string, title: string) => plainQuestion(id, { questionType: 'number', title });
const old = version(1, [question('a', 'Alter?'), question('b', 'Dauer?'), question('c', 'Ziel?')]);

it('says which questions a newer version asks otherwise, that it is another one where it asks the same, and else nothing', () => {
  const newer = version(2, [
    question('a', 'Alter?'),
    question('b', 'Dauer in Jahren?'),
    question('d', 'Rente?'),
  ]);
  const page = renderForTest(<VersionChanges begun={new Map()} old={old} questionnaire={newer} />);
  expect(page.target.textContent).toContain('Der Fragebogen wurde geändert.');
  expect([...page.target.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Geändert: Dauer in Jahren?',
    'Neu: Rente?',
    'Entfallen: Ziel?',
  ]);
  page.rerender(<VersionChanges begun={new Map()} old={old} questionnaire={version(2, old.questions)} />);
  expect(page.target.textContent).toBe(
    'Der Fragebogen wurde geändert. Übernommen ist, was unverändert gilt.',
  );
  page.rerender(<VersionChanges begun={new Map()} old={null} questionnaire={newer} />);
  expect(page.target.textContent).toBe('');
});

it('leaves out what was asked of somebody neither then nor now', () => {
  const ifOld = { operator: 'gt', path: 'a', value: 60 } as const;
  const asking = (number: number, title: string) =>
    version(number, [
      question('a', 'Alter?'),
      plainQuestion('r', { questionType: 'number', title, visibleIf: ifOld }),
    ]);
  const linesFor = (age: number) => {
    const { target } = renderForTest(
      <VersionChanges
        old={asking(1, 'Rente?')}
        begun={new Map([['a', age]])}
        questionnaire={asking(2, 'Welche Rente?')}
      />,
    );
    return [...target.querySelectorAll('li')].map(({ textContent }) => textContent);
  };
  expect([linesFor(61), linesFor(30)]).toEqual([['Geändert: Welche Rente?'], []]);
});
