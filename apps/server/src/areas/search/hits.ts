import type { fund } from '@depotwerk/api/funds/funds';
import type { SearchHit } from '@depotwerk/api/search/search';
import type * as z from 'zod/mini';
import { personNameOf } from '../../platform/customers/person-name.ts';
import type { Scope } from '../../platform/scope.ts';

/** A contract as the search shows it. */
export interface ContractRow {
  readonly id: string;
  readonly externalKey: string;
  readonly customerName: string;
  readonly tariffName: string;
}

/** Columns of a `ContractRow`, from `contracts c` with `contractHitJoins`. */
export const contractHitSelection = `c.id, c.external_key as "externalKey", ${personNameOf('u')} as "customerName",
  t.name as "tariffName"`;

export const contractHitJoins = `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
  join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id`;

/** The line of a contract: its number, whose it is and its tariff. */
export const contractHit = ({ id, externalKey, customerName, tariffName }: ContractRow): SearchHit => ({
  type: 'contract',
  id,
  title: externalKey,
  subtitle: `${customerName} · ${tariffName}`,
  path: `/contracts/${id}/overview`,
  fund: null,
});

/** A customer as the search shows him; empty = there is none. */
interface CustomerRow {
  readonly id: string;
  readonly name: string;
  readonly dateOfBirthFormatted: string;
  readonly groupName: string;
}

/** The line of a customer: the name, and what tells apart two of one name. */
export const customerHit = ({ id, name, dateOfBirthFormatted, groupName }: CustomerRow): SearchHit => ({
  type: 'customer',
  id,
  title: name,
  subtitle: [dateOfBirthFormatted, groupName].filter(Boolean).join(' · '),
  path: `/customers/${id}`,
  fund: null,
});

/** A fund as the search shows it. */
export type FundOfHit = Pick<
  z.output<typeof fund>,
  'id' | 'name' | 'isin' | 'ongoingFee' | 'riskIndicator' | 'isInactive'
>;

/** The line of a fund, with what it is chosen by. */
export const fundHit = ({ id, name, isin, ongoingFee, riskIndicator, isInactive }: FundOfHit): SearchHit => ({
  type: 'fund',
  id: String(id),
  title: name,
  subtitle: isin,
  path: `/contracts?dialog=fundDetail&fundId=${id}`,
  fund: { ongoingFee, riskIndicator, isInactive },
});

/** A tariff as the search shows it. */
export interface TariffRow {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** The line of a tariff: administrators open it, everybody else its contracts. */
export const tariffHit = (scope: Scope, { id, name, key }: TariffRow): SearchHit => ({
  type: 'tariff',
  id,
  title: name,
  subtitle: key,
  path: scope.permissions.has('admin.access') ? `/admin/tariffs/${id}/summary` : `/contracts?tariffId=${id}`,
  fund: null,
});
