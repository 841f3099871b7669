import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import { noGroupId } from '@depotwerk/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasPermission, useMayChange, useSession } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { useMayInvite } from '../../platform/use-may-invite.ts';
import { customerQuery } from '../../queries/customer-queries.ts';
import { t } from '../../texts/texts.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { knownSumText, unvaluedText } from '../../ui/known-value.ts';
import { Card, crumb, KeyFigures, PageHeader } from '../../ui/layout.tsx';
import { OnceAllowed } from '../../ui/once-allowed.tsx';
import { TabLinks, tabLinkClass } from '../../ui/tabs.tsx';
import { UnderageNotice } from '../../ui/underage-notice.tsx';
import { UnloadedPage } from '../../ui/unloaded-page.tsx';
import { FavouriteButton } from '../search/public/favourite-button.tsx';
import { TagLine } from '../tags/public/tag-line.tsx';
import { CardButton } from './card-button.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { ProfileValidity } from './customer-columns.tsx';
import { CustomerContracts } from './customer-contracts.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { waitsForErasure } from './customer-pages.ts';
import { CustomerPanel } from './customer-panel.tsx';
import type { CustomerTab } from './customer-search.ts';
import { openTabs } from './customer-search.ts';
import './customers.css';
import { personName } from '@depotwerk/domain/customers/person-name';
import { MissingCustomer } from './missing-customer.tsx';

const DocumentsCard = lazy(async () => ({
  default: (await import('../documents/public/documents-card.tsx')).DocumentsCard,
}));
const ConsultationsCard = lazy(async () => ({
  default: (await import('../documents/public/consultations-card.tsx')).ConsultationsCard,
}));

const CustomerProfile = lazy(async () => ({
  default: (await import('./customer-profile.tsx')).CustomerProfile,
}));
const CustomerMessages = lazy(async () => ({
  default: (await import('../messages/public/customer-messages.tsx')).CustomerMessages,
}));
const NotesCard = lazy(async () => ({
  default: (await import('../notes/public/notes-card.tsx')).NotesCard,
}));
const CustomerHistory = lazy(async () => ({
  default: (await import('./customer-history.tsx')).CustomerHistory,
}));
const CustomerPrivacy = lazy(async () => ({
  default: (await import('./privacy/customer-privacy.tsx')).CustomerPrivacy,
}));
const MergeNotices = lazy(async () => ({
  default: (await import('./merge/merge-notices.tsx')).MergeNotices,
}));
const ContractPanel = lazy(async () => ({
  default: (await import('../contracts/public/contract-panel.tsx')).ContractPanel,
}));

/** `/customers/{id}`: one customer with contracts and risk profiles. */
export function CustomerPage() {
  const { customerId } = useParams({ from: '/shell/customers/$customerId' });
  const { tab = 'contracts', open } = useSearch({ from: '/shell/customers/$customerId' });
  const navigate = useNavigate({ from: '/customers/$customerId' });
  const setOpen = (next: 'edit' | 'contract' | undefined) =>
    void navigate({
      search: ({ open: _open, ...others }) => (next === undefined ? others : { ...others, open: next }),
      replace: true,
      resetScroll: false,
    });
  const customer = useQuery(customerQuery(customerId));
  const user = useSession((state) => state.user);
  const mayAct = useMayChange();
  const mayAddContract = useMayChange('contracts.create');
  if (!customer.data) {
    return (
      <UnloadedPage
        query={customer}
        title={t('customers.one')}
        loadFailed={t('customers.loadFailedOne')}
        missing={<MissingCustomer customerId={customerId} tab={tab} />}
        heights={[64, 96, 240]}
      />
    );
  }
  const tabs = openTabs(user, customer.data);
  // An address with a tab that is not there shows the first one.
  const shown = tabs.includes(tab) ? tab : 'contracts';
  return (
    <div className="stack">
      <CustomerHead customer={customer.data} onOpen={setOpen} />
      <TabLinks label={t('customers.tabsLabel')}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/customers/$customerId"
            params={{ customerId }}
            search={name === 'contracts' ? {} : { tab: name }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={name === shown ? 'page' : undefined}
            resetScroll={false}
            className={tabLinkClass}
          >
            {t(`customers.tabs.${name}`)}
          </Link>
        ))}
      </TabLinks>
      <TabContent tab={shown} customer={customer.data} />
      {open === 'edit' ? (
        <OnceAllowed key={customerId} isAllowed={mayAct && customer.data.mayEdit}>
          <CustomerPanel open={customerId} onClose={() => setOpen(undefined)} />
        </OnceAllowed>
      ) : null}
      {open === 'contract' ? (
        <OnceAllowed key={customerId} isAllowed={mayAddContract && customer.data.mayEdit}>
          <Suspense fallback={null}>
            <ContractPanel
              customerId={customerId}
              open="new"
              onClose={() => setOpen(undefined)}
              onSaved={({ id }) =>
                void navigate({
                  to: '/contracts/$contractId/$tab',
                  params: { contractId: id, tab: 'overview' },
                  search: {},
                })
              }
            />
          </Suspense>
        </OnceAllowed>
      ) : null}
    </div>
  );
}

/** Whether an access of her own can still come of an invitation: nobody has two, and none is had before 18. */
const mayHaveAccess = ({ isBlocked, isInactive, hasAccess, dateOfBirth }: CustomerDetail): boolean =>
  !isBlocked && !isInactive && hasAccess !== true && underageUntil(dateOfBirth, today()) === null;

function CustomerHead({
  customer,
  onOpen,
}: {
  customer: CustomerDetail;
  onOpen: (form: 'edit' | 'contract') => void;
}) {
  const mayEdit = useMayChange() && customer.mayEdit;
  const mayMerge = useMayChange('customers.merge') && mayEdit;
  const underage = underageUntil(customer.dateOfBirth, today());
  const { isOffered: mayInvite } = useMayInvite();
  const maySeeUsers = useSession((state) => hasPermission(state.user, 'userManagement.view'));
  return (
    <>
      <PageHeader
        breadcrumbs={[
          crumb('/customers', t('customers.title')),
          <span key="customer">{personName(customer)}</span>,
        ]}
        title={personName(customer)}
        subtitle={
          <>
            <span>
              {[
                customer.dateOfBirthFormatted === ''
                  ? null
                  : t('customers.born', { date: asReadersWrite(customer.dateOfBirthFormatted) }),
                customer.companyName === customer.lastName ? null : customer.companyName,
                customer.externalKey === null
                  ? null
                  : t('customers.number', { externalKey: customer.externalKey }),
                customer.group.id === noGroupId ? t('customers.withoutGroup') : customer.group.groupName,
              ]
                .filter((text) => text !== null)
                .join(' · ')}
            </span>
            <TagLine
              carrier="customer"
              id={customer.id}
              tags={customer.tags}
              mayEdit={mayEdit && !customer.isBlocked}
            />
          </>
        }
        actions={
          <>
            <FavouriteButton of={{ type: 'customer', id: customer.id }} name={personName(customer)} />
            <CustomerActions customer={customer} onOpen={onOpen} />
          </>
        }
      />
      {customer.isBlocked ? (
        <Banner tone="warn" title={t('customers.block.isBlocked')}>
          {customer.blockedReason}
          {waitsForErasure(customer) ? <p>{t('customers.block.erasureWaits')}</p> : null}
        </Banner>
      ) : null}
      {underage === null || customer.isOwn ? null : (
        <UnderageNotice name={personName(customer)} until={underage} />
      )}
      {mayMerge ? (
        <Suspense fallback={null}>
          <MergeNotices customer={customer} />
        </Suspense>
      ) : null}
      {customer.isInactive ? <Banner tone="info">{t('customers.isInactive')}</Banner> : null}
      <KeyFigures
        isJoined
        figures={[
          {
            key: 'value',
            label: t('customers.columns.totalValue'),
            value: knownSumText(customer.totalValue, customer.unvaluedCount),
            detail: unvaluedText(customer.unvaluedCount) ?? undefined,
          },
          {
            key: 'contracts',
            label: t('customers.columns.contractCount'),
            value: formatNumber(customer.contractCount),
          },
          {
            key: 'profile',
            label: t('customers.columns.profileValidUntil'),
            value:
              customer.profileValidUntil === undefined ? (
                '–'
              ) : (
                <ProfileValidity day={customer.profileValidUntil} />
              ),
          },
        ]}
      />
      <Card
        title={t('customers.contact')}
        actions={
          <>
            <CardButton customer={customer} />
            {mayInvite && mayEdit && mayHaveAccess(customer) ? (
              <Link
                to="/prospects"
                search={{ invite: customer.id }}
                className="ui-button ui-button--quiet ui-button--small"
              >
                {t(underage === null ? 'prospects.inviteCustomer' : 'prospects.inviteRepresentatives')}
              </Link>
            ) : null}
            {maySeeUsers ? (
              <Link
                to="/user-management/effective-rights"
                search={{ customerId: customer.id } as never}
                className="ui-button ui-button--quiet ui-button--small"
              >
                {t('userManagement.rights.ofCustomer')}
              </Link>
            ) : null}
          </>
        }
      >
        <CustomerFacts customer={customer} />
      </Card>
    </>
  );
}

function TabContent({ tab, customer }: { tab: CustomerTab; customer: CustomerDetail }) {
  if (tab === 'contracts') return <CustomerContracts contracts={customer.contracts} />;
  if (tab === 'profile') {
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <CustomerProfile customer={customer} />
      </Suspense>
    );
  }
  if (tab === 'documents') {
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <DocumentsCard owner={{ customerId: customer.id }} />
      </Suspense>
    );
  }
  if (tab === 'consultations') {
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <ConsultationsCard
          owner={{ customerId: customer.id }}
          customer={{ id: customer.id, name: personName(customer) }}
          contracts={customer.contracts}
        />
      </Suspense>
    );
  }
  if (tab === 'messages') {
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <CustomerMessages customerId={customer.id} />
      </Suspense>
    );
  }
  if (tab === 'notes') {
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <NotesCard subject={{ customerId: customer.id, customerName: personName(customer) }} />
      </Suspense>
    );
  }
  if (tab === 'history') {
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <CustomerHistory customerId={customer.id} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <CustomerPrivacy customer={customer} />
    </Suspense>
  );
}
