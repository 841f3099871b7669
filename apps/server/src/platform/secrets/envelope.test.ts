import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EnvelopeBroken, type KeyEncryptionKeys, open, rewrap, seal, tryOpen } from './envelope.ts';

const first = randomBytes(32);
const keys: KeyEncryptionKeys = { currentVersion: 1, byVersion: new Map([[1, first]]) };
const place = { table: 'users', row: 'row-1', user: 'user-1' };

describe('envelope', () => {
  it('opens what it sealed, for any secret', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const secret = Buffer.from(bytes);
        expect(open(keys, place, seal(keys, place, secret)).equals(secret)).toBe(true);
      }),
    );
  });

  it('does not open in another row, table, of another user or detail', () => {
    const sealed = seal(keys, place, Buffer.from('seed'));
    for (const other of [
      { ...place, row: 'row-2' },
      { ...place, table: 'sessions' },
      { ...place, user: 'user-2' },
      { ...place, detail: 'x' },
    ]) {
      expect(() => open(keys, other, sealed)).toThrow(EnvelopeBroken);
    }
  });

  it('never uses a data key or an initialisation vector twice', () => {
    const one = seal(keys, place, Buffer.from('seed'));
    const two = seal(keys, place, Buffer.from('seed'));
    expect(one.wrappedKey).not.toBe(two.wrappedKey);
    expect(one.ciphertext.slice(0, 16)).not.toBe(two.ciphertext.slice(0, 16));
  });

  it('refuses every single changed byte and every shortened tag', () => {
    const sealed = seal(keys, place, Buffer.from('seed'));
    const bytes = Buffer.from(sealed.ciphertext, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const ciphertext = changed.toString('base64');
      expect(() => open(keys, place, { ...sealed, ciphertext })).toThrow(EnvelopeBroken);
    }
    for (const cut of [1, 4, 12, 15]) {
      const ciphertext = bytes.subarray(0, bytes.length - cut).toString('base64');
      expect(() => open(keys, place, { ...sealed, ciphertext })).toThrow(EnvelopeBroken);
    }
  });

  it('moves to a new key-encryption key and then needs the old one no more', () => {
    const sealed = seal(keys, place, Buffer.from('seed'));
    const second = randomBytes(32);
    const both = {
      currentVersion: 2,
      byVersion: new Map([
        [1, first],
        [2, second],
      ]),
    };
    const moved = rewrap(both, place, sealed);
    expect(moved?.keyVersion).toBe(2);
    const onlyNew = { currentVersion: 2, byVersion: new Map([[2, second]]) };
    expect(open(onlyNew, place, moved).toString()).toBe('seed');
    expect(() => open(onlyNew, place, sealed)).toThrow(EnvelopeBroken);
    expect(rewrap(both, place, moved)).toBeNull();
  });

  it('can be tried: null instead of an error', () => {
    expect(tryOpen(keys, place, seal(keys, place, Buffer.from('seed')))?.toString()).toBe('seed');
    expect(tryOpen(keys, { ...place, row: 'row-2' }, seal(keys, place, Buffer.from('seed')))).toBeNull();
  });

  it('refuses what is no envelope', () => {
    for (const value of [null, 1, 'x', {}, { ...seal(keys, place, Buffer.from('a')), algorithm: 'none' }]) {
      expect(() => open(keys, place, value)).toThrow(EnvelopeBroken);
    }
  });
});
