import { listCustomers, listCustomersByIds } from '@depotwerk/api/customers/customers';
import { listUsers, listUsersByIds } from '@depotwerk/api/users/users';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import type { RawSearch } from '../../platform/search-params.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Candidate } from './pending-search.tsx';
import { PendingSearch } from './pending-search.tsx';
import { RightsCard } from './rights-card.tsx';
import type { RightsSearch } from './user-address.ts';
import { validateRightsSearch } from './user-address.ts';
import { ViewAsButton } from './view-as-button.tsx';
import { ViewersCard } from './viewers-card.tsx';
import './rights.css';
import { personName } from '@depotwerk/domain/customers/person-name';

const suggestions = 8;
type Find = (search: string, signal: AbortSignal) => Promise<Candidate[]>;

const findUsers: Find = async (search, signal) => {
  const found = await callApi(listUsers, { query: { search, pageSize: suggestions } }, { signal });
  return found.map(asUser);
};
const findCustomers: Find = async (search, signal) => {
  const query = { search, noGroupOnly: false, pageSize: suggestions };
  return (await callApi(listCustomers, { query }, { signal })).map(asCustomer);
};
const asUser = (user: { id: string; fullName: string; userName: string; roleName: string }): Candidate => ({
  id: user.id,
  name: user.fullName,
  detail: `${user.userName} · ${user.roleName}`,
});
const asCustomer = (customer: {
  id: string;
  firstName: string;
  lastName: string;
  dateOfBirthFormatted: string;
}): Candidate => ({
  id: customer.id,
  name: personName(customer),
  detail: asReadersWrite(customer.dateOfBirthFormatted),
});

/** `/user-management/effective-rights`: what somebody may do with a customer and why, and who can see a customer. */
export function RightsPage() {
  const raw: RawSearch = useSearch({ strict: false });
  const { userId, customerId } = validateRightsSearch(raw);
  const navigate = useNavigate();
  const maySeeCustomers = useSession((state) => hasPermission(state.user, 'customers.view'));
  const choose = (change: { [Key in keyof RightsSearch]: string | undefined }) =>
    void navigate({ to: '.', search: { userId, customerId, ...change } as never, resetScroll: false });
  const user = useQuery({
    queryKey: ['users', 'named', userId],
    queryFn: async ({ signal }) =>
      (await callApi(listUsersByIds, { body: [userId ?? ''] }, { signal })).map(asUser)[0] ?? null,
    enabled: userId !== undefined,
  }).data;
  const customer = useQuery({
    queryKey: ['customers', 'named', customerId],
    queryFn: async ({ signal }) =>
      (await callApi(listCustomersByIds, { body: [customerId ?? ''] }, { signal })).map(asCustomer)[0] ??
      null,
    enabled: customerId !== undefined && maySeeCustomers,
  }).data;
  return (
    <>
      <PageHeader
        title={t('userManagement.rights.title')}
        subtitle={<span>{t('userManagement.rights.intro')}</span>}
      />
      <Card>
        <div className="rights__choice">
          <Choice
            key={`user ${userId}`}
            label={t('userManagement.rights.findUser')}
            chosenLabel={t('userManagement.rights.chosenUser')}
            find={findUsers}
            chosen={userId === undefined ? undefined : user}
            onChoose={(id) => choose({ userId: id })}
          />
          {maySeeCustomers ? (
            <Choice
              key={`customer ${customerId}`}
              label={t('userManagement.rights.findCustomer')}
              chosenLabel={t('userManagement.rights.chosenCustomer')}
              find={findCustomers}
              chosen={customerId === undefined ? undefined : customer}
              onChoose={(id) => choose({ customerId: id })}
            />
          ) : (
            <p className="hint">{t('userManagement.rights.noCustomers')}</p>
          )}
        </div>
        {userId !== undefined && user ? <ViewAsButton userId={userId} /> : null}
      </Card>
      {customerId === undefined || !maySeeCustomers ? null : customer === null ? (
        <Card>
          <p role="status">{t('userManagement.rights.notFound')}</p>
        </Card>
      ) : (
        <>
          {userId === undefined ? null : <RightsCard userId={userId} customerId={customerId} />}
          {customer === undefined ? null : <ViewersCard key={customerId} customer={customer} />}
        </>
      )}
    </>
  );
}

/** A search that takes one: choosing another replaces it. */
function Choice({
  label,
  chosenLabel,
  find,
  chosen,
  onChoose,
}: {
  label: string;
  chosenLabel: string;
  find: Find;
  chosen: Candidate | null | undefined;
  onChoose: (id: string | undefined) => void;
}) {
  return (
    <PendingSearch
      label={label}
      queryKey={`rights ${label}`}
      search={(text, _excluded, signal) => find(text, signal)}
      pending={chosen ? [chosen] : []}
      addLabel={t('userManagement.rights.choose')}
      pendingLabel={chosenLabel}
      onAdd={({ id }) => onChoose(id)}
      onRemove={() => onChoose(undefined)}
    />
  );
}
