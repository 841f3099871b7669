import { useMutation } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { canUsePasskeys, passkeyErrorOf } from './public/use-passkey.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';

/** Signing in without name and password, where browser and address know passkeys. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
  if (!canUsePasskeys()) return null;
  return (
    <>
      {signIn.error ? (
        <Banner tone="bad" role="alert">
          {passkeyErrorOf(signIn.error)}
        </Banner>
      ) : null}
      <Button isFullWidth isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('auth.passkey.signIn')}
      </Button>
    </>
  );
}
