import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyFile, loadKeys, parseKeyFile } from './keys.ts';

const directory = mkdtempSync(join(tmpdir(), 'depotwerk-keys-'));
afterAll(() => rmSync(directory, { recursive: true }));

function changed(change: (content: Record<string, unknown>) => void): string {
  const content: Record<string, unknown> = JSON.parse(createKeyFile());
  change(content);
  return JSON.stringify(content);
}

describe('keys', () => {
  it('are made once, for their owner only', () => {
    const first = loadKeys(null, directory, true);
    const second = loadKeys(null, directory, false);
    expect(second.sessionMacKey).toEqual(first.sessionMacKey);
    expect(second.keyEncryptionKeys).toEqual(first.keyEncryptionKeys);
    expect(statSync(join(directory, 'keys', 'keys.json')).mode & 0o077).toBe(0);
    expect(statSync(join(directory, 'keys')).mode & 0o077).toBe(0);
  });

  it('differ from installation to installation', () => {
    const keys = [createKeyFile(), createKeyFile()].map((text) => parseKeyFile(text, 'x').deviceCookieKey);
    expect(keys[0]).not.toEqual(keys[1]);
  });

  it.each([
    ['too short', Buffer.alloc(31, 7).toString('base64'), '31 bytes'],
    ['zeros', Buffer.alloc(32).toString('base64'), 'sample'],
    ['a sentence', Buffer.from('please-change-this-secret-in-production!').toString('base64'), 'sample'],
    ['a pattern', Buffer.from('0123456789abcdef'.repeat(4), 'hex').toString('base64'), 'sample'],
  ])('are refused when %s', (_name, secret, reason) => {
    const text = changed((content) => Object.assign(content, { session: secret }));
    expect(() => parseKeyFile(text, 'keys.json')).toThrow(reason);
  });

  it('are refused when the current one is missing or no Ed25519 key', () => {
    const missing = changed((content) => Object.assign(content, { encryption: { current: 2, keys: {} } }));
    expect(() => parseKeyFile(missing, 'keys.json')).toThrow('current key is missing');
    const wrong = changed((content) =>
      Object.assign(content, { signing: { current: '1', keys: { 1: 'x' } } }),
    );
    expect(() => parseKeyFile(wrong, 'keys.json')).toThrow('Ed25519');
  });

  it('are never made beside data that belongs to others', () => {
    const empty = join(directory, 'empty');
    expect(() => loadKeys(null, empty, false)).toThrow(/keys\.json is missing, .* put it back/);
    expect(existsSync(empty)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('are refused when others can read or change them', () => {
    const file = join(directory, 'open.json');
    writeFileSync(file, createKeyFile());
    for (const mode of [0o644, 0o604, 0o602, 0o620]) {
      chmodSync(file, mode);
      expect(() => loadKeys(file, directory, false)).toThrow('chmod 600');
    }
    for (const mode of [0o600, 0o400, 0o440]) {
      chmodSync(file, mode);
      expect(loadKeys(file, directory, false).keyEncryptionKeys.currentVersion).toBe(1);
    }
  });

  it('say in one sentence that a file is missing or no key file', () => {
    expect(() => loadKeys(join(directory, 'none.json'), directory, true)).toThrow('cannot be read.');
    expect(() => parseKeyFile('{}', 'keys.json')).toThrow('no key file');
  });
});
