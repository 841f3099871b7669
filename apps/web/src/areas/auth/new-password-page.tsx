import { useRouter } from '@tanstack/react-router';
import { landingPage } from '../../platform/landing.ts';
import { useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { AuthTitle } from './auth-title.tsx';
import { PasswordSection } from './password-section.tsx';

/**
 * `/new-password`: somebody else has set the password of this account, so an own one comes first; until then no other
 * call answers. Then it goes on to where the user's work begins.
 */
export function NewPasswordPage() {
  const user = useSession((state) => state.user);
  const router = useRouter();
  const isDone = user?.mustChangePassword === false;
  return (
    <>
      <div>
        <AuthTitle>{t('auth.newPassword.title')}</AuthTitle>
        <p className="auth__lead">{t('auth.newPassword.why')}</p>
      </div>
      {isDone ? (
        <>
          <Banner tone="ok" role="status">
            {t('settings.password.done')}
          </Banner>
          <Button kind="primary" isFullWidth onClick={() => router.history.replace(landingPage(user))}>
            {t('common.next')}
          </Button>
        </>
      ) : (
        <PasswordSection />
      )}
    </>
  );
}
