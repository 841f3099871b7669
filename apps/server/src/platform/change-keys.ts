import { type KeyFile, keyFileText, newSecret, newSigningKey, parseContent, parseKeyFile } from './keys.ts';

/**
 * What is done to a key file, one after the other, with every process restarted in between: each knows the new keys before
 * any signs or seals with them, and the old ones until nothing needs them.
 */
export const keyChanges = ['add', 'use-newest', 'drop-old'] as const;
export type KeyChange = (typeof keyChanges)[number];

const newest = (keys: Readonly<Record<string, string>>): number =>
  Math.max(0, ...Object.keys(keys).map(Number).filter(Number.isInteger));

const changes: Readonly<Record<KeyChange, (content: KeyFile) => KeyFile>> = {
  add: ({ signing, encryption, ...others }) => ({
    signing: { ...signing, keys: { ...signing.keys, [newest(signing.keys) + 1]: newSigningKey() } },
    encryption: {
      ...encryption,
      keys: { ...encryption.keys, [newest(encryption.keys) + 1]: newSecret() },
    },
    ...others,
  }),
  'use-newest': ({ signing, encryption, ...others }) => ({
    signing: { ...signing, current: String(newest(signing.keys)) },
    encryption: { ...encryption, current: newest(encryption.keys) },
    ...others,
  }),
  'drop-old': ({ signing, encryption, ...others }) => ({
    signing: { ...signing, keys: only(signing.keys, signing.current) },
    encryption: { ...encryption, keys: only(encryption.keys, String(encryption.current)) },
    ...others,
  }),
};

const only = (keys: Readonly<Record<string, string>>, current: string): Record<string, string> =>
  Object.fromEntries(Object.entries(keys).filter(([name]) => name === current));

/** The text of a key file after a change. @param file for messages @throws `OperatorError` when it is no good key file */
export function changeKeyFile(text: string, change: KeyChange, file: string): string {
  parseKeyFile(text, file);
  return keyFileText(changes[change](parseContent(text, file)));
}
