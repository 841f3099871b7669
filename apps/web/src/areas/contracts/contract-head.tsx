import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import {
  IconArrowsExchange,
  IconCheck,
  IconCloudDownload,
  IconColumns2,
  IconDots,
  IconPencil,
  IconPrinter,
  IconShieldCheck,
  IconUnlink,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { mayChange, useSession } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { useUiState } from '../../platform/ui-state.ts';
import { useMayChangeContract } from '../../queries/may-change-contract.ts';
import { dialogLink } from '../../shell/dialog-link.ts';
import { t } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { crumb, PageHeader } from '../../ui/layout.tsx';
import { Menu } from '../../ui/menu.tsx';
import { UnderageNotice } from '../../ui/underage-notice.tsx';
import { checkContractNow } from '../optimization/public/advice-actions.ts';
import { SuggestedProfile } from '../optimization/public/suggested-profile.tsx';
import { ProfileReminder } from '../questions/public/profile-reminder.tsx';
import { FavouriteButton } from '../search/public/favourite-button.tsx';
import { TagLine } from '../tags/public/tag-line.tsx';
import { useMayRefresh } from '../traders/public/may-refresh.ts';
import { startRefresh } from '../traders/public/remote-refresh.ts';
import { isCheckDue } from './check-due.ts';
import { deleteEntry, markChecked } from './contract-actions.tsx';
import { ContractFacts } from './contract-facts.tsx';
import { ContractKeyFigures } from './contract-key-figures.tsx';
import { HolderReminder } from './holder-reminder.tsx';

// Rarely asked for: comes when it is.
const UnlinkDepotDialog = lazy(async () => ({
  default: (await import('../traders/public/unlink-depot-dialog.tsx')).UnlinkDepotDialog,
}));

const HoldersDialog = lazy(async () => ({
  default: (await import('./holders-dialog.tsx')).HoldersDialog,
}));

const ContractPanel = lazy(async () => ({
  default: (await import('./public/contract-panel.tsx')).ContractPanel,
}));

/** Head of a contract: whose it is, what it is, how it stands. Contract data unfold below. */
export function ContractHead({ detail }: { detail: ContractDetail }) {
  const { contract } = detail;
  const { customer, tariff } = contract;
  const mayEdit = useMayChangeContract(contract.id, 'contracts.edit');
  const isExpanded = useUiState((state) => state.pageHeaderExpanded);
  const isOwn = useSession(({ user }) => user?.ownCustomerId !== undefined);
  const holder = personName(customer);
  return (
    <>
      <PageHeader
        breadcrumbs={[
          crumb(isOwn ? '/my' : '/contracts', t(isOwn ? 'ownSide.title' : 'contracts.title')),
          <span key="contract">{contract.externalKey}</span>,
        ]}
        pageTitle={`${holder} · ${contract.externalKey}`}
        title={
          isOwn ? (
            holder
          ) : (
            <Link
              to="/customers/$customerId"
              params={{ customerId: customer.id }}
              className="contract__customer"
            >
              {holder}
            </Link>
          )
        }
        subtitle={
          <>
            <span>
              {t(
                contract.startDate > today()
                  ? 'contracts.detail.subtitleBegins'
                  : 'contracts.detail.subtitle',
                { tariff: tariff.name, date: formatDate(contract.startDate) },
              )}
            </span>
            {isOwn ? (
              <EndedLabel contract={contract} />
            ) : (
              <>
                <ContractStates contract={contract} />
                <TagLine carrier="contract" id={contract.id} tags={contract.tags} mayEdit={mayEdit} />
              </>
            )}
          </>
        }
        actions={<HeadActions contract={contract} />}
      >
        <ContractFacts contractId={contract.id} isShown={isExpanded} />
      </PageHeader>
      {contract.isCustomerBlocked ? (
        <Banner tone="warn" title={t('customers.block.isBlocked')}>
          {t('contracts.customerBlocked')}
        </Banner>
      ) : null}
      {[...new Set(contract.blockedHolders)].map((name) => (
        <Banner key={name} tone="warn" title={t('contracts.holders.blocked', { name })}>
          {t('contracts.holders.nothingPlanned')}
        </Banner>
      ))}
      {(contract.underageHolders ?? []).map(({ customerId, name, until }) => (
        <UnderageNotice key={customerId} name={name} until={until} />
      ))}
      <ContractKeyFigures detail={detail} />
      {isOwn ? null : <SuggestedProfile detail={detail} />}
      <ProfileReminder detail={detail} />
      <HolderReminder contractId={contract.id} />
    </>
  );
}

/** What is still to come back of a bank or insurer stands in the first tab. */
function ContractStates({ contract }: Pick<ContractDetail, 'contract'>) {
  return (
    <span className="row">
      {isCheckDue(contract.lastCheck, today()) ? (
        <ColourLabel tone="warn">{t('contracts.tags.checkDue')}</ColourLabel>
      ) : null}
      {contract.hasPendingChanges ? (
        <ColourLabel tone="info">
          <Link to="/contracts/$contractId/$tab" params={{ contractId: contract.id, tab: 'overview' }}>
            {t('contracts.tags.pendingChanges')}
          </Link>
        </ColourLabel>
      ) : null}
      {contract.useETF ? <ColourLabel tone="info">{t('contracts.tags.etf')}</ColourLabel> : null}
      {contract.isLinked ? null : <ColourLabel>{t('contracts.tags.notLinked')}</ColourLabel>}
      <EndedLabel contract={contract} />
    </span>
  );
}

const EndedLabel = ({ contract }: Pick<ContractDetail, 'contract'>) =>
  hasEnded(contract.endDate, today()) ? <ColourLabel>{t('contracts.tags.ended')}</ColourLabel> : null;

function HeadActions({ contract }: Pick<ContractDetail, 'contract'>) {
  const user = useSession((state) => state.user);
  const mayEdit = useMayChangeContract(contract.id, 'contracts.edit');
  const mayMark = useMayChangeContract(contract.id, 'contracts.check');
  const mayDelete = useMayChangeContract(contract.id, 'contracts.delete');
  const mayRefresh = useMayRefresh();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isUnlinking, setUnlinking] = useState(false);
  const [isChangingHolders, setChangingHolders] = useState(false);
  const check = async () => {
    setBusy(true);
    await checkContractNow(contract.id);
    setBusy(false);
  };
  return (
    <span className="row" data-no-print>
      <FavouriteButton of={{ type: 'contract', id: contract.id }} name={contract.externalKey} />
      {mayMark ? (
        <Button
          kind="primary"
          isBusy={isBusy}
          icon={<IconShieldCheck size={18} aria-hidden="true" />}
          onClick={() => void check()}
        >
          {t('optimization.check.action')}
        </Button>
      ) : null}
      <Menu
        trigger={<IconButton label={t('common.more')} icon={<IconDots size={20} />} />}
        entries={[
          {
            key: 'print',
            label: t('common.print'),
            icon: <IconPrinter size={18} aria-hidden="true" />,
            onSelect: () => window.print(),
          },
          ...(mayMark
            ? [
                {
                  key: 'check',
                  label: t('contracts.actions.check'),
                  icon: <IconCheck size={18} aria-hidden="true" />,
                  onSelect: () => void markChecked(contract),
                },
              ]
            : []),
          ...(user?.ownCustomerId === undefined
            ? [
                {
                  key: 'compare',
                  label: t('contracts.compare.action'),
                  icon: <IconColumns2 size={18} aria-hidden="true" />,
                  onSelect: () => void navigate({ to: '/contracts/compare', search: { left: contract.id } }),
                },
              ]
            : []),
          ...(mayRefresh && contract.isLinked
            ? [
                {
                  key: 'refresh',
                  label: t('traders.refresh.action'),
                  icon: <IconCloudDownload size={18} aria-hidden="true" />,
                  onSelect: () => void startRefresh({ contractIds: [contract.id] }),
                },
              ]
            : []),
          ...(mayEdit
            ? [
                {
                  key: 'edit',
                  label: t('contracts.actions.edit'),
                  icon: <IconPencil size={18} aria-hidden="true" />,
                  onSelect: () => setEditing(true),
                },
                {
                  key: 'holders',
                  label: t('contracts.holders.action'),
                  icon: <IconUsers size={18} aria-hidden="true" />,
                  onSelect: () => setChangingHolders(true),
                },
              ]
            : []),
          ...(mayEdit && contract.insurer !== null
            ? [
                {
                  key: 'fundSwitch',
                  label: t('elements.fundSwitch'),
                  icon: <IconArrowsExchange size={18} aria-hidden="true" />,
                  onSelect: () =>
                    void navigate({
                      to: '/contracts/$contractId/elements/$elementKey',
                      params: { contractId: contract.id, elementKey: 'fundSwitch' },
                    }),
                },
              ]
            : []),
          ...(mayChange(user, 'traderDepots.delete') && contract.isLinked
            ? [
                {
                  key: 'unlink',
                  label: t('traders.depots.unlink'),
                  icon: <IconUnlink size={18} aria-hidden="true" />,
                  onSelect: () => setUnlinking(true),
                },
              ]
            : []),
          ...(mayDelete
            ? deleteEntry(
                user,
                () =>
                  void navigate({ to: '.', ...dialogLink('deleteContract', { contractId: contract.id }) }),
              )
            : []),
        ]}
      />
      {isEditing ? (
        <Suspense fallback={null}>
          <ContractPanel
            customerId={contract.customer.id}
            open={contract.id}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
      {isChangingHolders ? (
        <Suspense fallback={null}>
          <HoldersDialog contractId={contract.id} onClose={() => setChangingHolders(false)} />
        </Suspense>
      ) : null}
      {isUnlinking ? (
        <Suspense fallback={null}>
          <UnlinkDepotDialog of={{ contract }} onClose={() => setUnlinking(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
