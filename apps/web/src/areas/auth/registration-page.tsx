import { guidPattern } from '@depotwerk/domain/guid';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { mayRegister, useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { AuthTitle } from './auth-title.tsx';
import { ConfirmRegistration } from './confirm-registration.tsx';
import { HouseContact } from './house-contact.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** Registration by the mode of the house: closed, open, by invitation, or with an adviser's approval. */
export function RegistrationPage() {
  const { registrationMode } = useWhiteLabel();
  const { guid } = useSearch({ from: '/auth/registration' });
  // What a visitor's analysis opens with stands behind the `#`: a browser never sends that part by itself.
  const hash = useLocation({ select: (location) => location.hash });
  return (
    <>
      <AuthTitle>{t('auth.registration.title')}</AuthTitle>
      {registrationMode !== 0 && guid !== undefined ? (
        // Also where the house has lost its mail server since: who has the link needs no further mail.
        <ConfirmRegistration guid={guid} />
      ) : mayRegister(registrationMode) ? (
        <RegistrationForm
          isApproved={registrationMode === 3}
          analysisGuid={guidPattern.test(hash) ? hash : null}
        />
      ) : (
        <Banner tone="info">
          <div>
            {t(registrationMode === 2 ? 'auth.registration.invitationOnly' : 'auth.registration.closed')}
          </div>
          <HouseContact />
        </Banner>
      )}
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        {registrationMode === 2 ? <Link to="/auth/activation">{t('auth.activation.title')}</Link> : null}
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}
