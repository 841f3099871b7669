import type { ContractListItem } from '@depotwerk/api/contracts/contracts';
import { markContractChecked } from '@depotwerk/api/contracts/contracts';
import { IconCheck, IconFolderOpen, IconTrash, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { applyCheck } from '../../queries/contract-cache.ts';
import { dialogLink } from '../../shell/dialog-link.ts';
import { t } from '../../texts/texts.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { contractLabel } from './contract-columns.tsx';

/** Records a check by the signed-in user and shows it wherever the contract is listed. */
export async function markChecked(contract: ContractListItem): Promise<void> {
  try {
    applyCheck(contract.id, await callApi(markContractChecked, { params: { id: contract.id } }));
    showToast(t('contracts.checkDone', { label: contractLabel(contract) }));
  } catch (error) {
    showApiError(error);
  }
}

/** Deleting a contract, for a menu of whoever may. */
export const deleteEntry = (
  user: Parameters<typeof mayChange>[0],
  onSelect: () => void,
): readonly MenuEntry[] =>
  mayChange(user, 'contracts.delete')
    ? [
        {
          key: 'delete',
          label: t('contracts.actions.delete'),
          icon: <IconTrash size={18} aria-hidden="true" />,
          isDanger: true,
          onSelect,
        },
      ]
    : [];

/** Menu of a contract row: what the user may do with it. */
export function useContractActions(): (contract: ContractListItem) => readonly MenuEntry[] {
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  return useCallback(
    (contract) => [
      {
        key: 'open',
        label: t('contracts.actions.open'),
        icon: <IconFolderOpen size={18} aria-hidden="true" />,
        onSelect: () =>
          void navigate({
            to: '/contracts/$contractId/$tab',
            params: { contractId: contract.id, tab: 'overview' },
          }),
      },
      {
        key: 'customer',
        label: t('contracts.actions.customer'),
        icon: <IconUser size={18} aria-hidden="true" />,
        onSelect: () =>
          void navigate({ to: '/customers/$customerId', params: { customerId: contract.customer.id } }),
      },
      ...(mayChange(user, 'contracts.check')
        ? [
            {
              key: 'check',
              label: t('contracts.actions.check'),
              icon: <IconCheck size={18} aria-hidden="true" />,
              onSelect: () => void markChecked(contract),
            },
          ]
        : []),
      ...deleteEntry(
        user,
        () => void navigate({ to: '.', ...dialogLink('deleteContract', { contractId: contract.id }) }),
      ),
    ],
    [navigate, user],
  );
}
