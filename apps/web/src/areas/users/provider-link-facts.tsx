import {
  allowUserProviderLink,
  getUserProviderLink,
  removeUserProviderLink,
} from '@depotwerk/api/users/identity-provider';
import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Whether somebody is linked with the provider of the house; nothing where there is none. */
export function ProviderLinkFacts({ userId, mayEdit }: { userId: string; mayEdit: boolean }) {
  const client = useQueryClient();
  const queryKey = ['users', 'provider-link', userId] as const;
  const link = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getUserProviderLink, { params: { id: userId } }, { signal }),
  }).data;
  const change = useMutation({
    mutationFn: (isAllowing: boolean) =>
      callApi(isAllowing ? allowUserProviderLink : removeUserProviderLink, { params: { id: userId } }),
    onSuccess: async (_answer, isAllowing) => {
      showToast(
        t(isAllowing ? 'userManagement.user.providerAllowDone' : 'userManagement.user.providerRemoveDone'),
      );
      await client.invalidateQueries({ queryKey });
    },
    onError: showApiError,
  });
  if (!link || (link.buttonText === null && link.linkedAt === null)) return null;
  const { linkedAt, allowedUntil, givenRole } = link;
  const isOpen = linkedAt === null && allowedUntil === null;
  return (
    <>
      <FactList
        facts={[
          {
            key: 'provider',
            label: t('userManagement.user.provider'),
            value:
              linkedAt !== null
                ? t('userManagement.user.providerLinked', { date: formatInstantDay(linkedAt) })
                : allowedUntil !== null
                  ? t('userManagement.user.providerAllowed', { date: formatDateTime(allowedUntil) })
                  : t('userManagement.user.providerNot'),
          },
          ...(givenRole
            ? [
                {
                  key: 'providerRole',
                  label: t('userManagement.user.providerRole'),
                  value: givenRoleText(givenRole),
                },
              ]
            : []),
        ]}
      />
      {mayEdit ? (
        <Button isBusy={change.isPending} onClick={() => change.mutate(isOpen)}>
          {t(isOpen ? 'userManagement.user.providerAllow' : 'userManagement.user.providerRemove')}
        </Button>
      ) : null}
    </>
  );
}

/** Where the role comes from, and what is left of it when the provider names it no more. */
function givenRoleText({ nameBefore, comesBack }: { nameBefore: string | null; comesBack: boolean }): string {
  if (nameBefore === null) return t('userManagement.user.providerRoleGiven');
  return t(
    comesBack ? 'userManagement.user.providerRoleComesBack' : 'userManagement.user.providerRoleStaysAway',
    { role: nameBefore },
  );
}
