import type { Challenge } from '@depotwerk/api/challenge';
import { IconDeviceMobile, IconDeviceMobileMessage, IconKey, IconMail } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { PlainForm } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import '../second-factor.css';

type Provider = Challenge['tokenProviders'][number];

const icons: Partial<Record<string, ReactNode>> = {
  sms: <IconDeviceMobileMessage size={22} aria-hidden="true" />,
  email: <IconMail size={22} aria-hidden="true" />,
  bankDecoupled: <IconDeviceMobile size={22} aria-hidden="true" />,
};

/** The methods of a bank, one of them to be chosen. */
export function ProviderChoice({
  providers,
  chosenId,
  onChoose,
}: {
  providers: readonly Provider[];
  chosenId: string | null;
  onChoose: (tokenProviderId: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="second-factor__providers">
      <legend>{t('optimization.execution.provider')}</legend>
      {providers.map((provider) => {
        const method = t(`optimization.execution.providerType.${provider.tokenProviderType}`);
        // What a bank calls its method is said where it is another word than ours.
        const details = [provider.description, provider.maskedTarget].filter(
          (part) => part !== null && part !== '' && part !== method,
        );
        return (
          <label key={provider.tokenProviderId} className="second-factor__provider">
            <input
              type="radio"
              name={name}
              className="second-factor__radio"
              checked={provider.tokenProviderId === chosenId}
              onChange={() => onChoose(provider.tokenProviderId)}
            />
            {icons[provider.tokenProviderType] ?? <IconKey size={22} aria-hidden="true" />}
            <span className="second-factor__provider-text">
              <span>{method}</span>
              {details.length === 0 ? null : <span className="hint">{details.join(' · ')}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Word on the button that asks the bank for a code or an approval by this method. */
export function requestLabel(provider: Provider | null): string {
  if (provider?.tokenProviderType === 'bankDecoupled') return t('optimization.execution.requestApproval');
  if (provider?.tokenProviderType === 'sms') return t('optimization.execution.requestCode');
  return t('optimization.execution.continue');
}

/**
 * Where a code comes from.
 * @param sentTo masked target it was sent to; null = none was sent, or where to is forgotten after a failure
 */
export function codeHint(provider: Provider | null, sentTo: string | null): string {
  if (sentTo) return t('optimization.execution.sentTo', { target: sentTo });
  if (provider?.tokenProviderType === 'sms') return t('optimization.execution.codeAgain');
  return t('optimization.execution.codeFromApp', { description: provider?.description ?? '' });
}

/** The code of a bank, typed. */
export function CodeForm({
  ref,
  hint,
  token,
  isMissing,
  onType,
  onSubmit,
  children,
}: {
  ref?: Ref<HTMLInputElement>;
  /** Where the code comes from. */
  hint: string;
  token: string;
  /** It was sent without one. */
  isMissing: boolean;
  onType: (token: string) => void;
  onSubmit: () => void;
  /** Other ways. */
  children: ReactNode;
}) {
  return (
    <PlainForm className="stack" onSubmit={onSubmit}>
      <p role="status">{hint}</p>
      <div className="second-factor__code">
        <CodeField
          ref={ref}
          label={t('optimization.execution.code')}
          isRequired
          value={token}
          error={isMissing && token.trim() === '' ? t('optimization.execution.codeMissing') : null}
          onChange={onType}
        />
      </div>
      {children}
      {/* Enter in the field sends the form. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </PlainForm>
  );
}

/** Waits for an approval in the app of a bank. */
export function ApprovalWait({
  text,
  waitingFor,
  children,
}: {
  /** What is to be done there. */
  text: string;
  waitingFor: string;
  /** Other ways. */
  children: ReactNode;
}) {
  return (
    <div className="second-factor__approve" role="status">
      <span className="second-factor__phone">
        <IconDeviceMobile size={40} stroke={1.4} aria-hidden="true" />
      </span>
      <h3>{t('optimization.execution.approveTitle')}</h3>
      <p>{text}</p>
      <Spinner label={waitingFor} />
      {children}
    </div>
  );
}

/** Another code, or another method. */
export function OtherWays({
  provider,
  hasOthers,
  isBusy,
  resendIn,
  onResend,
  onOther,
}: {
  provider: Provider | null;
  hasOthers: boolean;
  isBusy: boolean;
  /** Seconds until a code may be asked for again. */
  resendIn: number;
  onResend: () => void;
  onOther: () => void;
}) {
  return (
    <div className="row">
      {provider?.tokenProviderType === 'sms' ? (
        <Button kind="quiet" size="small" disabled={resendIn > 0 || isBusy} onClick={onResend}>
          {resendIn > 0
            ? t('optimization.execution.resendIn', { seconds: resendIn })
            : t('optimization.execution.resend')}
        </Button>
      ) : null}
      {hasOthers ? (
        <Button kind="quiet" size="small" disabled={isBusy} onClick={onOther}>
          {t('optimization.execution.otherProvider')}
        </Button>
      ) : null}
    </div>
  );
}

/** How long a confirmation can still be given, and how often a code may be wrong. */
export function Countdown({ left, clock, attempts }: { left: number; clock: string; attempts: number }) {
  return (
    <span className="second-factor__clock">
      <span role="timer">{t('optimization.execution.validFor', { time: clock })}</span>
      <span className="hint">{t('optimization.execution.attemptsLeft', { count: attempts })}</span>
      <span className="visually-hidden" role="status">
        {left <= 60 && left > 0 ? t('optimization.execution.validForWords') : ''}
      </span>
    </span>
  );
}
