import { Link } from '@tanstack/react-router';
import { whiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { AuthTitle } from './auth-title.tsx';

/** What each registration mode means for a visitor; none of them pretends a form that does not exist. */
const textOfMode = {
  0: 'auth.registration.closed',
  1: 'auth.registration.open',
  2: 'auth.registration.invitationOnly',
  3: 'auth.registration.approval',
} as const;

export function RegistrationPage() {
  const { registrationMode, supportMail, supportPhone } = whiteLabel();
  const contact = supportMail ?? supportPhone;
  return (
    <>
      <AuthTitle>{t('auth.registration.title')}</AuthTitle>
      <Banner tone="info">
        <div>{t(textOfMode[registrationMode])}</div>
        {contact ? <div>{`${t('auth.registration.contact')}: ${contact}`}</div> : null}
      </Banner>
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        {registrationMode === 2 ? <Link to="/auth/activation">{t('auth.activation.title')}</Link> : null}
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}
