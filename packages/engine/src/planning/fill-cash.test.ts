import { describe, expect, it } from 'vitest';
import type { ContractInput } from '../check/contract-input.ts';
import { groupTolerance } from '../check/group-tolerance.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { addedFindings } from './judge-plan.ts';
import type { PlanRequest } from './plan-input.ts';
import { planOptimization, planProposal } from './plan-optimization.ts';
import { proposeNecessary } from './propose-orders.ts';

type Kind = 'calm' | 'faulty';

/** A random contract whose account is so many euros below zero. */
function overdrawn(kind: Kind, seed: number, euros: number, rules: Partial<PlanRequest['rules']> = {}) {
  const { tariff, request } = adviceCase(randomSource(seed), kind);
  const contract = { ...request.contract, cash: -euros };
  const own = { ...request, contract, addedCash: 0, rules: { ...request.rules, ...rules } };
  return { context: prepareTariff(tariff), request: own };
}

function recommended(kind: Kind, seed: number, euros: number, rules?: Partial<PlanRequest['rules']>) {
  const { context, request } = overdrawn(kind, seed, euros, rules);
  const found = planOptimization(context, request).find(({ isRecommended }) => isRecommended);
  if (!found) throw new Error('no proposal is recommended');
  return found;
}

const valueOf = ({ positions, cash }: ContractInput): number =>
  positions.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), cash);

/** Groups that were not below their tolerance and are so after orders. */
function leftBelow({ input, funds, target }: TariffContext, before: ContractInput, after: ContractInput) {
  const shareOf = (contract: ContractInput, group: number) =>
    contract.positions.reduce(
      (sum, { isin, quantity, price }) =>
        sum + (funds.get(isin)?.groupIndex === group ? quantity * (price ?? 0) : 0),
      0,
    ) / valueOf(contract);
  return input.peerGroups.filter((_, g) => {
    const low = target[g]! - groupTolerance(input.rules, target[g]!) - 1e-4;
    return shareOf(before, g) >= low && shareOf(after, g) < low;
  });
}

describe('an account below zero', () => {
  it('is balanced by necessary and full, without a new finding, and a further run has nothing to do', () => {
    for (const kind of ['calm', 'faulty'] as const)
      for (let seed = 1; seed <= randomCases(20); seed++) {
        const { context, request } = overdrawn(kind, seed, 100);
        const proposals = planOptimization(context, request);
        for (const proposal of proposals) {
          const { mode, before, after, orders, costs, contractAfter, cashAfter } = proposal;
          expect(proposal.recommendation ?? 'im Minus').toContain('im Minus');
          if (mode !== 'necessary' && mode !== 'full') continue;
          expect(cashAfter, `${mode} ${kind} ${seed}`).toBeGreaterThanOrEqual(0);
          expect(addedFindings(before, after)).toEqual([]);
          const moved = orders.reduce(
            (sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee,
            -100 - costs.planFee,
          );
          expect(cashAfter).toBeCloseTo(moved, 6);
          const again = planProposal(context, { ...request, contract: contractAfter }, mode);
          expect(again.orders, `${mode} ${kind} ${seed}`).toEqual([]);
        }
      }
  });

  it('is what a sale is for that nothing else asks for', () => {
    const { orders, recommendation } = recommended('calm', 3, 100);
    expect(orders.map(({ action, amount, reason, hints }) => ({ action, amount, reason, hints }))).toEqual([
      {
        action: 'sell',
        amount: 102.42,
        reason: 'Der Verkauf gleicht das sonstige Guthaben aus.',
        hints: ['H20'],
      },
    ]);
    expect(recommendation).toBe(
      'Das sonstige Guthaben ist mit 100,00\u00a0€ im Minus; ausgleichen lässt es sich auch durch eine Einzahlung. ' +
        'Der kleinste Eingriff, der hilft: eine Warnung wird behoben, das sonstige Guthaben wird ausgeglichen; alles andere bleibt, wie es ist.',
    );
  });

  // Sales that a group above its target, the risk or a cluster asks for as well said nothing of the account that takes all they bring.
  it.each([
    ['calm', 1, 8375.18, 'Der Verkauf hilft, das sonstige Guthaben auszugleichen.'],
    ['calm', 7, 1926.54, 'Der Verkauf gleicht das sonstige Guthaben aus.'],
  ] as const)('is named by every sale that leaves money on it: %s %i', (kind, seed, euros, sentence) => {
    const { orders } = recommended(kind, seed, euros);
    const bought = new Map(orders.flatMap((order) => (order.action === 'buy' ? [[order.isin, order]] : [])));
    const leaves = ({ amount, fee, switchWith }: (typeof orders)[number]) => {
      const buy = bought.get(switchWith ?? '');
      return amount - fee - (buy ? buy.amount + buy.fee : 0) >= 1;
    };
    const sales = orders.filter(({ action }) => action === 'sell');
    const leaving = sales.filter(leaves);
    expect(leaving.length).toBeGreaterThan(0);
    for (const sale of leaving) expect(sale.reason).toMatch(new RegExp(`(${sentence}|sonstige Guthaben )`));
    for (const order of orders.filter((one) => !leaving.includes(one)))
      expect(order.reason).not.toContain('sonstige');
  });

  it('is named by some sale of every plan that fills it', () => {
    for (const kind of ['calm', 'faulty'] as const)
      for (let seed = 101; seed <= 100 + randomCases(10); seed++) {
        const { context, request } = overdrawn(kind, seed, 2000);
        for (const { mode, orders, cashBefore, cashAfter } of planOptimization(context, request)) {
          if (orders.length === 0 || cashAfter < cashBefore + 10) continue;
          const reasons = orders.map(({ reason }) => reason).join('\n');
          expect(reasons, `${mode} ${kind} ${seed}`).toContain('sonstige Guthaben');
        }
      }
  });

  it('is named where no sale is worth its fee, or none is allowed, and told of once where something else is mended', () => {
    const dear = recommended('calm', 24, 3);
    expect(dear.orders).toEqual([]);
    expect(dear.recommendation).toMatch(
      /^Das sonstige Guthaben ist mit 3,00\u00a0€ im Minus; .* Die Gebühren /,
    );
    const bought = recommended('calm', 3, 100, { buyOnly: true });
    expect(bought.orders.filter(({ action }) => action === 'sell')).toEqual([]);
    expect(bought.recommendation).toContain(
      'Es darf nur gekauft werden; mit Verkäufen ließe es sich beheben.',
    );
    const { context, request } = overdrawn('calm', 3, 100);
    const unpriced = request.contract.positions.map((held, k) => (k === 0 ? { ...held, price: null } : held));
    const unknown = planOptimization(context, {
      ...request,
      contract: { ...request.contract, positions: unpriced },
    });
    expect(unknown.find(({ isRecommended }) => isRecommended)?.recommendation).toMatch(
      /^Das sonstige Guthaben ist .* liegt kein Kurs vor; /,
    );
    const beside = recommended('calm', 2, 3);
    expect(beside.mode).toBe('necessary');
    expect(beside.recommendation?.split('im Minus')).toHaveLength(2);
    expect(beside.recommendation).toContain(
      'Danach bleibt offen: Das sonstige Guthaben ist mit 3,00\u00a0€ im Minus',
    );
  });

  it('is balanced by several sales where one would leave its group below its tolerance, whatever is missing', () => {
    for (const kind of ['calm', 'faulty'] as const)
      for (let seed = 1; seed <= randomCases(8); seed++)
        for (const part of [0.03, 0.1, 0.3]) {
          const { contract } = overdrawn(kind, seed, 0).request;
          const value = valueOf(contract);
          const { context, request } = overdrawn(kind, seed, Math.round(part * value));
          const { before, after, orders, cashAfter, contractAfter } = planProposal(
            context,
            request,
            'necessary',
          );
          expect(cashAfter, `${kind} ${seed} ${part}`).toBeGreaterThanOrEqual(0);
          expect(addedFindings(before, after), `${kind} ${seed} ${part}`).toEqual([]);
          expect(after.score, `${kind} ${seed} ${part}`).toBeGreaterThanOrEqual(before.score - 0.5);
          expect(planProposal(context, { ...request, contract: contractAfter }, 'necessary').orders).toEqual(
            [],
          );
          // Who buys nothing frees no money for other groups.
          const sayFreed = orders.filter(({ reason }) => reason.includes('Peergroups frei'));
          const buys = orders.some(({ action }) => action === 'buy');
          expect(buys ? [] : sayFreed, `${kind} ${seed} ${part}`).toEqual([]);
          const helping = orders.filter(({ reason }) => reason.startsWith('Der Verkauf hilft'));
          expect(helping.length, `${kind} ${seed} ${part}`).not.toBe(1);
          const below = leftBelow(context, request.contract, contractAfter);
          expect(kind === 'calm' ? below : [], `${kind} ${seed} ${part}`).toEqual([]);
        }
  });

  it('is filled by no fund that is locked, and by no more of one than is held', () => {
    let sold = 0;
    for (let seed = 1; seed <= randomCases(20); seed++) {
      const { context, request } = overdrawn('faulty', seed, 3000);
      const [first] = request.contract.positions;
      const locked = new Set(first ? [first.isin] : []);
      const { orders, holdings } = proposeNecessary(context, { ...request, locked });
      for (const { isin, action, ticks, isFullSale } of orders) {
        expect(locked.has(isin), `${seed}`).toBe(false);
        const held = holdings.find((holding) => holding.isin === isin);
        if (action !== 'sell') continue;
        sold++;
        expect(ticks).toBeLessThanOrEqual(held?.ticks ?? 0);
        expect(isFullSale).toBe(ticks === held?.ticks);
      }
    }
    expect(sold).toBeGreaterThan(0);
  });

  it('is rounding below a euro, and nothing where new money fills it', () => {
    const { context, request } = overdrawn('calm', 3, 0.5);
    const [small] = planOptimization(context, request);
    expect(small?.orders).toEqual([]);
    expect(
      planOptimization(context, request).some(({ recommendation }) => recommendation?.includes('Minus')),
    ).toBe(false);
    const paid = { ...overdrawn('calm', 3, 100).request, addedCash: 150 };
    expect(
      planOptimization(context, paid).some(({ recommendation }) => recommendation?.includes('Minus')),
    ).toBe(false);
  });
});
