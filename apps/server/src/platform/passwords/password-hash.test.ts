import { describe, expect, it } from 'vitest';
import { createPasswordHasher, currentCost } from './password-hash.ts';

describe('password hash', () => {
  const hasher = createPasswordHasher();

  it('verifies exactly the password it hashed', async () => {
    const hash = await hasher.hash(' Grüne Wälder 1 ');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(' Grüne Wälder 1 ', hash)).toEqual({ isCorrect: true, needsRehash: false });
    for (const wrong of ['Grüne Wälder 1', ' grüne Wälder 1 ', '', ' Grüne Wälder 1 \0']) {
      expect((await hasher.verify(wrong, hash)).isCorrect).toBe(false);
    }
  });

  it('tells apart passwords that differ only after 72 bytes', async () => {
    const long = 'a'.repeat(200);
    const hash = await hasher.hash(`${long}b`);
    expect((await hasher.verify(`${long}c`, hash)).isCorrect).toBe(false);
    expect((await hasher.verify(`${long}b`, hash)).isCorrect).toBe(true);
  });

  it('salts: the same password gives another hash', async () => {
    expect(await hasher.hash('same same same')).not.toBe(await hasher.hash('same same same'));
  });

  it('asks for a new hash when the stored one is cheaper than today', async () => {
    const old = createPasswordHasher({ memory: 8192, passes: 1, parallelism: 1 });
    const hash = await old.hash('long enough words');
    expect(await hasher.verify('long enough words', hash)).toEqual({ isCorrect: true, needsRehash: true });
  });

  it('never accepts for a user without hash or with a broken one', async () => {
    for (const hash of [null, '', '$2b$10$abc', '$argon2id$v=19$m=1,t=1,p=1$x$y']) {
      expect((await hasher.verify('whatever it is', hash)).isCorrect).toBe(false);
    }
  });

  it('works as long for nobody as for somebody', async () => {
    const hash = await hasher.hash('long enough words');
    const timeOf = async (stored: string | null) => {
      const start = performance.now();
      await hasher.verify('a wrong password', stored);
      return performance.now() - start;
    };
    let longerForNobody = 0;
    const rounds = 21;
    for (let round = 0; round < rounds; round += 1) {
      if ((await timeOf(null)) > (await timeOf(hash))) longerForNobody += 1;
    }
    // A skipped hash would lose every single comparison; by chance that happens once in two million runs.
    expect(longerForNobody).toBeGreaterThan(0);
  });

  it('queues what comes at once, and refuses beyond the queue', async () => {
    const cheap = createPasswordHasher({ memory: 64, passes: 1, parallelism: 1 });
    const many = Array.from({ length: 204 }, () => cheap.verify('x', null));
    await expect(cheap.verify('x', null)).rejects.toThrow('common.unavailable');
    expect(await Promise.all(many)).toHaveLength(204);
    expect((await cheap.verify('x', null)).isCorrect).toBe(false);
  });

  it('meets the minimum cost', () => {
    expect(currentCost.memory).toBeGreaterThanOrEqual(19_456);
    expect(currentCost.passes).toBeGreaterThanOrEqual(2);
  });
});
