// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'featurePolicy');
});

it.each([
  ['alone', null, true],
  ['in a frame that may ask for one', true, true],
  ['in a frame of a browser that does not tell', null, true],
  ['in a frame that may not', false, false],
] as const)('signing in by a passkey is offered %s as it is possible', (place, isAllowed, isOffered) => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  if (place !== 'alone') vi.stubGlobal('parent', {});
  if (isAllowed !== null) {
    const allowsFeature = (name: string) => isAllowed && name === 'publickey-credentials-get';
    Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature }, configurable: true });
  }
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <PasskeySignIn onDone={() => undefined} />
    </QueryClientProvider>,
  );
  expect(page.target.textContent.includes('Mit Passkey anmelden')).toBe(isOffered);
});
