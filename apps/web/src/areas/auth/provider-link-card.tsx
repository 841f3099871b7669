import { getOwnProviderLink, removeOwnProviderLink } from '@depotwerk/api/users/identity-provider';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { PasswordAndCode } from './confirm-by-password.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';

const queryKey = ['auth', 'provider-link'] as const;

/** Whether the own account is linked with the provider of the house; nothing where there is none. */
export function ProviderLinkCard() {
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const link = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getOwnProviderLink, {}, { signal }),
  }).data;
  const remove = useMutation({
    mutationFn: ({ password, token }: PasswordAndCode) =>
      callApi(removeOwnProviderLink, { body: { password, ...(token !== '' && { token }) } }),
    onSuccess: async () => {
      setRemoving(false);
      showToast(t('settings.provider.removed'));
      await client.invalidateQueries({ queryKey });
    },
  });
  if (!link || (link.buttonText === null && link.linkedAt === null)) return null;
  return (
    <Card title={t('settings.provider.title')}>
      {link.linkedAt === null ? (
        <p>{t('settings.provider.notLinked', { button: link.buttonText ?? '' })}</p>
      ) : (
        <>
          <p>{t('settings.provider.linked', { date: formatDateTime(link.linkedAt) })}</p>
          {isRemoving ? (
            <ConfirmByPassword
              submitLabel={t('settings.provider.remove')}
              isTokenShown
              isBusy={remove.isPending}
              error={remove.error}
              onSubmit={(values) => remove.mutate(values)}
              onCancel={() => setRemoving(false)}
            />
          ) : link.hasPassword ? (
            <Button onClick={() => setRemoving(true)}>{t('settings.provider.remove')}</Button>
          ) : (
            <p className="hint">{t('settings.provider.noPassword')}</p>
          )}
        </>
      )}
    </Card>
  );
}
