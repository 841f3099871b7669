import type { ClaimMapping } from '@depotwerk/domain/identity-provider/check-identity-provider';
import { FormField } from '../../forms/form-field.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { GroupPickField } from './group-pick-field.tsx';
import { rightKindOf, rightKinds } from './identity-provider-kind.ts';
import './claim-mappings.css';

export interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

/** Which value of the groups claim gives which role and group. */
export function ClaimMappings({
  mappings,
  roles,
  errorOf,
  onChange,
}: {
  mappings: readonly ClaimMapping[];
  roles: readonly NamedChoice[];
  errorOf: (path: string) => string | null | undefined;
  onChange: (mappings: readonly ClaimMapping[]) => void;
}) {
  const set = (index: number, values: Partial<ClaimMapping>) =>
    onChange(mappings.map((mapping, at) => (at === index ? { ...mapping, ...values } : mapping)));
  return (
    <fieldset className="claim-mappings">
      <legend>{t('identityProvider.mappings')}</legend>
      <p className="hint">{t('identityProvider.mappingsHint')}</p>
      {mappings.map((mapping, index) => (
        // Mappings have no identity of their own, and are only added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <MappingRow
          key={index}
          path={`mappings.${index}`}
          mapping={mapping}
          roles={roles}
          errorOf={errorOf}
          onChange={(values) => set(index, values)}
          onRemove={() => onChange(mappings.filter((_each, at) => at !== index))}
        />
      ))}
      <Button
        onClick={() =>
          onChange([...mappings, { claimValue: '', roleId: null, groupId: null, groupRights: [] }])
        }
      >
        {t('identityProvider.mappingAdd')}
      </Button>
    </fieldset>
  );
}

function MappingRow({
  path,
  mapping,
  roles,
  errorOf,
  onChange,
  onRemove,
}: {
  path: string;
  mapping: ClaimMapping;
  roles: readonly NamedChoice[];
  errorOf: (path: string) => string | null | undefined;
  onChange: (values: Partial<ClaimMapping>) => void;
  onRemove: () => void;
}) {
  const { claimValue, roleId, groupId, groupRights } = mapping;
  const kind = rightKindOf(groupRights);
  const kinds = kind === 'own' ? (['view', 'edit', 'own'] as const) : (['view', 'edit'] as const);
  return (
    <div className="claim-mappings__row">
      <FormField path={`${path}.claimValue`}>
        <TextField
          label={t('identityProvider.claimValue')}
          isRequired
          autoComplete="off"
          spellCheck={false}
          value={claimValue}
          error={errorOf(`${path}.claimValue`)}
          onChange={(value) => onChange({ claimValue: value })}
        />
      </FormField>
      <FormField path={`${path}.roleId`}>
        <SelectField
          label={t('identityProvider.role')}
          value={roleId ?? ''}
          emptyLabel={t('identityProvider.none')}
          options={[...roles]}
          error={errorOf(`${path}.roleId`)}
          onChange={(value) => onChange({ roleId: value === '' ? null : value })}
        />
      </FormField>
      <GroupPickField
        path={`${path}.groupId`}
        label={t('identityProvider.group')}
        searchLabel={t('identityProvider.findGroup')}
        emptyLabel={t('identityProvider.none')}
        belowGroupId={null}
        chosenId={groupId}
        error={errorOf(`${path}.groupId`) ?? undefined}
        onChange={(value) =>
          onChange(
            value === null
              ? { groupId: null, groupRights: [] }
              : { groupId: value, groupRights: groupRights.length === 0 ? rightKinds.view : groupRights },
          )
        }
      />
      {groupId === null ? null : (
        <FormField path={`${path}.groupRights`}>
          <SelectField
            label={t('identityProvider.groupRights')}
            isRequired
            value={kind}
            options={kinds.map((value) => ({ value, label: t(`identityProvider.rightKinds.${value}`) }))}
            error={errorOf(`${path}.groupRights`)}
            onChange={(value) => {
              if (value === 'view' || value === 'edit') onChange({ groupRights: rightKinds[value] });
            }}
          />
        </FormField>
      )}
      <Button
        size="small"
        aria-label={`${t('identityProvider.mappingRemove')}: ${claimValue}`}
        onClick={onRemove}
      >
        {t('identityProvider.mappingRemove')}
      </Button>
    </div>
  );
}
