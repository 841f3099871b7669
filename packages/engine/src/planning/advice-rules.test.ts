import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { brokenBooks, brokenGroups, dependsOnOrder } from '../fixtures/proposal-rules.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { goodSoldForOthers } from '../fixtures/switch-rules.ts';
import { contradictions } from '../fixtures/told-story.ts';
import { addedFindings } from './judge-plan.ts';
import { isAskedFor } from './open-demands.ts';
import type { PlanRequest } from './plan-input.ts';
import { type Proposal, planOptimization, planProposal } from './plan-optimization.ts';

/** More of them: ADVICE_RUNS=2500 for ten thousand contracts. */
const runs = Number(process.env['ADVICE_RUNS'] ?? 80);
const firstSeed = Number(process.env['ADVICE_SEED'] ?? 1);

interface Case {
  readonly name: string;
  readonly context: ReturnType<typeof prepareTariff>;
  readonly request: PlanRequest;
  readonly proposals: readonly Proposal[];
}

/** Planned once for all rules. */
const cases: readonly Case[] = adviceProfiles.flatMap((profile) =>
  Array.from({ length: runs }, (_, k) => {
    const seed = firstSeed + k;
    const { tariff, request } = adviceCase(randomSource(seed), profile);
    const context = prepareTariff(tariff);
    return { name: `${profile} ${seed}`, context, request, proposals: planOptimization(context, request) };
  }),
);

/** Every rule once over the same contracts; what breaks one is named by its seed. */
const broken = (rule: (each: Case) => boolean) => cases.filter((each) => !rule(each)).map(({ name }) => name);

/** The contract as proposals find it: with the money that comes in. */
const startOf = ({ context, request }: Case) =>
  checkContract(context, { ...request.contract, cash: request.contract.cash + request.addedCash });

const changing = ({ proposals }: Case) =>
  proposals.filter(({ mode, isFeasible }) => isFeasible && (mode === 'necessary' || mode === 'full'));

describe('advice', { timeout: 3_600_000 }, () => {
  it('recommends exactly one proposal, in a sentence', () => {
    expect(
      broken(({ proposals }) => {
        const recommended = proposals.filter(({ isRecommended }) => isRecommended);
        const [one] = recommended;
        return recommended.length === 1 && /^[A-ZÄÖÜ].*\.$/.test(one?.recommendation ?? '');
      }),
    ).toEqual([]);
  });

  it('says of the smallest intervention what the figures beside it say', () => {
    expect(broken(({ proposals }) => proposals.every((one) => contradictions(one).length === 0))).toEqual([]);
  });

  it('buys nothing and begins to save into nothing that the client’s preference rules out', () => {
    let count = 0;
    const against = adviceProfiles.flatMap((profile) =>
      Array.from({ length: Math.ceil(runs / 2) }, (_, k) => {
        const { tariff, request } = adviceCase(randomSource(firstSeed + k), profile);
        // Every third fund is of article 6, so that some groups have no other.
        const funds = tariff.funds.map((fund, index) => ({
          ...fund,
          sfdrArticle: (index + k) % 3 === 0 ? (6 as const) : (8 as const),
        }));
        const esg = { minimumArticle: 8 as const, minimumSustainableShare: 0, needsPai: false };
        const context = prepareTariff({ ...tariff, funds, esg });
        const saved = new Set(
          (request.contract.savingsPlan?.entries ?? []).flatMap(({ isin, percent }) =>
            percent > 0 ? [isin] : [],
          ),
        );
        const isAgainst = (isin: string) => context.funds.get(isin)?.violatesEsg === true;
        const begun = planOptimization(context, request).flatMap(({ orders, contractAfter }) => [
          ...orders.flatMap(({ action, isin }) => (action === 'buy' ? [isin] : [])),
          ...(contractAfter.savingsPlan?.entries ?? []).flatMap(({ isin, percent }) =>
            percent > 0 && !saved.has(isin) ? [isin] : [],
          ),
        ]);
        count += begun.length;
        return begun.some(isAgainst) ? [`${profile} ${firstSeed + k}`] : [];
      }).flat(),
    );
    expect(against).toEqual([]);
    // Something is begun often enough for the rule to mean something.
    expect(count).toBeGreaterThan(runs);
  });

  it('leaves alone what is in order and says so', () => {
    let count = 0;
    expect(
      broken(({ proposals, request, context }) => {
        const [keep, , necessary] = proposals;
        if (!keep || !necessary || request.addedCash > 0) return true;
        if (isAskedFor(context, request, keep.before)) return true;
        count += 1;
        return (
          necessary.orders.length === 0 &&
          keep.isRecommended &&
          (keep.recommendation ?? '').startsWith('Kein Handlungsbedarf')
        );
      }),
    ).toEqual([]);
    expect(count).toBeGreaterThan(runs / 4);
  });

  it('recommends what mends where anything is asked for, and never calls that calm', () => {
    let count = 0;
    expect(
      broken(({ proposals, request, context }) => {
        const [keep, , necessary] = proposals;
        if (!keep || !necessary || !isAskedFor(context, request, keep.before)) return true;
        count += 1;
        const said = keep.recommendation ?? necessary.recommendation ?? '';
        const mends = necessary.isFeasible && necessary.orders.length > 0;
        return !said.startsWith('Kein Handlungsbedarf') && (!mends || necessary.isRecommended);
      }),
    ).toEqual([]);
    expect(count).toBeGreaterThan(runs / 4);
  });

  it('never lowers the score, and names the limit where a part falls', () => {
    expect(
      broken((each) => {
        const start = startOf(each);
        return changing(each).every(({ after, before, limits }) => {
          const fallen = (['risk', 'allocation', 'quality', 'costs'] as const).filter(
            (key) => after.parts[key] < before.parts[key] - 0.5,
          );
          return (
            after.score >= start.score - 1 &&
            fallen.every((key) => limits.some(({ limit }) => limit === `score.${key}`))
          );
        });
      }),
    ).toEqual([]);
  });

  it('adds no finding of severity 1 or 2 but a cluster of the target itself and what minimum rates make of a savings plan', () => {
    expect(
      broken((each) => {
        const start = startOf(each);
        return changing(each).every(({ after }) =>
          addedFindings(start, after).every((finding) => /^H1[35] /.test(finding)),
        );
      }),
    ).toEqual([]);
  });

  it('names the limit behind every finding it adds', () => {
    expect(
      broken((each) => {
        const start = startOf(each);
        return changing(each).every(({ before, after, limits }) =>
          addedFindings(start, after).every(
            (finding) =>
              // What there is today is not added where new money would only thin it out.
              !addedFindings(before, after).includes(finding) ||
              limits.some(({ limit, subject }) => `${limit} ${subject}` === `finding.${finding}`),
          ),
        );
      }),
    ).toEqual([]);
  });

  it('says nothing that is untrue: who is above the target is, and no difference of 0,0 is a reason', () => {
    const stated = /liegt mit ([\d,]+)\u00a0% (über|unter) ihrem Ziel von ([\d,]+)\u00a0%/;
    expect(
      broken((each) =>
        changing(each).every(({ orders }) =>
          orders.every(({ reason }) => {
            const [, share = '', side, target = ''] = stated.exec(reason) ?? [];
            if (side === undefined) return !/\b0,0\u00a0%\)/.test(reason);
            const [a, b] = [share, target].map((text) => Number(text.replace(',', '.')));
            return side === 'über' ? a! > b! : a! < b!;
          }),
        ),
      ),
    ).toEqual([]);
  });

  it('loses no money', () => {
    expect(
      broken(({ request, proposals }) =>
        proposals.every(({ contractAfter, costs, orders, isFeasible }) => {
          if (!isFeasible) return true;
          const worth = ({ positions, cash }: PlanRequest['contract']) =>
            positions.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), cash);
          const fees = costs.transaction + costs.planFee;
          const lost = worth(request.contract) + request.addedCash - fees - worth(contractAfter);
          return Math.abs(lost) <= 0.0101 * (1 + orders.length);
        }),
      ),
    ).toEqual([]);
  });

  it('keeps the books of every proposal: cash and fees to the cent, units, locks, savings plans', () => {
    expect(
      cases.flatMap(({ name, request, proposals }) =>
        brokenBooks(request, proposals).map((line) => `${name}: ${line}`),
      ),
    ).toEqual([]);
  });

  it('leaves groups inside their tolerance there, and does not switch within them without a reason', () => {
    expect(
      cases.flatMap(({ name, context, request, proposals }) =>
        proposals
          .filter(({ mode }) => mode === 'necessary')
          .flatMap((proposal) => brokenGroups(context, request, proposal))
          .map((line) => `${name}: ${line}`),
      ),
    ).toEqual([]);
  });

  it('sells nothing of a good fund for another of its group that saves less than the threshold', () => {
    const sold = ({ context, request, proposals }: Case) =>
      proposals.flatMap((proposal) => goodSoldForOthers(context, request, proposal));
    expect(broken((each) => sold(each).length === 0)).toEqual([]);
  });

  it('is the same whatever the order of the input', () => {
    expect(broken(({ context, request, proposals }) => !dependsOnOrder(context, request, proposals))).toEqual(
      [],
    );
  });

  it('proposes nothing in a second run', () => {
    expect(
      broken(({ context, request, proposals }) =>
        changing({ name: '', context, request, proposals }).every(({ mode, contractAfter }) => {
          const again = planProposal(context, { ...request, contract: contractAfter, addedCash: 0 }, mode);
          return again.orders.length === 0;
        }),
      ),
    ).toEqual([]);
  });

  it('remembers what was paid: a sale takes its share along', () => {
    expect(
      broken((each) =>
        changing(each).every(({ contractAfter, orders }) =>
          orders.every(({ isin, action }) => {
            const before = each.request.contract.positions.filter((position) => position.isin === isin);
            const after = contractAfter.positions.find((position) => position.isin === isin);
            if (!after || before.some(({ costValue }) => costValue === null)) return true;
            const paid = before.reduce((sum, { costValue }) => sum + (costValue ?? 0), 0);
            return (
              after.costValue !== null && (action === 'buy' ? after.costValue > paid : after.costValue < paid)
            );
          }),
        ),
      ),
    ).toEqual([]);
  });

  it('uses new money as far as it mends something where all of it would do harm', () => {
    // 500 euros come to 405: invested as a whole they break more than they mend.
    const { tariff, request } = adviceCase(randomSource(2309), 'small');
    const context = prepareTariff(tariff);
    const first = planProposal(context, request, 'necessary');
    expect(first.orders.length).toBeGreaterThan(0);
    expect(first.cashAfter).toBeGreaterThan(0);
    expect(first.after.score).toBeGreaterThan(first.before.score);
    const second = { ...request, contract: first.contractAfter, addedCash: 0 };
    expect(planProposal(context, second, 'necessary').orders).toEqual([]);
  });

  it.each([
    ['faulty', 688],
    ['small', 697],
    ['small', 1515],
  ] as const)('leaves nothing by the full switch that what is necessary mends: %s %i', (profile, seed) => {
    const { tariff, request } = adviceCase(randomSource(seed), profile);
    const context = prepareTariff(tariff);
    const [necessary, full] = (['necessary', 'full'] as const).map((mode) =>
      planProposal(context, request, mode),
    );
    const warnings = (proposal: Proposal | undefined) =>
      (proposal?.after.hints ?? []).filter(({ severity }) => severity >= 1).length;
    expect(warnings(full)).toBeLessThanOrEqual(warnings(necessary));
    expect(full?.orders.length).toBeGreaterThan(0);
  });

  it.each([
    ['wild', 2445, 'DE0000000103'],
    ['small', 2150, 'DE0000000003'],
  ] as const)(
    'keeps a good fund that only several runs together would give up: %s %i',
    (profile, seed, isin) => {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      const { orders } = planProposal(prepareTariff(tariff), request, 'full');
      expect(orders.length).toBeGreaterThan(0);
      expect(orders.filter((order) => order.isin === isin && order.action === 'sell')).toEqual([]);
    },
  );

  it('says in words what is off afterwards', () => {
    const { tariff, request } = adviceCase(randomSource(2309), 'small');
    const { limits } = planProposal(prepareTariff(tariff), request, 'necessary');
    const textOf = (limit: string) => limits.find((named) => named.limit === limit)?.text;
    expect(textOf('finding.H02')).toMatch(/^Das Risiko liegt danach unter dem Band der Risikoklasse, weil /);
    expect(textOf('finding.H10')).toMatch(/^Die Peergroup G6 liegt danach außerhalb ihrer Toleranz, weil /);
    expect(limits.filter(({ text }) => text.includes('portfolio'))).toEqual([]);
  });

  it('says that a switch keeps a company from becoming a cluster', () => {
    const { tariff, request } = adviceCase(randomSource(158), 'small');
    const { orders } = planProposal(prepareTariff(tariff), request, 'necessary');
    const sale = orders.find(({ isin }) => isin === 'DE0000000200');
    expect(sale?.switchWith).toBe('DE0000000201');
    expect(sale?.reason).toContain(
      'Ohne den Wechsel steckte nach den anderen Aufträgen in Fonds dieser einen',
    );
  });

  it('names the limit on the number of securities before a better rank', () => {
    const { tariff, request } = adviceCase(randomSource(420), 'faulty');
    const { orders } = planProposal(prepareTariff(tariff), request, 'necessary');
    expect(orders.length).toBe(2);
    for (const { reason } of orders)
      expect(reason).toMatch(
        / Der Tarif erlaubt höchstens 12 Wertpapiere\. Der neue Fonds hat Rang 3 statt 2\.$/,
      );
  });

  it.each([
    [
      'calm',
      1,
      /hilft: der Sparplan kommt näher an das Ziel \(Teilnote Sparplan \d+ statt \d+\); alles andere/,
    ],
    ['calm', 43, / behoben, damit kommt das Risiko in sein Band; alles andere/],
    ['faulty', 116, /hilft: eine Warnung wird zum Teil behoben \(1 von \d+ Punkten\); alles andere/],
  ] as const)('says what the smallest intervention is good for: %s %i', (profile, seed, sentence) => {
    const { tariff, request } = adviceCase(randomSource(seed), profile);
    expect(planProposal(prepareTariff(tariff), request, 'necessary').recommendation).toMatch(sentence);
  });

  it('lets no cents of rounding choose between two ways of the same turnover: the better score does', () => {
    const { tariff, request } = adviceCase(randomSource(124), 'wild');
    const { after, orders } = planProposal(prepareTariff(tariff), request, 'necessary');
    expect(after.score).toBeGreaterThanOrEqual(95);
    expect(orders.map(({ isin }) => isin)).toContain('DE0000000200');
  });
});
