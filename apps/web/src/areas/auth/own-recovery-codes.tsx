import { renewRecoveryCodes } from '@depotwerk/api/auth/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import type { PasswordAndCode } from './confirm-by-password.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';

interface OwnRecoveryCodesProps {
  readonly count: number;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** How many recovery codes are left to whoever has a factor, whichever it is, and new ones in their place. */
export function OwnRecoveryCodes({ count, onRecoveryCodes }: OwnRecoveryCodesProps) {
  const [isOpen, setOpen] = useState(false);
  const renew = useMutation({
    mutationFn: ({ password, token }: PasswordAndCode) =>
      callApi(renewRecoveryCodes, { body: { password, ...(token !== '' && { token }) } }),
    onSuccess: ({ recoveryCodes }) => onRecoveryCodes(recoveryCodes),
  });
  return (
    <Card title={t('settings.secondFactor.recoveryTitle')}>
      {count === 0 ? (
        <Banner tone="warn">{t('settings.secondFactor.recoveryNone')}</Banner>
      ) : (
        <p>{t('settings.secondFactor.recoveryLeft', { count })}</p>
      )}
      {isOpen ? (
        <ConfirmByPassword
          submitLabel={t('settings.secondFactor.recoveryRenew')}
          isTokenShown
          isBusy={renew.isPending}
          error={renew.error}
          onSubmit={renew.mutate}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div className="row">
          <Button
            onClick={() => {
              renew.reset();
              setOpen(true);
            }}
          >
            {t('settings.secondFactor.recoveryRenew')}
          </Button>
        </div>
      )}
    </Card>
  );
}
