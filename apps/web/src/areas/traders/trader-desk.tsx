import { mayChange, useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { CredentialsPrompt } from './credentials-prompt.tsx';
import { RefreshPanel } from './refresh-panel.tsx';

/** What the shell keeps of the banks over every page: the question for passwords, and the progress of reading. */
export function TraderDesk() {
  const user = useSession((state) => state.user);
  const { bankCredentials } = useWhiteLabel().features;
  return (
    <>
      {mayChange(user, 'traderCredentials.use') && bankCredentials ? <CredentialsPrompt /> : null}
      {mayChange(user, 'contracts.refresh') ? <RefreshPanel /> : null}
    </>
  );
}
