// @vitest-environment happy-dom
import { formatDateTime } from '@depotwerk/domain/date-text';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { withinRouter } from '../../../ui/within-router-for-test.tsx';
import { AnswersHistory } from './answers-history.tsx';
import { type GivenAnswers, givenAnswersQuery } from './question-queries.ts';

speaksGerman();

const given = (
  id: string,
  answeredOn: string,
  lines: readonly (readonly [string, string])[],
  questionnaireKey = 'riskProfile',
): GivenAnswers => ({
  id,
  questionnaireKey,
  version: 1,
  title: 'Risikoprofil',
  answeredOn,
  recordedAt: `${answeredOn}T10:00:00.000Z`,
  recordedBy: null,
  comment: '',
  lines: lines.map(([questionId, text]) => ({ questionId, section: '', title: `Frage ${questionId}`, text })),
  contradictions: [],
  contradictionSources: [],
  results: [],
});

function historyOf(answers: readonly GivenAnswers[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(givenAnswersQuery('u1').queryKey, [...answers]);
  return renderForTest(
    withinRouter(
      <QueryClientProvider client={client}>
        <AnswersHistory customerId="u1" />
      </QueryClientProvider>,
    ),
  );
}

it('sets answers beside those of the same questionnaire before them, and marks what has changed', () => {
  const page = historyOf([
    given('g3', '2026-03-01', [
      ['goal', 'Rente'],
      ['years', '9'],
      ['fall', 'Abwarten'],
    ]),
    given('g2', '2026-02-01', [['goal', 'fremd']], 'sustainability'),
    given('g1', '2025-01-02', [
      ['goal', 'Haus'],
      ['years', '9'],
      ['worry', ''],
    ]),
  ]);
  page.click('.questionnaire__given button');
  const rows = [...page.target.querySelectorAll('table tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Frage', '01.03.2026', '02.01.2025'],
    ['Frage goal', 'Rente (geändert)', 'Haus'],
    ['Frage years', '9', '9'],
    ['Frage fall', 'Abwarten (geändert)', 'Nicht gefragt'],
    ['Frage worry', 'Nicht gefragt (geändert)', 'Keine Angabe'],
  ]);
});

it('tells answers of one day apart by their time', () => {
  const { target, click } = historyOf([
    { ...given('g2', '2026-03-01', [['goal', 'Rente']]), recordedAt: '2026-03-01T15:30:00.000Z' },
    given('g1', '2026-03-01', [['goal', 'Haus']]),
  ]);
  click('.questionnaire__given button');
  const heads = [...target.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  // In the zone of whoever reads it.
  const times = ['2026-03-01T15:30:00.000Z', '2026-03-01T10:00:00.000Z'].map((instant) =>
    formatDateTime(instant),
  );
  expect(heads.slice(1)).toEqual(times);
  expect([...target.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual(
    times.map((time) => `Risikoprofil vom ${time}`),
  );
});

it('tells answers of one minute apart by their number, in the list as in the comparison', () => {
  const { target, click } = historyOf([
    { ...given('g3', '2026-03-01', [['goal', 'Rente']]), recordedAt: '2026-03-01T15:30:40.000Z' },
    { ...given('g2', '2026-03-01', [['goal', 'Haus']]), recordedAt: '2026-03-01T15:30:10.000Z' },
    given('g1', '2026-03-01', [['goal', 'Auto']]),
  ]);
  click('.questionnaire__given button');
  const time = formatDateTime('2026-03-01T15:30:00.000Z');
  const heads = [...target.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['Frage', `${time}, 2. Mal`, `${time}, 1. Mal`]);
  expect([...target.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
    `Risikoprofil vom ${time}, 2. Mal`,
    `Risikoprofil vom ${time}, 1. Mal`,
    `Risikoprofil vom ${formatDateTime('2026-03-01T10:00:00.000Z')}`,
  ]);
});
