// @vitest-environment happy-dom
import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import { newQuestion } from '@depotwerk/domain/questions/edit-questionnaire';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { comparedVersionQuery, type VersionSummary, versionsQuery } from '../public/version-queries.ts';
import { VersionChanges } from './version-changes.tsx';

speaksGerman();

const summary = {
  key: 'own',
  title: 'Alt',
  publishedFrom: '2026-01-01',
  plannedFrom: null,
  comment: '',
  submittedBy: null,
  submittedAt: null,
  approvedBy: null,
  approvedAt: null,
  rowVersion: 1,
  isFourEyes: true,
} as const;
const published: VersionSummary = { ...summary, id: 'v1', version: 1, state: 'published', isCurrent: true };
const [first, second] = [
  { ...newQuestion('a'), title: 'Erste?' },
  { ...newQuestion('b'), title: 'Zweite?' },
];
const before: QuestionnaireVersion = {
  ...published,
  questions: [first, second],
  scoring: null,
};
const version: QuestionnaireVersion = { ...before, id: 'v2', version: 2, state: 'draft', isCurrent: false };

it('names another title, another order and another heading, and says when nothing differs', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(versionsQuery().queryKey, [published]);
  client.setQueryData(comparedVersionQuery('v1').queryKey, before);
  const shown = (title: string, questions = before.questions) =>
    renderForTest(
      <QueryClientProvider client={client}>
        <VersionChanges version={version} draft={{ title, questions, scoring: null }} />
      </QueryClientProvider>,
    ).target.textContent;
  expect(shown('Alt')).toContain('Es gibt keine Unterschiede.');
  expect(shown('Neu')).toContain('Titel: „Neu“ statt „Alt“');
  expect(shown('Alt', [second, first])).toContain('Die Reihenfolge der Fragen ist geändert.');
  expect(shown('Alt', [first, { ...second, section: 'Ziele' }])).toContain(
    'Abschnitt oder Anordnung geändert: Zweite?',
  );
});
