// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { clearToasts, ToastRegion } from '../../../ui/toast.tsx';
import { bindDevice } from './bind-device.ts';

speaksGerman();
afterEach(() => {
  clearToasts();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'featurePolicy');
});

/** Asks for a device to be bound inside a frame that may make passkeys, may not, or does not know. */
function asked(isAllowed: boolean | null) {
  vi.stubGlobal('parent', {});
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  if (isAllowed !== null) {
    const allowsFeature = (name: string) => isAllowed && name === 'publickey-credentials-create';
    Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature }, configurable: true });
  }
  const open = vi.fn<() => void>();
  const page = renderForTest(<ToastRegion />);
  page.change(() => bindDevice(open));
  return { page, open };
}

describe('the device in the frame of an app', () => {
  it('is bound where the page around allows it', () => {
    const { page, open } = asked(true);
    const offered = [...page.target.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Gerät einrichten',
    );
    page.change(() => offered?.click());
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each([false, null])('is told where else it is bound (%s)', (isAllowed) => {
    const { page, open } = asked(isAllowed);
    expect(page.target.textContent).toContain('in einem eigenen Browserfenster eingerichtet');
    // As the settings name it.
    expect(page.target.textContent).toContain(`„${german.settings.secondFactor.title}“`);
    expect(page.target.textContent).not.toContain('Gerät einrichten');
    expect(open).not.toHaveBeenCalled();
  });
});
