import type { CallAnswer } from '@depotwerk/api/call';
import type { getFundLookups } from '@depotwerk/api/funds/fund-management';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { fundFields } from '@depotwerk/domain/master-data/fund-fields';
import { fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import { formatPercent } from '@depotwerk/domain/percent';
import type { ListAddress } from '../../lists/list-address.ts';
import { activeOrNot, yesOrNo } from '../../lists/list-calls.ts';
import { said, t } from '../../texts/texts.ts';
import type { ListFilter } from '../../ui/list-frame.tsx';
import type { ManagedFundFilter } from './managed-fund-columns.tsx';

type Lookups = CallAnswer<typeof getFundLookups>;

/** Highest ongoing costs to choose from, as fractions. */
const feeLimits = ['0.0025', '0.005', '0.01', '0.015', '0.02'] as const;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

/** Filters of the fund list. */
export function managedFundFilters(
  address: ListAddress<ManagedFundFilter>,
  lookups: Lookups | undefined,
): ListFilter<ManagedFundFilter>[] {
  const label = {
    categoryId: said(labelOf(fundFields, 'categoryId')),
    peergroupId: said(labelOf(fundFields, 'peergroupId')),
    withoutPeergroup: t('masterData.funds.withoutPeergroup'),
    riskIndicator: t('masterData.funds.riskIndicator'),
    sfdrArticle: t('masterData.funds.sfdr'),
    feeTo: t('masterData.funds.feeTo'),
    ratingFrom: t('masterData.funds.ratingFrom'),
    fundStatus: said(labelOf(fundFields, 'fundStatus')),
    isETF: said(labelOf(fundFields, 'isETF')),
    isSavingsPlanCapable: said(labelOf(fundFields, 'isSavingsPlanCapable')),
    isGuaranteeFund: said(labelOf(fundFields, 'isGuaranteeFund')),
    isInactive: t('masterData.state'),
  } as const satisfies Record<ManagedFundFilter, string>;
  const filter = (
    name: ManagedFundFilter,
    options: ListFilter<ManagedFundFilter>['options'],
  ): ListFilter<ManagedFundFilter> => ({ name, label: label[name], options, value: address[name] });
  return [
    filter(
      'categoryId',
      (lookups?.categories ?? []).map(({ id, categoryName }) => ({ value: String(id), label: categoryName })),
    ),
    filter(
      'peergroupId',
      (lookups?.peergroups ?? []).map(({ id, peergroupName }) => ({
        value: String(id),
        label: peergroupName,
      })),
    ),
    filter(
      'riskIndicator',
      numbers(1, 7).map((value) => ({ value, label: value })),
    ),
    filter(
      'sfdrArticle',
      ['6', '8', '9'].map((value) => ({
        value,
        label: t('masterData.funds.sfdrArticle', { article: value }),
      })),
    ),
    filter(
      'feeTo',
      feeLimits.map((value) => ({ value, label: formatPercent(Number(value), 0, 2) })),
    ),
    filter(
      'ratingFrom',
      numbers(1, 5).map((value) => ({ value, label: t('masterData.funds.stars', { count: Number(value) }) })),
    ),
    filter('isETF', yesOrNo()),
    filter('isSavingsPlanCapable', yesOrNo()),
    filter('isGuaranteeFund', yesOrNo()),
    filter(
      'fundStatus',
      fundStatuses.map((value) => ({ value, label: t(`masterData.funds.statuses.${value}`) })),
    ),
    filter('withoutPeergroup', yesOrNo()),
    filter('isInactive', activeOrNot()),
  ];
}
