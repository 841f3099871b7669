import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { ActivationCodeField } from './activation-code-field.tsx';
import { isActivationGuid } from './activation-guid.ts';
import { AuthTitle } from './auth-title.tsx';
import { usePasswordHelp } from './password-help.ts';

/** First step of an invitation or a reset: the code of its link, prefilled when the link was opened. */
export function ActivationPage() {
  const search = useSearch({ from: '/auth/activation' });
  const navigate = useNavigate();
  const [guid, setGuid] = useState(search.guid ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const isValid = isActivationGuid(guid);
  const help = usePasswordHelp();
  const isTexted = !help.isPending && help.data?.isTexted !== false;
  return (
    <>
      <div>
        <AuthTitle>{t('auth.activation.title')}</AuthTitle>
        <p className="auth__lead">{t('auth.activation.hint')}</p>
      </div>
      <PlainForm
        onSubmit={() => {
          setSubmitted(true);
          if (!isValid) return;
          void navigate({
            to: '/auth/activation/credentials',
            search: { guid: guid.trim(), userName: search.userName },
          });
        }}
      >
        <ActivationCodeField value={guid} onChange={setGuid} isSubmitted={isSubmitted} />
        <Button type="submit" kind="primary" isFullWidth>
          {t('auth.activation.continue')}
        </Button>
      </PlainForm>
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        {isTexted ? (
          <Link to="/auth/activation/reset-token" search={{ guid: isValid ? guid.trim() : undefined }}>
            {t('auth.activation.newCode')}
          </Link>
        ) : null}
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}
