import { formatMoney } from '@depotwerk/domain/money';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { noGroupId } from '@depotwerk/domain/permissions';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { t } from '../../texts/texts.ts';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Breadcrumbs, Card, FactList, KeyFigures, PageHeader } from '../../ui/layout.tsx';
import { TabLinks, tabLinkClass } from '../../ui/tabs.tsx';
import { LaterTab } from '../contracts/later-tab.tsx';
import { ProfileValidity } from './customer-columns.tsx';
import { CustomerContracts } from './customer-contracts.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import type { CustomerDetail } from './customer-queries.ts';
import { customerQuery } from './customer-queries.ts';
import type { CustomerTab } from './customer-search.ts';
import { customerTabs } from './customer-search.ts';
import './customers.css';

const DocumentsCard = lazy(async () => ({
  default: (await import('../documents/documents-card.tsx')).DocumentsCard,
}));
const ConsultationsCard = lazy(async () => ({
  default: (await import('../documents/consultations-card.tsx')).ConsultationsCard,
}));

/** `/customers/{id}`: one customer with contracts and risk profiles. */
export function CustomerPage() {
  const { customerId } = useParams({ from: '/shell/customers/$customerId' });
  const { tab = 'contracts' } = useSearch({ from: '/shell/customers/$customerId' });
  const customer = useQuery(customerQuery(customerId));
  if (customer.isError && !customer.data) {
    const isMissing = customer.error instanceof ApiError && [400, 404].includes(customer.error.status);
    if (isMissing) return <MissingCustomer />;
    return (
      <div className="stack">
        <PageHeader title={t('customers.one')} />
        <LoadError
          title={t('customers.loadFailedOne')}
          error={customer.error}
          isRetrying={customer.isFetching}
          onRetry={() => void customer.refetch()}
        />
      </div>
    );
  }
  if (!customer.data) {
    return (
      <div className="stack">
        <h1 className="visually-hidden">{t('customers.one')}</h1>
        <Skeleton height={64} />
        <Skeleton height={96} />
        <Skeleton height={240} />
      </div>
    );
  }
  return (
    <div className="stack">
      <CustomerHead customer={customer.data} />
      <TabLinks label={t('customers.tabsLabel')}>
        {customerTabs.map((name) => (
          <Link
            key={name}
            to="/customers/$customerId"
            params={{ customerId }}
            search={name === 'contracts' ? {} : { tab: name }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={name === tab ? 'page' : undefined}
            resetScroll={false}
            className={tabLinkClass}
          >
            {t(`customers.tabs.${name}`)}
          </Link>
        ))}
      </TabLinks>
      <TabContent tab={tab} customer={customer.data} />
    </div>
  );
}

function CustomerHead({ customer }: { customer: CustomerDetail }) {
  const none = t('common.none');
  const profileUntil = customer.riskAssessments
    .map((assessment) => assessment.validUntil)
    .reduce<string | null>((latest, day) => (latest === null || day > latest ? day : latest), null);
  const address = [customer.street, `${customer.postalCode ?? ''} ${customer.city ?? ''}`.trim()].filter(
    Boolean,
  );
  return (
    <>
      <PageHeader
        breadcrumbs={
          <Breadcrumbs>
            {[
              <Link key="list" to="/customers">
                {t('customers.title')}
              </Link>,
              <span key="customer">{`${customer.firstName} ${customer.lastName}`.trim()}</span>,
            ]}
          </Breadcrumbs>
        }
        title={`${customer.firstName} ${customer.lastName}`.trim()}
        subtitle={
          <span>
            {[
              customer.dateOfBirthFormatted === ''
                ? null
                : t('customers.born', { date: customer.dateOfBirthFormatted }),
              customer.group.id === noGroupId ? t('customers.withoutGroup') : customer.group.groupName,
            ]
              .filter((text) => text !== null)
              .join(' · ')}
          </span>
        }
      />
      <KeyFigures
        isJoined
        figures={[
          { key: 'value', label: t('customers.columns.totalValue'), value: formatMoney(customer.totalValue) },
          {
            key: 'contracts',
            label: t('customers.columns.contractCount'),
            value: formatNumberDe(customer.contractCount),
          },
          {
            key: 'profile',
            label: t('customers.columns.profileValidUntil'),
            value: <ProfileValidity day={profileUntil} />,
          },
        ]}
      />
      <Card title={t('customers.contact')}>
        <FactList
          facts={[
            { key: 'mail', label: t('customers.email'), value: customer.email ?? none },
            { key: 'phone', label: t('customers.phone'), value: customer.phoneNumber ?? none },
            {
              key: 'address',
              label: t('customers.address'),
              value: address.length === 0 ? none : address.join(', '),
            },
            {
              key: 'iban',
              label: t('contracts.facts.iban'),
              value: customer.iban === null ? none : customer.iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0'),
            },
          ]}
        />
      </Card>
    </>
  );
}

function TabContent({ tab, customer }: { tab: CustomerTab; customer: CustomerDetail }) {
  if (tab === 'contracts') return <CustomerContracts contracts={customer.contracts} />;
  if (tab === 'profile') return <CustomerProfile assessments={customer.riskAssessments} />;
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
          customer={{ id: customer.id, name: `${customer.firstName} ${customer.lastName}`.trim() }}
          contracts={customer.contracts}
        />
      </Suspense>
    );
  }
  return <LaterTab title={t(`customers.tabs.${tab}`)} content={t(`customers.later.${tab}`)} />;
}

function MissingCustomer() {
  return (
    <Card>
      <EmptyState
        icon={<IconUserOff size={36} aria-hidden="true" />}
        title={<h1>{t('customers.missingTitle')}</h1>}
        action={
          <Link to="/customers" className="ui-button ui-button--primary ui-button--medium">
            {t('customers.toList')}
          </Link>
        }
      >
        {t('customers.missing')}
      </EmptyState>
    </Card>
  );
}
