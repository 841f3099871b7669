import type { CallAnswer } from '@depotwerk/api/call';
import type { inviteUser } from '@depotwerk/api/users/users';
import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import './public/permission-checks.css';

export type Invitation = CallAnswer<typeof inviteUser>;

/** What the link is for: a first password or, for somebody who forgot it, a new one. */
export type LinkPurpose = 'invitation' | 'newPassword';

/** Says that the link went out by mail. */
export const tellInvitation = (invitation: Invitation, purpose: LinkPurpose = 'invitation') =>
  showToast(
    t(
      purpose === 'invitation' ? 'userManagement.invitation.sent' : 'userManagement.invitation.passwordSent',
      {
        mail: invitation.sentTo,
      },
    ),
  );

/** A link that no mail could take: shown this once, to be handed over. */
export function InvitationDialog({
  invitation,
  purpose = 'invitation',
  onClose,
}: {
  invitation: Invitation;
  purpose?: LinkPurpose;
  onClose: () => void;
}) {
  const copy = useRef<HTMLButtonElement>(null);
  const link = invitation.link ?? '';
  return (
    <Dialog
      title={t(
        purpose === 'invitation'
          ? 'userManagement.invitation.title'
          : 'userManagement.invitation.passwordTitle',
      )}
      isStatic
      initialFocus={copy}
      onClose={onClose}
      footer={
        <>
          <Button
            ref={copy}
            icon={<IconCopy size={18} aria-hidden="true" />}
            onClick={() =>
              void copyText(link).then((isDone) =>
                showToast(t(isDone ? 'common.copied' : 'common.copyByHand')),
              )
            }
          >
            {t('userManagement.invitation.copy')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('userManagement.invitation.done')}
          </Button>
        </>
      }
    >
      <p>{t('userManagement.invitation.text', { mail: invitation.sentTo })}</p>
      <div className="link-once">{link}</div>
      <Banner tone="warn">
        {t(
          purpose === 'invitation'
            ? 'userManagement.invitation.once'
            : 'userManagement.invitation.passwordOnce',
        )}
      </Banner>
    </Dialog>
  );
}
