import { expect, it } from 'vitest';
import { changeKeyFile } from './change-keys.ts';
import { createKeyFile, parseKeyFile } from './keys.ts';

it('adds keys nobody uses yet, uses them, and keeps only these; the keys of codes and devices stay', () => {
  const text = createKeyFile();
  const before = parseKeyFile(text, 'keys.json');
  const addedText = changeKeyFile(text, 'add', 'keys.json');
  const added = parseKeyFile(addedText, 'keys.json');
  expect(added.keyEncryptionKeys.currentVersion).toBe(1);
  expect(added.accessTokenSigningKeys.currentKeyId).toBe('1');
  expect([...added.keyEncryptionKeys.byVersion.keys()]).toEqual([1, 2]);
  expect([...added.accessTokenSigningKeys.publicKeys.keys()]).toEqual(['1', '2']);
  expect(added.keyEncryptionKeys.byVersion.get(1)).toEqual(before.keyEncryptionKeys.byVersion.get(1));

  const usedText = changeKeyFile(addedText, 'use-newest', 'keys.json');
  const used = parseKeyFile(usedText, 'keys.json');
  expect(used.keyEncryptionKeys.currentVersion).toBe(2);
  expect(used.accessTokenSigningKeys.currentKeyId).toBe('2');
  expect(used.keyEncryptionKeys.byVersion.size).toBe(2);

  const left = parseKeyFile(changeKeyFile(usedText, 'drop-old', 'keys.json'), 'keys.json');
  expect([...left.keyEncryptionKeys.byVersion.keys()]).toEqual([2]);
  expect([...left.accessTokenSigningKeys.publicKeys.keys()]).toEqual(['2']);
  expect(left.sessionMacKey).toEqual(before.sessionMacKey);
  expect(left.deviceCookieKey).toEqual(before.deviceCookieKey);
});

it('changes nothing that is no key file', () => {
  expect(() => changeKeyFile('{}', 'add', 'keys.json')).toThrow('no key file');
});
