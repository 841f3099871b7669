import { deleteTraderCredentials, getCredentialStatus } from '@depotwerk/api/traders/trader-credentials';
import type { CredentialStatus } from '@depotwerk/domain/contracts/trading-words';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { LabelTone } from '../../../ui/cells.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { passwordGiven } from '../confirm-passwords.ts';
import { dismissBank } from '../dismissed-banks.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { credentialTypesQuery, reloadCredentials } from './trader-queries.ts';
import './bank-credentials-section.css';

const tones: Record<CredentialStatus, LabelTone> = {
  none: 'neutral',
  valid: 'ok',
  mustUpdatePassword: 'warn',
  locked: 'bad',
};

/** Settings: the banks the user works with, the state of his access, passwords to give and to forget. */
export function BankCredentialsSection() {
  const types = useQuery(credentialTypesQuery());
  const [asked, setAsked] = useState<{ issuerId: number; bankId: string } | null>(null);
  const states = useQueries({
    queries: (types.data ?? []).map(({ issuerId }) => ({
      queryKey: ['traderCredentials', 'status', issuerId],
      queryFn: () => callApi(getCredentialStatus, { query: { issuerId } }),
    })),
  });
  if (types.isError) {
    return <QueryError title={t('traders.banks.loadFailed')} query={types} />;
  }
  if (!types.data) return <Skeleton height={160} />;
  const forget = async (issuerId: number, name: string) => {
    try {
      await callApi(deleteTraderCredentials, { query: { issuerId } });
      // Whoever forgets a password does not want to be asked for it at once.
      dismissBank(issuerId);
      await reloadCredentials();
      showToast(t('traders.banks.forgotten', { bankName: name }));
    } catch (error) {
      showApiError(error);
    }
  };
  return (
    <Card title={t('settings.section.bank-credentials')} isFlush>
      {types.data.length === 0 ? <EmptyState title={t('traders.banks.none')} /> : null}
      <ul className="bank-list">
        {types.data.map((type, index) => {
          const state = states[index]?.data;
          const status = state?.status ?? 'none';
          const { bankId } = type;
          return (
            <li key={type.issuerId} className="bank-list__item">
              <div className="bank-list__name">
                <strong>{type.credentialTypeName}</strong>
                <span className="hint">
                  {type.credentialsAvailable
                    ? state?.expiresAt
                      ? state.isSessionOnly
                        ? t('traders.banks.keptForSession')
                        : t('traders.banks.keptUntil', { instant: formatDateTime(state.expiresAt) })
                      : t('traders.banks.notKept')
                    : t('traders.banks.notConnected')}
                </span>
              </div>
              {type.credentialsAvailable ? (
                <ColourLabel tone={type.loggedIn ? 'ok' : tones[status]}>
                  {t(type.loggedIn ? 'traders.banks.loggedIn' : `traders.banks.status.${status}`)}
                </ColourLabel>
              ) : null}
              <span className="row">
                {type.credentialsAvailable && !type.loggedIn && bankId !== null ? (
                  <Button
                    size="small"
                    icon={<IconKey size={16} aria-hidden="true" />}
                    onClick={() => setAsked({ issuerId: type.issuerId, bankId })}
                  >
                    {t('traders.banks.enter')}
                  </Button>
                ) : null}
                {state?.expiresAt ? (
                  <Button
                    size="small"
                    icon={<IconKeyOff size={16} aria-hidden="true" />}
                    onClick={() => void forget(type.issuerId, type.credentialTypeName)}
                  >
                    {t('traders.banks.forget')}
                  </Button>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
      {asked ? (
        <PasswordDialog
          {...asked}
          onClose={(result) => {
            setAsked(null);
            if (result) void passwordGiven();
          }}
        />
      ) : null}
    </Card>
  );
}
