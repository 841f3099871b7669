import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import { describe, expect, it } from 'vitest';
import { fundIdsOfHints, groupHints, textOfGroup } from './hint-groups.ts';

let number = 0;
const hint = (rest: Partial<OptimizationHint>): OptimizationHint => ({
  id: `00000000-0000-4000-8000-${String((number += 1)).padStart(12, '0')}`,
  contractId: '00000000-0000-4000-8000-000000000000',
  optimizationHintId: 6,
  hintCode: 'H06',
  title: 'Fonds nicht in der Fondsauswahl',
  text: '',
  severity: 1,
  scope: 'portfolio',
  fundIds: [],
  peergroupId: null,
  actual: null,
  target: null,
  range: null,
  suggestedFundIds: [],
  createdAt: '2026-11-20T08:00:00.000Z',
  state: 'open',
  dismissedReason: null,
  note: null,
  stateChangedAt: null,
  stateChangedBy: null,
  findingCause: 'universe',
  ...rest,
});

describe('groups of hints', () => {
  it('holds one row for each cause, the gravest first', () => {
    const { open } = groupHints([
      hint({ optimizationHintId: 10, title: 'Abweichung', severity: 0, findingCause: 'allocation' }),
      hint({ fundIds: [1] }),
      hint({ fundIds: [2], severity: 2 }),
      hint({ optimizationHintId: 4, title: 'Rang', findingCause: 'rank' }),
      hint({ optimizationHintId: 11, title: 'Günstiger', severity: 0, fundIds: [1] }),
    ]);
    expect(open.map(({ cause, severity, hints }) => [cause, severity, hints.length])).toEqual([
      ['universe', 2, 3],
      ['rank', 1, 1],
      ['allocation', 0, 1],
    ]);
    expect(open[0]?.hints.map(({ fundIds }) => fundIds)).toEqual([[2], [1], [1]]);
  });

  it('keeps what is decided apart, also of the same kind', () => {
    const { open, decided } = groupHints([
      hint({ fundIds: [1] }),
      hint({ fundIds: [2], state: 'dismissed' }),
      hint({ fundIds: [3], state: 'done' }),
    ]);
    expect(open.flatMap(({ hints }) => hints.map(({ fundIds }) => fundIds[0]))).toEqual([1]);
    expect(decided.flatMap(({ hints }) => hints.map(({ fundIds }) => fundIds[0]))).toEqual([2, 3]);
  });

  it('keeps hints that no check made as rows of their own, last of their severity', () => {
    const { open } = groupHints([
      hint({ optimizationHintId: 22, findingCause: null }),
      hint({ optimizationHintId: 22, findingCause: null }),
      hint({ findingCause: 'costs' }),
    ]);
    expect(open.map(({ cause }) => cause)).toEqual(['costs', null, null]);
  });

  it('tell the names of their funds as soon as they are known', () => {
    const { open } = groupHints([
      hint({ fundIds: [1], text: 'Der erste gehört nicht zur Auswahl.' }),
      hint({ fundIds: [2], text: 'Der zweite gehört nicht zur Auswahl.' }),
    ]);
    const names = new Map([[1, { name: 'Welt' }]]);
    expect(open.map((group) => textOfGroup(group, names).text)).toEqual(['Welt und Der zweite']);
  });

  it('names every fund once', () => {
    expect(
      fundIdsOfHints([hint({ fundIds: [1, 2], suggestedFundIds: [3] }), hint({ fundIds: [2] })]),
    ).toEqual([1, 2, 3]);
  });
});
