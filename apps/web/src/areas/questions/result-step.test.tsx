// @vitest-environment happy-dom
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import type { Scoring } from '@depotwerk/domain/questions/questionnaire';
import { act, type ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { refused } from '../../platform/api-client-for-test.ts';
import { useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import type { KeptAnswers } from './public/use-answers.ts';
import { ResultStep } from './result-step.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null });
});

const years = plainQuestion('years', {
  title: 'Anlagedauer',
  questionType: 'number',
  scale: 'horizon',
});
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
const state: KeptAnswers = {
  answers: new Map([['years', 3]]),
  saving: 'saved',
  setAnswer: () => undefined,
  flush: () => Promise.resolve(true),
  seenAnswersId: null,
  goOn: () => undefined,
};
const contract = { id: 'c1', externalKey: 'QB-1', tariffName: 'Depot', riskClassCount: 5 };

type Customer = ComponentProps<typeof ResultStep>['customer'];

function shown(
  contracts: Customer['contracts'],
  riskAssessments: Customer['riskAssessments'] = [],
  more: Partial<ComponentProps<typeof ResultStep>> = {},
) {
  return renderForTest(
    withinRouter(
      <ResultStep
        customer={{ id: 'u1', contracts, riskAssessments }}
        questionnaire={{
          questionnaireId: 'q1',
          key: 'riskProfile',
          version: 1,
          title: 'Risikoprofil',
          publishedFrom: null,
          questions: [years],
          scoring,
        }}
        state={state}
        contractId={undefined}
        seenOwnAnswersId={null}
        onChange={vi.fn()}
        onOutdated={() => Promise.resolve()}
        {...more}
      />,
    ),
  );
}

const said = (...given: Parameters<typeof shown>): string => shown(...given).target.textContent ?? '';

it('promises a profile only to whom there is a contract it can belong to', () => {
  expect(said([contract])).toContain('Das Risikoprofil gilt 24 Monate');
  for (const none of [[], [{ ...contract, riskClassCount: null }]]) {
    const text = said(none);
    expect(text).toContain('ein Risikoprofil wird daraus nicht');
    expect(text).toContain('Antworten bestätigen');
    expect(text).not.toContain('Das Risikoprofil gilt');
  }
});

it('says which class counted before, and none that was only suggested', () => {
  const of = (riskClassId: number, status: 'valid' | 'suggested') => ({
    contractId: 'c1',
    riskClassId,
    status,
  });
  expect(said([contract], [of(5, 'suggested'), of(2, 'valid'), of(1, 'valid')])).toContain(
    'bisher Risikoklasse 2 von 5',
  );
  expect(said([contract], [of(5, 'suggested')])).not.toContain('bisher');
});

it('begins anew with a newer version only once everything is stored: what was answered stays', async () => {
  useSession.setState({ accessToken: 'a' });
  vi.stubGlobal('fetch', () => Promise.resolve(refused('questionnaire.outdated', 409)));
  for (const isStored of [false, true]) {
    const onOutdated = vi.fn(() => Promise.resolve());
    const kept = { ...state, flush: () => Promise.resolve(isStored) };
    const page = shown([{ ...contract, riskClassCount: null }], [], { state: kept, onOutdated });
    const confirm = [...page.target.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Antworten bestätigen',
    );
    await act(async () => {
      confirm?.click();
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    });
    expect(onOutdated).toHaveBeenCalledTimes(isStored ? 1 : 0);
    expect(page.target.textContent?.includes('wurde inzwischen geändert')).toBe(!isStored);
  }
});
