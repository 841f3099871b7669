import { t } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/toast.tsx';
import { canMakePasskeys } from '../public/use-passkey.ts';

/**
 * Offers to bind this device by a passkey where the page around the frame lets one be made, else says where that is
 * possible. The device asks for a touch of its owner, which a message of the app is not: so it is an offer.
 */
export function bindDevice(openPasskeys: () => void): void {
  if (canMakePasskeys()) {
    showToast(t('auth.mobile.offer'), {
      action: { label: t('auth.mobile.bind'), onSelect: openPasskeys },
    });
  } else {
    showToast(t('auth.mobile.biometry'));
  }
}
