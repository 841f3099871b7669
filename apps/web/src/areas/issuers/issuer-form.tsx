import type { Issuer } from '@depotwerk/api/insurers/master-data';
import { withTrader } from '@depotwerk/domain/master-data/check-issuer';
import { hintOf, labelOf } from '@depotwerk/domain/master-data/field-table';
import {
  type IssuerDraft,
  issuerFields,
  traderKinds,
  traderKindTexts,
} from '@depotwerk/domain/master-data/issuer-fields';
import { formatNumber } from '@depotwerk/domain/number-text';
import { FieldLines } from '../../forms/field-lines.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { InsurerChoice } from '../../forms/named-choices.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { said, t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { FactList } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';

/** Fields of an issuer: who it is, and how its depots are reached. */
export function IssuerFields({ form }: { form: EntityForm<Issuer, IssuerDraft> }) {
  const { draft, change, errorOf } = form;
  return (
    <FieldLines
      rows={issuerFields}
      form={form}
      inputs={{
        insurerId: (
          <InsurerChoice
            label={said(labelOf(issuerFields, 'insurerId'))}
            value={draft.insurerId}
            error={errorOf('insurerId')}
            onChange={(insurerId) => change((before) => ({ ...before, insurerId }))}
          />
        ),
        hasTrader: (
          <FormField path="hasTrader">
            <Switch
              label={said(labelOf(issuerFields, 'hasTrader'))}
              isChecked={draft.hasTrader}
              onChange={(hasTrader) => change((before) => withTrader(before, hasTrader))}
            />
          </FormField>
        ),
        traderKind: draft.hasTrader ? (
          <FormField path="traderKind">
            <SelectField
              label={said(labelOf(issuerFields, 'traderKind'))}
              hint={said(hintOf(issuerFields, 'traderKind'))}
              isRequired
              value={draft.traderKind === 'none' ? '' : draft.traderKind}
              emptyLabel={t('masterData.noChoice')}
              options={traderKinds
                .filter((kind) => kind !== 'none')
                .map((kind) => ({ value: kind, label: said(traderKindTexts[kind]) }))}
              error={errorOf('traderKind')}
              onChange={(kind) =>
                change((before) => ({ ...before, traderKind: kind === '' ? 'none' : kind }))
              }
            />
          </FormField>
        ) : null,
        ...(!draft.hasTrader && { isSessionOnly: null }),
      }}
    />
  );
}

/** How often an issuer is used. */
export function IssuerFacts({ entity }: { entity: Issuer }) {
  const counts = [
    ['tariffs', t('masterData.tariffs'), entity.tariffCount],
    ['contracts', t('masterData.contracts'), entity.contractCount],
  ] as const;
  return (
    <section className="entity-form__section">
      <h3>{t('masterData.usage')}</h3>
      <FactList
        facts={counts.flatMap(([key, label, count]) =>
          count === null ? [] : [{ key, label, value: formatNumber(count) }],
        )}
      />
    </section>
  );
}
