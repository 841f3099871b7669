// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import { expect, it } from 'vitest';
import { speaksEnglish } from '../../../texts/english-for-test.ts';
import { saidAnswer, saidQuestion } from './said-questions.ts';

speaksEnglish();

const question = plainQuestion('losses', {
  questionType: 'singleSelect',
  section: 'Finanzielle Verhältnisse',
  title: 'Welche Verluste können finanziell getragen werden?',
  values: [
    {
      id: 'none',
      label: 'Keine',
      description: 'Das angelegte Geld wird vollständig gebraucht.',
      isOther: false,
      points: 0,
    },
    { id: 'house', label: 'Wie mit Herrn Keine besprochen', description: '', isOther: false, points: 0 },
  ],
});

it('says delivered questions in the language in use, and leaves those of a house', () => {
  const { section, title, values } = saidQuestion(question);
  expect([section, title]).toEqual(['Financial situation', 'Which losses can be borne financially?']);
  expect(values.map(({ label, description }) => [label, description])).toEqual([
    ['None', 'All of the invested money is needed.'],
    ['Wie mit Herrn Keine besprochen', ''],
  ]);
});

it.each([
  ['Geldmarktfonds, ETF, Sonstiges: Ein Haus', 'Money market funds, ETF, Other: Ein Haus'],
  ['Vor allem Sicherheit, mit etwas Ertrag', 'Mostly safety, with some return'],
  ['01.06.2038', '01/06/2038'],
  ['1.500', '1,500'],
  ['Möchte erst im Herbst, dann aber viel anlegen.', 'Möchte erst im Herbst, dann aber viel anlegen.'],
  ['', ''],
])('says the answer “%s” as “%s”', (text, spoken) => {
  expect(saidAnswer(text)).toBe(spoken);
});
