import type { CallAnswer } from '@depotwerk/api/call';
import type { inviteUser } from '@depotwerk/api/users';
import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import './permission-checks.css';

export type Invitation = CallAnswer<typeof inviteUser>;

/** Says that an invitation went out by mail. */
export const tellInvitation = (invitation: Invitation) =>
  showToast(t('userManagement.invitation.sent', { mail: invitation.sentTo }));

/** The link of an invitation that no mail could take: shown this once, to be handed over. */
export function InvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const copy = useRef<HTMLButtonElement>(null);
  const link = invitation.link ?? '';
  return (
    <Dialog
      title={t('userManagement.invitation.title')}
      isStatic
      initialFocus={copy}
      onClose={onClose}
      footer={
        <>
          <Button
            ref={copy}
            icon={<IconCopy size={18} aria-hidden="true" />}
            onClick={() =>
              void navigator.clipboard.writeText(link).then(
                () => showToast(t('common.copied')),
                () => showToast(t('userManagement.invitation.copyByHand')),
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
      <Banner tone="warn">{t('userManagement.invitation.once')}</Banner>
    </Dialog>
  );
}
