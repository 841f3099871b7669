import { completePreregistration } from '@depotwerk/api/prospects/preregistrations';
import { askedTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { noteChosenName } from '../auth/public/chosen-name.ts';
import { emptyNewPassword, NewPasswordFields, newPasswordFault } from '../auth/public/new-password.tsx';
import { askAgain, TermsAgreement } from '../auth/public/terms-agreement.tsx';
import { useGone } from './use-gone.ts';

interface CompleteCardProps {
  guid: string;
  invitationGuid: string;
  /** Address the invitation went to. */
  email: string;
  /** An access of her own waits until she is of age. */
  isUnderage: boolean;
  hasResult: boolean;
  isDone: boolean;
  onDone: () => void;
}

/** Last step of an invitation: terms, and an access of her own if she wants one. */
export function CompleteCard(props: CompleteCardProps) {
  const { guid, invitationGuid, email, isUnderage, hasResult, isDone, onDone } = props;
  const [isAgreed, setAgreed] = useState(false);
  const [wantsAccess, setWantsAccess] = useState(!isUnderage);
  const [password, setPassword] = useState(emptyNewPassword);
  const [isTried, setTried] = useState(false);
  const house = useWhiteLabel();
  const { termsUrl } = house;
  const completion = useMutation({
    mutationFn: () =>
      callApi(completePreregistration, {
        params: { guid: invitationGuid },
        body: {
          analysisGuid: guid,
          termsAccepted: isAgreed,
          // A house without terms of its own tells of no version; a server of the release before refuses to be told of one.
          ...(house.termsVersion !== undefined && { termsVersion: askedTermsVersion(house) }),
          ...(wantsAccess ? { credentials: { password: password.password } } : {}),
        },
      }),
    onSuccess: ({ isUserCreated }) => {
      // Nobody types the name he has just chosen a password for again.
      if (isUserCreated) noteChosenName(email);
      onDone();
    },
    onError: (error) => askAgain(error, () => setAgreed(false)),
  });
  useGone(completion.error);
  if (isDone) {
    return (
      <Arrival>
        <Banner tone="ok" role="status" title={t('prospects.complete.doneTitle')}>
          <p>{t('prospects.complete.done')}</p>
          {completion.data?.isUserCreated === true ? <p>{t('prospects.complete.accessMade')}</p> : null}
          {/* A password she chose for nothing would be tried at the sign-in, and taken for wrong. */}
          {completion.data?.isUserCreated === false && wantsAccess ? (
            <p>{t('prospects.complete.noAccess')}</p>
          ) : null}
          {completion.data && (completion.data.isUserCreated || wantsAccess) ? (
            <Link to="/auth/login">{t('prospects.complete.login')}</Link>
          ) : null}
        </Banner>
      </Arrival>
    );
  }
  return (
    <Card title={t('prospects.complete.title')}>
      <PlainForm
        className="stack"
        onSubmit={() => {
          setTried(true);
          const isReady = !wantsAccess || newPasswordFault(password) === null;
          if ((isAgreed || termsUrl === null) && isReady) completion.mutate();
        }}
      >
        <p>{t(hasResult ? 'prospects.complete.intro' : 'prospects.complete.introWithoutResult')}</p>
        {isUnderage ? (
          <p>{t('prospects.complete.underage')}</p>
        ) : (
          <Checkbox
            label={t('prospects.complete.access')}
            isChecked={wantsAccess}
            onChange={setWantsAccess}
          />
        )}
        {wantsAccess ? (
          <div className="analysis__short stack">
            <TextField
              label={t('auth.credentials.userName')}
              value={email}
              onChange={() => undefined}
              readOnly
              autoComplete="username"
            />
            <NewPasswordFields
              label={t('auth.credentials.password')}
              value={password}
              onChange={setPassword}
              isSubmitted={isTried}
            />
          </div>
        ) : null}
        <TermsAgreement termsUrl={termsUrl} isAgreed={isAgreed} isTried={isTried} onChange={setAgreed} />
        <ErrorBanner error={completion.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={completion.isPending}>
            {t('prospects.complete.submit')}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
}
