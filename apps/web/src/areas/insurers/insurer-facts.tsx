import type { Insurer } from '@depotwerk/api/insurers/master-data';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../../texts/texts.ts';
import { FactList } from '../../ui/layout.tsx';

/** How often an insurer is used. */
export function InsurerFacts({ entity }: { entity: Insurer }) {
  return (
    <section className="entity-form__section">
      <h3>{t('masterData.usage')}</h3>
      <FactList
        facts={[
          {
            key: 'tariffs',
            label: t('masterData.tariffs'),
            value: formatNumber(entity.tariffCount),
          },
          {
            key: 'issuers',
            label: t('masterData.issuersCount'),
            value: formatNumber(entity.issuerCount),
          },
          ...(entity.contractCount === null
            ? []
            : [
                {
                  key: 'contracts',
                  label: t('masterData.contracts'),
                  value: formatNumber(entity.contractCount),
                },
              ]),
        ]}
      />
    </section>
  );
}
