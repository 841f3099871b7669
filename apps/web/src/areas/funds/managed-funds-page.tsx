import { listManagedFunds } from '@depotwerk/api/funds/fund-management';
import { fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fundLookupsQuery } from '../../forms/choice-queries.ts';
import { listShapes, validateManagedFundsSearch } from '../../lists/list-address.ts';
import { exportList, flagOf, loadListPage, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { t } from '../../texts/texts.ts';
import { managedFundCard, managedFundColumns } from './managed-fund-columns.tsx';
import { managedFundFilters } from './managed-fund-filters.ts';
import { ManagedFundFields } from './managed-fund-form.tsx';
import { managedFundKind } from './managed-fund-kind.ts';
import { ManagedFundView } from './managed-fund-view.tsx';

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** A column that stands in a file as two. */
const exportedAs: Readonly<Record<string, string>> = {
  price: 'price,priceDate',
};

/** `/admin/funds`: every fund of the house with what is known of it. */
export function ManagedFundsPage() {
  const control = useListAddress(validateManagedFundsSearch, listShapes.funds.sortKeys, 'name');
  const { address } = control;
  const lookups = useQuery(fundLookupsQuery()).data;
  const kind = useMemo(
    () =>
      managedFundKind({
        peergroup: (id) => lookups?.peergroups.find((group) => group.id === id)?.peergroupName ?? String(id),
        category: (id) =>
          lookups?.categories.find((category) => category.id === id)?.categoryName ?? String(id),
      }),
    [lookups],
  );
  const all = useMemo(() => managedFundColumns(), []);
  const query = {
    search: address.search,
    categoryId: numberOf(address.categoryId),
    peergroupId: numberOf(address.peergroupId),
    withoutPeergroup: flagOf(address.withoutPeergroup),
    riskIndicator: numberOf(address.riskIndicator),
    sfdrArticle: numberOf(address.sfdrArticle),
    feeTo: numberOf(address.feeTo),
    ratingFrom: numberOf(address.ratingFrom),
    fundStatus: fundStatuses.find((status) => status === address.fundStatus),
    isETF: flagOf(address.isETF),
    isSavingsPlanCapable: flagOf(address.isSavingsPlanCapable),
    isGuaranteeFund: flagOf(address.isGuaranteeFund),
    isInactive: flagOf(address.isInactive),
  };
  return (
    <MasterListPage
      name="funds"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listManagedFunds, { query: { ...query, ...page } }, signal).then(withTextIds)
      }
      exportAs={(file) =>
        exportList(listManagedFunds, { query: { ...query, ...file } }, t('admin.funds'), file.format)
      }
      exportedAs={exportedAs}
      filters={managedFundFilters(address, lookups)}
      columns={all}
      renderCard={managedFundCard}
      rowLabel={(row) => row.name}
      renderFields={(form, entity) => <ManagedFundFields form={form} entity={entity} />}
      renderView={(entity) => <ManagedFundView entity={entity} />}
    />
  );
}
