import type { Insurer } from '@depotwerk/api/master-data';
import type { InsurerDraft } from '@depotwerk/domain/master-data/check-insurer';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { t } from '../../texts/texts.ts';
import { FactList } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormField } from '../master-data/form-field.tsx';
import { InactiveSwitch } from '../master-data/inactive-switch.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';
import { orNull } from '../master-data/value-texts.ts';

/** Fields of an insurer. */
export function InsurerFields({ form }: { form: EntityForm<Insurer, InsurerDraft> }) {
  const { draft, change, errorOf } = form;
  return (
    <>
      <FormField path="insurerName">
        <TextField
          label={t('masterData.insurers.insurerName')}
          isRequired
          autoComplete="off"
          value={draft.insurerName}
          error={errorOf('insurerName')}
          onChange={(insurerName) => change((before) => ({ ...before, insurerName }))}
        />
      </FormField>
      <div className="entity-form__row">
        <FormField path="shortName">
          <TextField
            label={t('masterData.insurers.shortName')}
            autoComplete="off"
            value={draft.shortName ?? ''}
            error={errorOf('shortName')}
            onChange={(text) => change((before) => ({ ...before, shortName: orNull(text) }))}
          />
        </FormField>
        <FormField path="bafinNumber">
          <TextField
            label={t('masterData.insurers.bafinNumber')}
            autoComplete="off"
            inputMode="numeric"
            value={draft.bafinNumber ?? ''}
            error={errorOf('bafinNumber')}
            onChange={(text) => change((before) => ({ ...before, bafinNumber: orNull(text) }))}
          />
        </FormField>
      </div>
      <InactiveSwitch
        isInactive={draft.isInactive}
        onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
      />
    </>
  );
}

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
