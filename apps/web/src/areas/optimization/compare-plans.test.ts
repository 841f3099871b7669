import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { recommendedAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { describe, expect, it } from 'vitest';
import { sayWith, t } from '../../texts/texts.ts';
import { adviceFixture } from './advice-fixture.ts';
import { type ComparedPlan, comparePlans, isDifferentLine, recommendationOf } from './compare-plans.ts';

const proposals = planAdvice(adviceFixture(3), {});
const recommended = recommendedAdvice(proposals) ?? null;
const sideOf = (mode: ComparedPlan['mode']): ComparedPlan => {
  const plan = proposals.find((proposal) => proposal.mode === mode);
  if (!plan) throw new Error(`no proposal ${mode}`);
  return { mode, plan, recommended, stored: null };
};
const [kept, full] = [sideOf('keepPortfolio'), sideOf('full')];
const linesOf = (pair: readonly [ComparedPlan, ComparedPlan], key: string) =>
  comparePlans(pair).find((section) => section.key === key)?.lines ?? [];

describe('two plans of a contract', () => {
  it('have each order once, by its fund, with amount and reason on the side that has it', () => {
    const lines = linesOf([kept, full], 'orders');
    expect(full.plan.transactions.length).toBeGreaterThan(1);
    expect(new Set(lines.map(({ key }) => key))).toEqual(
      new Set(full.plan.transactions.map(({ fundId }) => String(fundId))),
    );
    expect(lines.map(({ values }) => values[0])).toEqual(lines.map(() => '–'));
    const [first] = full.plan.transactions;
    expect(lines.find(({ key }) => key === String(first?.fundId))?.notes).toEqual(['', first?.reason]);
  });

  it('name a group one of them sells as a whole, with its share on both sides', () => {
    const sold = { peergroupId: 99, name: 'Rohstoffe', colour: '#000000', fraction: 0.1, target: 0 };
    const holding = (side: ComparedPlan, isSold: boolean): ComparedPlan => {
      const { before, after } = side.plan;
      const withIt = (figures: typeof before) => ({ ...figures, peerGroups: [...figures.peerGroups, sold] });
      return {
        ...side,
        plan: { ...side.plan, before: withIt(before), after: isSold ? after : withIt(after) },
      };
    };
    const lines = linesOf([holding(kept, false), holding(full, true)], 'target');
    const [mine, theirs] = lines.find(({ key }) => key === '99')?.values ?? [];
    expect([mine, theirs]).not.toContain('–');
  });

  it('speak the language of who reads them', () => {
    sayWith((german) => `en:${german}`);
    try {
      const texts = comparePlans([kept, full])
        .flatMap(({ key, lines }) => (['orders', 'checks'].includes(key) ? lines : []))
        .flatMap(({ notes }) => notes ?? []);
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.filter((text) => text !== '' && !text.startsWith('en:'))).toEqual([]);
      expect(linesOf([kept, full], 'figures').find(({ key }) => key === 'nextHint')?.values[0]).toMatch(
        /^en:/,
      );
      expect(linesOf([kept, full], 'plan').find(({ key }) => key === 'why')?.values[0]).toMatch(/^en:/);
      expect(recommendationOf(sideOf(recommended?.mode === 'full' ? 'keepPortfolio' : 'full'))).toMatch(
        /^en:/,
      );
    } finally {
      sayWith(undefined);
    }
  });

  it('say first in each section what differs', () => {
    const sections = comparePlans([kept, full]);
    expect(sections.length).toBeGreaterThan(3);
    for (const { lines } of sections) {
      const marks = lines.map(isDifferentLine);
      expect(marks).toEqual(marks.toSorted((one, other) => Number(other) - Number(one)));
    }
    expect(sections.flatMap(({ lines }) => lines).some(isDifferentLine)).toBe(true);
  });

  it('differ in nothing from themselves', () => {
    const lines = comparePlans([full, full]).flatMap((section) => section.lines);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(isDifferentLine)).toEqual([]);
  });

  it('say which of them is recommended, and of an old one that it is not known', () => {
    const best = sideOf(recommended?.mode ?? 'full');
    const stored = {
      createdAt: '2026-11-20T10:00:00Z',
      createdBy: null,
      state: 'checked',
      isEdited: true,
    } as const;
    expect(recommendationOf(best)).toBe(t('optimization.comparePlans.recommended'));
    expect(recommendationOf({ ...best, stored })).toBe(t('optimization.comparePlans.recommendedEdited'));
    expect(recommendationOf({ ...best, recommended: null })).toBe(t('contracts.compare.unknown'));
    // Nothing is recommended by what was refused or given up.
    for (const state of ['rejected', 'expired'] as const)
      expect(recommendationOf({ ...best, stored: { ...stored, state } })).toMatch(/^Damaliger Vorschlag: /);
    const other = proposals.find(({ mode }) => mode !== best.mode);
    expect(recommendationOf(sideOf(other?.mode ?? 'full'))).toContain('Empfohlen');
  });

  it('say of what was kept with a plan by its checks whether it could be recommended, as its report does', () => {
    const { isSuitable: _, ...keptAdvice } = recommended ?? { isSuitable: true };
    const other = sideOf(proposals.find(({ mode }) => mode !== recommended?.mode)?.mode ?? 'full');
    const checks = [
      { checkKey: 'suitability', result: 'blocked', text: 'Es liegt kein Risikoprofil vor.' },
    ] as const;
    const side = {
      ...other,
      plan: { ...other.plan, checks: [...checks] },
      recommended: keptAdvice as ComparedPlan['recommended'],
    };
    expect(recommendationOf(side)).toContain('Vorschlag, noch keine Empfehlung: ');
  });
});
