import { describe, expect, it } from 'vitest';
import { Slots } from '../../../../platform/slots.ts';
import { Breaker } from './breaker.ts';

describe('the breaker', () => {
  const fail = (breaker: Breaker, times: number) => {
    for (let count = 0; count < times; count += 1) if (breaker.admit()) breaker.failed();
  };

  it('opens after five failures within ten seconds, not over a longer time', () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    for (let count = 0; count < 20; count += 1) {
      fail(breaker, 1);
      now += 2600;
    }
    expect(breaker.admit()).toBe(true);
    fail(breaker, 4);
    expect(breaker.admit()).toBe(false);
  });

  it('lets one call through after 15 s: success closes it, failure opens it again', () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    fail(breaker, 5);
    now = 14_999;
    expect(breaker.admit()).toBe(false);
    now = 15_000;
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
    breaker.failed();
    expect(breaker.admit()).toBe(false);
    now = 30_000;
    expect(breaker.admit()).toBe(true);
    breaker.succeeded();
    expect([breaker.admit(), breaker.admit()]).toEqual([true, true]);
  });

  it('a success forgets the failures before it', () => {
    const breaker = new Breaker(() => 0);
    fail(breaker, 4);
    breaker.succeeded();
    fail(breaker, 4);
    expect(breaker.admit()).toBe(true);
  });
});

describe('slots', () => {
  it('are given in turn; who waits too long gives up his place', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    let release: () => void = () => {};
    const first = slots.use(() => new Promise<void>((resolve) => void (release = resolve)));
    const late = new AbortController();
    const second = slots.use(async () => void order.push('second'), late.signal);
    const third = slots.use(async () => void order.push('third'));
    late.abort(new Error('too late'));
    await expect(second).rejects.toThrow('too late');
    release();
    await Promise.all([first, third]);
    expect(order).toEqual(['third']);
    await slots.use(async () => void order.push('fourth'));
    expect(order).toEqual(['third', 'fourth']);
  });
});
