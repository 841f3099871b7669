import { mayChange, useSession } from '../../platform/session.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { CredentialsPrompt } from './credentials-prompt.tsx';
import { RefreshPanel } from './refresh-panel.tsx';

/** What the shell keeps of the banks over every page: the question for passwords, and the progress of reading. */
export function TraderDesk() {
  const user = useSession((state) => state.user);
  return (
    <>
      {mayChange(user, 'traderCredentials.use') && whiteLabel().features.bankCredentials ? (
        <CredentialsPrompt />
      ) : null}
      {mayChange(user, 'contracts.refresh') ? <RefreshPanel /> : null}
    </>
  );
}
