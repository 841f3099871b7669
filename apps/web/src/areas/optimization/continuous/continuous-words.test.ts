import type { ContinuousPlan } from '@depotwerk/api/optimization/continuous-optimization';
import { expect, it } from 'vitest';
import { isOutdated, outcomeSentences, outcomeText, warningsOf } from './continuous-words.tsx';

// What its words are made of.
const plan = {
  state: 'waiting',
  skipReason: null,
  summary: {
    advice: {
      mode: 'necessary',
      isNeeded: true,
      sentence: 'Eine Warnung wird behoben.',
      orderCount: 2,
      isSavingsPlanChanged: false,
      costsOnce: 9.8,
      savedPerYear: null,
      scoreBefore: 49,
      scoreAfter: 84,
    },
    turnover: 1000,
    findingsBefore: 1,
    findingsAfter: 0,
  },
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
} as ContinuousPlan;

it('calls a plan recommended only where its checks allow it, as the page of the contract does', () => {
  const begin = (isSuitable?: boolean | null) =>
    outcomeSentences(isSuitable === undefined ? plan : { ...plan, isSuitable })[0]?.split('. ')[0];
  expect(begin(false)).toBe('Vorschlag, noch keine Empfehlung: Nur das Nötige');
  for (const other of [true, null, undefined]) expect(begin(other)).toBe('Empfohlen: Nur das Nötige');
});

it('says first why a plan cannot be carried out any more, and nothing of it where nobody says so', () => {
  const outdated = { ...plan, outdatedReasons: ['Es liegen neuere Kurse vor.'] };
  // Texts are not loaded here: their keys stand for them.
  expect(outcomeText(outdated)).toBe('Es liegen neuere Kurse vor.');
  expect(outcomeSentences(outdated)[0]).toBe('continuous.outdated');
  for (const other of [plan, { ...plan, outdatedReasons: [] }]) {
    expect(isOutdated(other)).toBe(false);
    expect(outcomeText(other)).toBe('Nur das Nötige');
  }
});

it('says by whom a plan became void, in the list and at the contract', () => {
  const released = {
    ...plan,
    state: 'replaced',
    decidedBy: 'Lena Kurz',
    decidedAt: '2026-03-02T09:00:00Z',
  } as const;
  const told = 'Die Bank hat die Aufträge abgelehnt.';
  expect(outcomeText({ ...released, voidBy: 'bank' })).toBe(told);
  expect(outcomeSentences({ ...released, voidBy: 'bank' })).toContain(told);
  for (const other of [released, { ...released, voidBy: null }]) {
    expect(outcomeText(other)).toBe('Nur das Nötige');
    expect(outcomeSentences(other)).not.toContain(told);
  }
});

it('recommends nothing by a proposal that is over or cannot be carried out any more', () => {
  const past: readonly ContinuousPlan[] = [
    { ...plan, state: 'refused' },
    { ...plan, state: 'replaced' },
    { ...plan, state: 'replaced', voidBy: 'contract' },
    { ...plan, outdatedReasons: ['Es liegen neuere Kurse vor.'] },
  ];
  const open: readonly ContinuousPlan[] = [
    plan,
    { ...plan, state: 'released' },
    { ...plan, state: 'executed' },
  ];
  const isCalled = (word: string) => (one: ContinuousPlan) =>
    outcomeSentences(one).some((sentence) => sentence.startsWith(`${word}: Nur das Nötige`));
  expect(past.map(isCalled('Damaliger Vorschlag'))).toEqual(past.map(() => true));
  expect(open.map(isCalled('Empfohlen'))).toEqual(open.map(() => true));
});

it('ends each sentence once where nothing is left but a word with the client', () => {
  const sentence = 'Am Portfolio ist nichts zu ändern: Alles ist in Ordnung. Zu besprechen bleibt: Das.';
  const summary = plan.summary && {
    ...plan.summary,
    advice: { ...plan.summary.advice, isNeeded: false, sentence },
  };
  expect(outcomeSentences({ ...plan, summary })).toEqual([sentence]);
});

it('says in the list why a run gave a plan up, released before or not', () => {
  const lapsed = { ...plan, state: 'replaced', decisionNote: 'Der Vertrag ist beendet.' } as const;
  for (const decidedBy of [null, 'Lena Kurz'])
    expect(outcomeText({ ...lapsed, decidedBy })).toBe('Der Vertrag ist beendet.');
  expect(outcomeText({ ...lapsed, state: 'refused', decidedBy: 'Lena Kurz' })).toBe('Nur das Nötige');
});

it('says in the list which plan may not be carried out, as long as somebody may choose to release it', () => {
  const heldBack: ContinuousPlan = { ...plan, isSuitable: false };
  for (const state of ['waiting', 'released'] as const)
    expect(outcomeText({ ...heldBack, state })).toBe('continuous.heldBack');
  expect(outcomeText({ ...heldBack, state: 'refused' })).toBe('Nur das Nötige');
  for (const isSuitable of [true, null]) expect(outcomeText({ ...plan, isSuitable })).toBe('Nur das Nötige');
});

it('has warnings to read as long as a plan can be released, and none of a server that tells none', () => {
  const warned: ContinuousPlan = { ...plan, warnings: ['Der Verkauf ist nicht sofort ausführbar.'] };
  expect(warningsOf(warned)).toEqual(warned.warnings);
  expect(warningsOf({ ...warned, state: 'refused' })).toEqual([]);
  expect(warningsOf({ ...warned, outdatedReasons: ['Es liegen neuere Kurse vor.'] })).toEqual([]);
  expect(warningsOf(plan)).toEqual([]);
});

it('says of a plan made anew that another one had been released, in the list and at the contract', () => {
  const again = { ...plan, releasedBefore: { by: 'Lena Kurz', at: '2026-03-02T09:00:00Z' } };
  expect(outcomeText(again)).toBe('continuous.plannedAgain');
  expect(outcomeSentences(again)[0]).toBe('continuous.releasedBefore');
  // What forbids to recommend it is graver.
  expect(outcomeText({ ...again, isSuitable: false })).toBe('continuous.heldBack');
  for (const other of [plan, { ...plan, releasedBefore: null }]) {
    expect(outcomeText(other)).toBe('Nur das Nötige');
    expect(outcomeSentences(other)).not.toContain('continuous.releasedBefore');
  }
});
