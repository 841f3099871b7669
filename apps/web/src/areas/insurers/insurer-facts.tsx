import type { Insurer } from '@depotwerk/api/master-data';
import { formatNumberDe } from '@depotwerk/domain/number-de';
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
            value: formatNumberDe(entity.tariffCount),
          },
          {
            key: 'issuers',
            label: t('masterData.issuersCount'),
            value: formatNumberDe(entity.issuerCount),
          },
          ...(entity.contractCount === null
            ? []
            : [
                {
                  key: 'contracts',
                  label: t('masterData.contracts'),
                  value: formatNumberDe(entity.contractCount),
                },
              ]),
        ]}
      />
    </section>
  );
}
