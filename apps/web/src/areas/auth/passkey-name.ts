import { deviceName } from './sign-in.ts';

/** The name of a new passkey: the browser it is made with, numbered where its owner has one of that name. */
export function newPasskeyName(userAgent: string, own: readonly { readonly name: string }[]): string {
  const names = new Set(own.map(({ name }) => name));
  const device = deviceName(userAgent);
  if (!names.has(device)) return device;
  let number = 2;
  while (names.has(`${device} (${number})`)) number += 1;
  return `${device} (${number})`;
}
