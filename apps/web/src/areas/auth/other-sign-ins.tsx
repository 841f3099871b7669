import { useWhiteLabel } from '../../platform/white-label.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';

/** Ways to sign in without name and password: a passkey, and the provider of the house where it has one. */
export function OtherSignIns({ returnUrl, onDone }: { returnUrl: string | undefined; onDone: () => void }) {
  const { oidcProviders } = useWhiteLabel();
  return (
    <>
      {oidcProviders.length > 0 ? <ProviderSignIn returnUrl={returnUrl} /> : null}
      <PasskeySignIn onDone={onDone} />
    </>
  );
}
