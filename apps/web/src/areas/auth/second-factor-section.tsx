import { getSecondFactor } from '@depotwerk/api/auth/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { loadUser } from '../../platform/load-user.ts';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { OwnRecoveryCodes } from './own-recovery-codes.tsx';
import { PasskeyFactor } from './passkey-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SmsFactor } from './sms-factor.tsx';
import { TotpFactor } from './totp-factor.tsx';
import './settings-page.css';

const queryKey = ['auth', 'second-factor'] as const;

interface SecondFactorsProps {
  /** Hears when new recovery codes appear, and when they are said to be kept. */
  readonly onCodesShown?: (areShown: boolean) => void;
}

/** The section of the settings. */
export function SecondFactorSection() {
  return <SecondFactors />;
}

/** Second factors of the user: authenticator app with recovery codes, and SMS. */
export function SecondFactors({ onCodesShown }: SecondFactorsProps) {
  const queryClient = useQueryClient();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const [areCodesKept, setCodesKept] = useState(false);
  const factors = useQuery({ queryKey, queryFn: ({ signal }) => callApi(getSecondFactor, {}, { signal }) });
  const reload = () => void queryClient.invalidateQueries({ queryKey });
  // Where a factor is demanded, the first one brings the menu and the last one takes it.
  const onChange = () => {
    reload();
    // Whoever cannot be read now is read with the next page.
    void loadUser().catch(() => {});
  };
  const onRecoveryCodes = (codes: readonly string[]) => {
    setRecoveryCodes(codes);
    onCodesShown?.(true);
    setCodesKept(false);
    reload();
  };
  const onCodesKept = () => {
    setRecoveryCodes(null);
    onCodesShown?.(false);
    setCodesKept(true);
    onChange();
  };

  const { data } = factors;
  // What was shown stays where asking again fails: among it are recovery codes that are shown only once.
  if (!data) return factors.error ? <QueryError query={factors} /> : <Skeleton lines={6} />;
  const factorCount = Number(data.isSmsActive) + Number(data.isTotpActive) + data.passkeyCount;
  const hasFactor = factorCount > 0;
  const loss = { isLast: factorCount === 1, isMandatory: data.isMandatory };
  const head = (
    <Card title={t('settings.secondFactor.title')}>
      <p>{t('settings.secondFactor.intro')}</p>
      {data.isMandatory ? <Banner tone="info">{t('settings.secondFactor.mandatory')}</Banner> : null}
    </Card>
  );
  return (
    <>
      {/* The codes are gone with their button: the way goes on from the top. */}
      {areCodesKept ? <Arrival>{head}</Arrival> : head}
      {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} onDone={onCodesKept} /> : null}
      <PasskeyFactor {...loss} hasFactor={hasFactor} onRecoveryCodes={onRecoveryCodes} onChange={onChange} />
      <TotpFactor
        {...loss}
        isActive={data.isTotpActive}
        hasFactor={hasFactor}
        onRecoveryCodes={onRecoveryCodes}
        onChange={onChange}
      />
      {data.isSmsOffered || data.isSmsActive ? (
        <SmsFactor
          {...loss}
          isActive={data.isSmsActive}
          hasFactor={hasFactor}
          maskedPhoneNumber={data.maskedPhoneNumber}
          onChange={onChange}
        />
      ) : null}
      {hasFactor && recoveryCodes === null ? (
        <OwnRecoveryCodes count={data.recoveryCodesLeft} onRecoveryCodes={onRecoveryCodes} />
      ) : null}
    </>
  );
}
