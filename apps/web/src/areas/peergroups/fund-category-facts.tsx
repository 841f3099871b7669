import type { FundCategory } from '@depotwerk/api/peergroups/fund-categories';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../../texts/texts.ts';
import { FactList } from '../../ui/layout.tsx';

/** Where a fund category is used. */
export function FundCategoryFacts({ entity }: { entity: FundCategory }) {
  return (
    <section className="entity-form__section">
      <h3>{t('masterData.usage')}</h3>
      <FactList
        facts={[
          {
            key: 'peergroups',
            label: t('masterData.fundCategories.peergroupCount'),
            value: formatNumber(entity.peergroupCount),
          },
          {
            key: 'funds',
            label: t('masterData.fundCategories.fundCount'),
            value: formatNumber(entity.fundCount),
          },
        ]}
      />
    </section>
  );
}
