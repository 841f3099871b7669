import { startViewing } from '@depotwerk/api/users/viewing';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Looks at the product as somebody else; for those with the right, and never as oneself. */
export function ViewAsButton({ userId }: { userId: string }) {
  const mayView = useSession((state) => mayChange(state.user, 'userManagement.viewAs'));
  const isSelf = useSession((state) => state.user?.id === userId);
  const start = useMutation({
    mutationFn: () => callApi(startViewing, { params: { id: userId } }),
    // Everything that was read belongs to other rights: the product begins anew.
    onSuccess: () => window.location.assign('/contracts'),
    onError: showApiError,
  });
  if (!mayView || isSelf) return null;
  return (
    <div>
      <Button isBusy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {t('userManagement.user.viewAs')}
      </Button>
      <p className="hint">{t('userManagement.user.viewAsHint')}</p>
    </div>
  );
}
