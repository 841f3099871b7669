import { agreeToTerms } from '@depotwerk/api/white-label/terms';
import { useNavigate } from '@tanstack/react-router';
import { TermsLink } from '../../../forms/agreed-terms.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { loadUser } from '../../../platform/load-user.ts';
import { useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBanner } from '../../../ui/feedback.tsx';
import { useAction } from '../../../ui/use-action.ts';

/** Asks somebody who agreed to an earlier version of the house's terms for the one of today; whoever does not agree leaves. */
export function TermsAgainDialog({ version }: { version: string }) {
  const navigate = useNavigate();
  const { isBusy, failure, act } = useAction();
  const agree = () =>
    act(
      async () => {
        await callApi(agreeToTerms, { body: { version } });
        useSession.setState(({ user }) => {
          if (user === null) return {};
          const { termsToAgree: _agreed, ...rest } = user;
          return { user: rest };
        });
      },
      // Another version may have begun since the page was loaded; where that cannot be asked, what went wrong is said anyway.
      () => loadUser().catch(() => undefined),
    );
  return (
    <Dialog
      isStatic
      size="small"
      title={t('masterData.termsAgain.title')}
      onClose={() => undefined}
      footer={
        <>
          <Button onClick={() => void navigate({ to: '/logout' })}>{t('shell.logout')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void agree()}>
            {t('masterData.termsAgain.agree')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('masterData.termsAgain.text', { version })}</p>
        <p>
          <TermsLink version={version} />
        </p>
        <ErrorBanner error={failure} />
      </div>
    </Dialog>
  );
}
