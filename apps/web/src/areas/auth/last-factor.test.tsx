// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { newPasskeyName } from './passkey-name.ts';
import { SecondFactorSection } from './second-factor-section.tsx';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';
const { last, lastMandatory, recoveryNone } = german.settings.secondFactor;

speaksGerman();

/** What stands on the page after the last button of a name was pressed. */
function textAfter(button: string, factors: object, names: readonly string[]): string {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const none = { isMandatory: false, isSmsOffered: true, isSmsActive: false, isTotpActive: false };
  client.setQueryData(['auth', 'second-factor'], {
    ...none,
    passkeyCount: names.length,
    maskedPhoneNumber: '+49 *** 12',
    recoveryCodesLeft: 0,
    ...factors,
  });
  const passkeys = names.map((name, at) => ({
    id: `${at}`,
    name,
    createdAt: `2026-11-2${at}T08:00:00Z`,
    lastUsedAt: null,
    isSynced: false,
  }));
  client.setQueryData(['auth', 'passkeys'], { isAvailable: true, passkeys });
  const { target } = renderForTest(
    <QueryClientProvider client={client}>
      <SecondFactorSection />
    </QueryClientProvider>,
  );
  const pressed = [...target.querySelectorAll('button')].findLast((it) => it.textContent === button);
  act(() => pressed?.click());
  return target.textContent ?? '';
}

const { totpRemove, smsOff } = german.settings.secondFactor;
it.each([
  [totpRemove, { isTotpActive: true }, []],
  [smsOff, { isSmsActive: true }, []],
  [german.auth.passkey.remove, {}, ['Laptop']],
] as const)('says before the last factor goes what it means (%s)', (button, factors, names) => {
  expect(textAfter(button, factors, names)).toContain(last);
  expect(textAfter(button, { ...factors, isMandatory: true }, names)).toContain(lastMandatory);
  const beside = { isTotpActive: true, isSmsActive: true };
  expect(textAfter(button, { ...factors, ...beside }, names)).not.toContain(last);
});

it('says which of two passkeys goes, and that there are no recovery codes', () => {
  const text = textAfter(german.auth.passkey.remove, {}, ['Laptop', 'Telefon']);
  expect(text).toContain('Entfernt wird „Telefon“, eingerichtet am 21.11.2026');
  expect(text).toContain(recoveryNone);
});

it('numbers the names of passkeys made with one browser', () => {
  const named = (...names: string[]) =>
    newPasskeyName(
      chrome,
      names.map((name) => ({ name })),
    );
  expect(named('Laptop')).toBe('Chrome, Linux');
  expect(named('Chrome, Linux')).toBe('Chrome, Linux (2)');
  expect(named('Chrome, Linux', 'Chrome, Linux (2)')).toBe('Chrome, Linux (3)');
});
