import { describe, expect, it } from 'vitest';
import type { OptimizationHint } from '../contracts/contract-types.ts';
import { fundIdsOfHints, groupHints } from './hint-groups.ts';

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
  ...rest,
});

describe('groups of hints', () => {
  it('holds one row for each kind, the gravest first', () => {
    const { open } = groupHints([
      hint({ optimizationHintId: 10, title: 'Abweichung', severity: 0 }),
      hint({ fundIds: [1] }),
      hint({ fundIds: [2], severity: 2 }),
      hint({ optimizationHintId: 4, title: 'Rang' }),
    ]);
    expect(open.map(({ hintId, severity, hints }) => [hintId, severity, hints.length])).toEqual([
      [6, 2, 2],
      [4, 1, 1],
      [10, 0, 1],
    ]);
    expect(open[0]?.hints.map(({ fundIds }) => fundIds)).toEqual([[2], [1]]);
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

  it('keeps kinds with two titles as two rows', () => {
    const { open } = groupHints([
      hint({ optimizationHintId: 13, title: 'Klumpenrisiko' }),
      hint({ optimizationHintId: 13, title: 'Klumpenrisiko einer Gesellschaft' }),
    ]);
    expect(open).toHaveLength(2);
  });

  it('names every fund once', () => {
    expect(
      fundIdsOfHints([hint({ fundIds: [1, 2], suggestedFundIds: [3] }), hint({ fundIds: [2] })]),
    ).toEqual([1, 2, 3]);
  });
});
