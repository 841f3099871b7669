import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { unchanged } from '../planning/plan-portfolio.ts';
import { contractCover, guaranteeLimit, keptPlan, withPromise } from './keep-guarantee.ts';

const context = prepareTariff(
  aTariff([fund('UNKN', 'equity', { equityQuota: null }), fund('HALF', 'equity', { equityQuota: 0.5 })], {
    silencedHints: ['H17'],
  }),
);
const terms = { promised: 900, level: 0.5, interest: 0, endDay: 0, secured: 100 };
/** Units at 10 euros each, and cash. */
const holding = (units: Readonly<Record<string, number>>, cash = 0) => ({
  ...aContract(Object.entries(units).map(([isin, quantity]) => position(isin, quantity * 10))),
  cash,
  guarantee: terms,
});

describe('the guarantee as a limit', () => {
  it('counts cash as safe, equities by their share, and whole what is unknown', () => {
    expect(contractCover(context, holding({ BOND: 50, EQTY: 20, UNKN: 10 }, 70))).toEqual({
      floor: 900,
      value: 970,
      cushion: 70,
      exposure: 300,
      allowed: 350,
      status: 'kept',
    });
    expect(contractCover(context, { ...holding({ BOND: 50 }), guarantee: null })).toBeNull();
  });

  it('counts positions in cents, as valuations do', () => {
    const thirds = aContract([position('BOND', 10), position('EQTY', 10)]);
    const positions = thirds.positions.map((one) => ({ ...one, quantity: 1, price: 10.004 }));
    expect(
      contractCover(context, { ...thirds, positions, guarantee: { ...terms, secured: 0 } }),
    ).toMatchObject({
      value: 20,
      exposure: 10,
    });
  });

  it('says which value is missed, or how much in equities the cushion bears', () => {
    const before = holding({ BOND: 90 });
    expect(guaranteeLimit(context, before, holding({ BOND: 79 }))).toEqual({
      limit: 'contract.guarantee',
      subject: 'portfolio',
      values: { floor: 900, value: 890, exposure: 0, allowed: 0 },
      text: 'Danach wäre der Vertrag 890,00\u00a0€ wert; damit die Garantie am Ende erfüllt wird, müssen heute 900,00\u00a0€ sicher sein.',
    });
    expect(guaranteeLimit(context, before, holding({ BOND: 30, EQTY: 60 }))?.text).toBe(
      'Danach wären 600,00\u00a0€ in Aktien angelegt; damit die Garantie am Ende erfüllt wird, dürfen es bei einem Puffer von 100,00\u00a0€ höchstens 500,00\u00a0€ sein.',
    );
    expect(guaranteeLimit(context, before, holding({ BOND: 40, EQTY: 50 }))).toBeNull();
    expect(guaranteeLimit(context, { ...before, guarantee: null }, holding({ BOND: 1 }))).toBeNull();
  });

  it('speaks of equities where the floor was missed already, and of none borne', () => {
    const below = holding({ BOND: 60, HALF: 10 });
    const worse = guaranteeLimit(context, below, holding({ BOND: 50, HALF: 20 }));
    expect(worse?.values).toEqual({ floor: 900, value: 800, exposure: 100, allowed: 0 });
    expect(worse?.text).toBe(
      'Danach wären 100,00\u00a0€ in Aktien angelegt; damit die Garantie am Ende erfüllt wird, dürfen es bei einem Puffer von 0,00\u00a0€ höchstens 0,00\u00a0€ sein.',
    );
    expect(guaranteeLimit(context, below, holding({ BOND: 65, HALF: 5 }))).toBeNull();
  });

  it('is kept where exactly the floor is left, and missed from there on', () => {
    const exact = holding({ BOND: 80 });
    expect(contractCover(context, exact)).toMatchObject({ cushion: 0, status: 'kept' });
    expect(guaranteeLimit(context, holding({ BOND: 81 }), exact)).toBeNull();
    expect(guaranteeLimit(context, exact, holding({ BOND: 79.9 }))?.values).toMatchObject({ value: 899 });
    expect(guaranteeLimit(context, exact, holding({ BOND: 79.9 }))?.text).toMatch(/^Danach wäre der Vertrag/);
  });

  it('grows with money that is paid in, by its promised part', () => {
    expect(withPromise(holding({ BOND: 80 }), 200).guarantee?.promised).toBe(1000);
    expect(withPromise({ ...holding({ BOND: 80 }), guarantee: null }, 200).guarantee).toBeNull();
    const paid = aRequest(holding({ BOND: 80 }), [traded('BOND')], { addedCash: 190, paidIn: 200 });
    expect(keptPlan(context, paid, unchanged(paid), null).after).toMatchObject({
      cash: 190,
      guarantee: { promised: 1000 },
    });
    const net = aRequest(holding({ BOND: 80 }), [traded('BOND')], { addedCash: 190 });
    expect(keptPlan(context, net, unchanged(net), null).after.guarantee?.promised).toBe(995);
  });

  it('leaves plans of contracts without one, and those that bind already, as they are', () => {
    const free = aRequest({ ...holding({ BOND: 80 }), guarantee: null }, [traded('BOND')]);
    const plan = unchanged(free);
    expect(keptPlan(context, free, plan, null)).toBe(plan);
    const request = aRequest(holding({ BOND: 90 }), [traded('BOND')]);
    const bound = {
      ...unchanged(request),
      after: holding({ BOND: 1 }),
      binding: [{ limit: 'cash', subject: 'portfolio', values: {}, text: 'Geld fehlt.' }],
    };
    expect(keptPlan(context, request, bound, null).binding.map(({ limit }) => limit)).toEqual(['cash']);
    const broken = { ...bound, binding: [] };
    const kept = keptPlan(context, request, broken, null);
    expect(kept.binding.map(({ limit }) => limit)).toEqual(['contract.guarantee']);
    expect(kept.after.positions).toEqual(request.contract.positions);
  });

  it('plans anew for the mix that is held, and takes that only if it helps and keeps the promise', () => {
    const request = aRequest(holding({ BOND: 90 }), [traded('BOND')]);
    const broken = { ...unchanged(request), after: holding({ BOND: 1 }) };
    const asked: number[][] = [];
    const silenced: string[] = [];
    const refused = keptPlan(context, request, broken, (held, own) => {
      asked.push([...held.target]);
      silenced.push(...(held.input.silencedHints ?? []));
      expect(own.contextOf).toBeUndefined();
      return unchanged(own);
    });
    // Bonds are all that is held; a plan without orders is none.
    expect(asked).toEqual([[0, 1, 0]]);
    expect(silenced).toEqual(['H17', 'H01', 'H02', 'H08', 'H09', 'H10']);
    expect(refused.binding.map(({ limit }) => limit)).toEqual(['contract.guarantee']);
    const order = {
      isin: 'BOND',
      action: 'sell',
      ticks: 1,
      amount: 1000,
      fee: 0,
      isFullSale: false,
    } as const;
    const helpful = { ...unchanged(request), orders: [order], after: holding({ BOND: 89 }, 10) };
    expect(keptPlan(context, request, broken, () => helpful)).toMatchObject({ orders: [order], binding: [] });
    const harmful = { ...helpful, after: holding({ BOND: 20, EQTY: 70 }) };
    expect(keptPlan(context, request, broken, () => harmful).orders).toEqual([]);
    const bound = { ...helpful, binding: [{ limit: 'cash', subject: 'portfolio', values: {}, text: '.' }] };
    expect(keptPlan(context, request, broken, () => bound).orders).toEqual([]);
    // Cash is no group: the mix is that of the funds, brought to one.
    const targets: number[] = [];
    const halfCash = aRequest(holding({ BOND: 30, EQTY: 15 }, 450), [traded('BOND')]);
    keptPlan(context, halfCash, { ...unchanged(halfCash), after: holding({ BOND: 1 }) }, (held, own) => {
      targets.push(...held.target, held.input.target);
      return unchanged(own);
    });
    expect(targets.slice(0, 3).map((weight) => Math.round(weight * 1e6))).toEqual([0, 666_667, 333_333]);
    expect(targets[3]).toBeCloseTo(100 * Math.hypot(0.06 / 3, 0.2 / 6), 2);
    // Without risk data of what is held there is no mix to keep.
    const unknown = { ...request, contract: holding({ NONE: 90 }) };
    expect(keptPlan(context, unknown, broken, () => helpful).orders).toEqual([]);
  });
});
