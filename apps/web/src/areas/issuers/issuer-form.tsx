import type { Issuer } from '@depotwerk/api/master-data';
import type { IssuerDraft } from '@depotwerk/domain/master-data/check-issuer';
import { traderKinds, withTrader } from '@depotwerk/domain/master-data/check-issuer';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { FactList } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceField } from '../master-data/choice-field.tsx';
import { insurerChoicesQuery } from '../master-data/choice-queries.ts';
import { FormField } from '../master-data/form-field.tsx';
import { InactiveSwitch } from '../master-data/inactive-switch.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';
import { orNull } from '../master-data/value-texts.ts';

/** Fields of an issuer: who it is, and how its depots are reached. */
export function IssuerFields({ form }: { form: EntityForm<Issuer, IssuerDraft> }) {
  const { draft, change, errorOf } = form;
  const insurers = useQuery(insurerChoicesQuery());
  const text = (path: 'bankName' | 'bic' | 'bankId', hint?: string) => (
    <FormField path={path}>
      <TextField
        label={t(`masterData.issuers.${path}`)}
        hint={hint}
        isRequired={path === 'bankId' && draft.hasTrader && draft.traderKind !== 'file'}
        autoComplete="off"
        spellCheck={false}
        value={draft[path] ?? ''}
        error={errorOf(path)}
        onChange={(typed) =>
          change((before) => ({
            ...before,
            [path]: orNull(path === 'bankName' ? typed : typed.toUpperCase()),
          }))
        }
      />
    </FormField>
  );
  return (
    <>
      <FormField path="issuerName">
        <TextField
          label={t('masterData.issuers.issuerName')}
          isRequired
          autoComplete="off"
          value={draft.issuerName}
          error={errorOf('issuerName')}
          onChange={(issuerName) => change((before) => ({ ...before, issuerName }))}
        />
      </FormField>
      <FormField path="insurerId">
        <ChoiceField
          label={t('masterData.issuers.insurer')}
          emptyLabel={t('masterData.noChoice')}
          lookup={insurers}
          choices={(insurers.data ?? []).map(({ id, insurerName, isInactive }) => ({
            id,
            label: insurerName,
            isInactive,
          }))}
          value={draft.insurerId}
          error={errorOf('insurerId')}
          onChange={(insurerId) => change((before) => ({ ...before, insurerId }))}
        />
      </FormField>
      {text('bankName')}
      <div className="entity-form__row">
        {text('bankId', t('masterData.issuers.bankIdHint'))}
        {text('bic')}
      </div>
      <FormField path="hasTrader">
        <Switch
          label={t('masterData.issuers.hasTrader')}
          isChecked={draft.hasTrader}
          onChange={(hasTrader) => change((before) => withTrader(before, hasTrader))}
        />
      </FormField>
      {draft.hasTrader ? (
        <>
          <FormField path="traderKind">
            <SelectField
              label={t('masterData.issuers.traderKind')}
              isRequired
              value={draft.traderKind === 'none' ? '' : draft.traderKind}
              emptyLabel={t('masterData.noChoice')}
              options={traderKinds
                .filter((kind) => kind !== 'none')
                .map((kind) => ({ value: kind, label: t(`masterData.issuers.kinds.${kind}`) }))}
              error={errorOf('traderKind')}
              onChange={(kind) =>
                change((before) => ({ ...before, traderKind: kind === '' ? 'none' : kind }))
              }
            />
          </FormField>
          <FormField path="isSessionOnly">
            <Switch
              label={t('masterData.issuers.isSessionOnly')}
              isChecked={draft.isSessionOnly}
              onChange={(isSessionOnly) => change((before) => ({ ...before, isSessionOnly }))}
            />
          </FormField>
        </>
      ) : null}
      <InactiveSwitch
        isInactive={draft.isInactive}
        onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
      />
    </>
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
          count === null ? [] : [{ key, label, value: formatNumberDe(count) }],
        )}
      />
    </section>
  );
}
