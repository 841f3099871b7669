import { listCustomers } from '@depotwerk/api/customers/customers';
import type { Group } from '@depotwerk/api/users/groups';
import { listGroupCustomers, putGroupCustomers } from '@depotwerk/api/users/groups';
import { personName } from '@depotwerk/domain/customers/person-name';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useState } from 'react';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout.tsx';
import {
  MemberList,
  type MemberQuery,
  membersOf,
  TakeOutButton,
  toggled,
  useGroupMembers,
} from './member-list.tsx';
import { PendingSave } from './pending-save.tsx';
import type { Candidate } from './pending-search.tsx';
import { PendingSearch } from './pending-search.tsx';

const suggestions = 8;
const callMembers = async (groupId: string, query: MemberQuery, signal: AbortSignal) =>
  membersOf(await callWithHeaders(listGroupCustomers, { params: { groupId }, query }, { signal }));

const asCandidate = (customer: {
  id: string;
  firstName: string;
  lastName: string;
  dateOfBirthFormatted: string;
  group: { groupName: string };
}): Candidate => ({
  id: customer.id,
  name: personName(customer),
  detail: [asReadersWrite(customer.dateOfBirthFormatted), customer.group.groupName]
    .filter(Boolean)
    .join(' · '),
});

/** Step "Kunden": who belongs to a group; who is to come and to go waits in a pending list until it is saved. */
export function GroupCustomersStep({ group }: { group: Group }) {
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editGroups'));
  const [added, setAdded] = useState<readonly Candidate[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const members = useGroupMembers('customers', group, callMembers);
  const reset = () => {
    setAdded([]);
    setRemoved([]);
  };
  const hidden = members.total === undefined ? 0 : group.customerCount - members.total;
  return (
    <Card title={t('userManagement.group.step.customers')}>
      <div className="pending">
        {mayEdit ? (
          <PendingSearch
            label={t('userManagement.group.findCustomer')}
            queryKey={`customers ${group.id}`}
            search={async (search, _excluded, signal) => {
              const found = await callApi(
                listCustomers,
                {
                  query: {
                    search,
                    forGroup: group.id,
                    noGroupOnly: false,
                    pageSize: suggestions + added.length,
                  },
                },
                { signal },
              );
              return found.map(asCandidate);
            }}
            pending={added}
            onAdd={(customer) => setAdded([...added, customer])}
            onRemove={(id) => setAdded(added.filter((customer) => customer.id !== id))}
          />
        ) : null}
        <MemberList members={members} emptyText={hidden > 0 ? null : t('userManagement.group.noCustomers')}>
          {(customer) => {
            const isGone = removed.includes(customer.id);
            const { name, detail } = asCandidate({ ...customer, group: { groupName: '' } });
            return (
              <li
                key={customer.id}
                className={classNames('fund-picker__hit', isGone && 'fund-picker__hit--gone')}
              >
                <span className="fund-picker__name">
                  {name}
                  <span className="hint">{detail}</span>
                </span>
                {mayEdit ? (
                  <TakeOutButton
                    name={name}
                    isGone={isGone}
                    onClick={() => setRemoved(toggled(removed, customer.id))}
                  />
                ) : null}
              </li>
            );
          }}
        </MemberList>
        {hidden > 0 && members.search === undefined ? (
          <p className="hint">
            {t('userManagement.group.hiddenCustomers', { count: hidden, number: formatNumber(hidden) })}
            {group.isInactive ? ` ${t('userManagement.group.hiddenInactive')}` : null}
          </p>
        ) : null}
        {mayEdit ? (
          <PendingSave
            added={added.length}
            removed={removed.length}
            group={group}
            version={members.version}
            save={(ifMatch) =>
              callApi(
                putGroupCustomers,
                {
                  params: { groupId: group.id },
                  body: { add: added.map(({ id }) => id), remove: [...removed] },
                },
                { ifMatch },
              )
            }
            onSaved={reset}
            onDiscard={reset}
            onStale={() => members.reload()}
          />
        ) : null}
      </div>
    </Card>
  );
}
