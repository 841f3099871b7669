import type { CustomerListItem } from '@depotwerk/api/customers/customers';
import { listName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import type { CustomerSortKey } from '@depotwerk/domain/lists/sort-keys';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import { noGroupId } from '@depotwerk/domain/permissions';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel, GroupName } from '../../ui/cells.tsx';
import { knownSumText } from '../../ui/known-value.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { TagMarks } from '../tags/public/tag-marks.tsx';

export function customerRowLabel(customer: CustomerListItem): string {
  return listName(customer);
}

/** Depth of a group in the tree, for the indent; groups the list of choices does not know stand at the top. */
export type GroupLevels = ReadonlyMap<string, number>;

/** The day on which the first risk profile ends; an expired one is marked. */
export function ProfileValidity({ day }: { day: string | null }) {
  if (day === null) return <span className="hint">{t('customers.withoutProfile')}</span>;
  if (day < today())
    return <ColourLabel tone="warn">{t('customers.expired', { date: formatDate(day) })}</ColourLabel>;
  return formatDate(day);
}

/** Says so where a customer is blocked or no longer served. */
function CustomerState({ customer }: { customer: CustomerListItem }) {
  if (customer.isBlocked) return <ColourLabel tone="warn">{t('customers.blocked')}</ColourLabel>;
  return customer.isInactive ? <span className="hint">{t('common.inactive')}</span> : null;
}

export function customerColumns(levels: GroupLevels): ListColumn<CustomerListItem, CustomerSortKey>[] {
  return [
    {
      key: 'lastName',
      header: t('customers.columns.name'),
      minWidth: 160,
      grow: 1.6,
      priority: 0,
      sortKey: 'lastName',
      render: (customer) => (
        <>
          <RowLink path={`/customers/${customer.id}`}>{listName(customer)}</RowLink>{' '}
          <CustomerState customer={customer} />
        </>
      ),
    },
    {
      key: 'dateOfBirth',
      header: t('customers.columns.dateOfBirth'),
      minWidth: 120,
      grow: 0.5,
      priority: 4,
      sortKey: 'dateOfBirth',
      render: ({ dateOfBirthFormatted }) =>
        asReadersWrite(dateOfBirthFormatted) || <span className="hint">–</span>,
    },
    {
      key: 'group',
      header: t('customers.columns.group'),
      minWidth: 170,
      grow: 1.5,
      priority: 3,
      sortKey: 'group.groupName',
      groupText: ({ group }) => (group.id === noGroupId ? t('customers.withoutGroup') : group.groupName),
      render: ({ group }) =>
        group.id === noGroupId ? (
          <span className="hint">{t('customers.withoutGroup')}</span>
        ) : (
          <GroupName name={group.groupName} level={levels.get(group.id) ?? 0} />
        ),
    },
    {
      key: 'tags',
      header: t('tags.title'),
      minWidth: 150,
      grow: 0.9,
      priority: 6,
      render: ({ tags }) =>
        tags.length === 0 ? <span className="hint">–</span> : <TagMarks tags={tags} isLine />,
    },
    {
      key: 'contractCount',
      header: t('customers.columns.contractCount'),
      minWidth: 92,
      grow: 0.3,
      priority: 5,
      isNumeric: true,
      sortKey: 'contractCount',
      startsDescending: true,
      render: ({ contractCount }) => formatNumber(contractCount),
    },
    {
      key: 'totalValue',
      header: t('customers.columns.totalValue'),
      minWidth: 130,
      grow: 0.6,
      priority: 1,
      isNumeric: true,
      sortKey: 'totalValue',
      startsDescending: true,
      render: ({ totalValue, unvaluedCount }) => knownSumText(totalValue, unvaluedCount),
    },
    {
      key: 'profileValidUntil',
      header: t('customers.columns.profileValidUntil'),
      minWidth: 190,
      grow: 0.6,
      priority: 2,
      sortKey: 'profileValidUntil',
      render: ({ profileValidUntil }) => <ProfileValidity day={profileValidUntil} />,
    },
  ];
}

/** A customer on a narrow screen. */
export function customerCard(customer: CustomerListItem) {
  return (
    <>
      <RowLink path={`/customers/${customer.id}`}>{listName(customer)}</RowLink>
      <span className="num">{knownSumText(customer.totalValue, customer.unvaluedCount)}</span>
      <CustomerState customer={customer} />
      <span className="hint">
        {[
          asReadersWrite(customer.dateOfBirthFormatted),
          customer.group.id === noGroupId ? t('customers.withoutGroup') : customer.group.groupName,
          ...customer.tags.map(({ tagName }) => tagName),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="hint">{t('customers.contractCount', { count: customer.contractCount })}</span>
    </>
  );
}
