import type { createApiToken } from '@depotwerk/api/auth/api-tokens';
import type { CallInput } from '@depotwerk/api/call';
import type { PermissionCategory } from '@depotwerk/api/users/roles';
import { apiScopes } from '@depotwerk/domain/permissions';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PermissionChecks } from '../users/public/permission-checks.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';

type Body = CallInput<typeof createApiToken>['body'];

const validities = ['30', '90', '180', '365'] as const;

/** What a token is for, what it may do and how long, confirmed with password and factor. */
export function ApiTokenForm({
  categories,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: {
  categories: readonly PermissionCategory[];
  isBusy: boolean;
  error: unknown;
  onSubmit: (body: Body) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [validDays, setValidDays] = useState<(typeof validities)[number]>('90');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const required = (isMissing: boolean) => (isTried && isMissing ? t('validators.required') : null);
  const isNameMissing = name.trim() === '';
  return (
    <ConfirmByPassword
      submitLabel={t('apiTokens.create')}
      isTokenShown
      isIncomplete={isNameMissing || selected.size === 0}
      isBusy={isBusy}
      error={error}
      onTry={() => setTried(true)}
      onSubmit={({ password, token }) => {
        onSubmit({
          name: name.trim(),
          scopes: apiScopes.filter((code) => selected.has(code)),
          validDays: Number(validDays),
          password,
          ...(token !== '' && { token }),
        });
      }}
      onCancel={onCancel}
    >
      <TextField
        label={t('apiTokens.name')}
        hint={t('apiTokens.nameHint')}
        isRequired
        maxLength={200}
        autoComplete="off"
        value={name}
        error={required(isNameMissing)}
        onChange={setName}
      />
      <SelectField
        label={t('apiTokens.validity')}
        isRequired
        value={validDays}
        options={validities.map((value) => ({ value, label: t('apiTokens.days', { count: Number(value) }) }))}
        onChange={(value) => {
          if (value !== '') setValidDays(value);
        }}
      />
      <fieldset className="settings__scope-choice">
        <legend>
          <strong>{t('apiTokens.scopes')}</strong>
        </legend>
        <p className="hint">{t('apiTokens.scopesHint')}</p>
        {required(selected.size === 0) === null ? null : (
          <p className="settings__scope-error" role="alert" tabIndex={-1} data-fault="">
            {t('apiTokens.scopeMissing')}
          </p>
        )}
        <PermissionChecks
          categories={categories}
          selected={selected}
          isDisabled={isBusy}
          mayGive={() => true}
          foldLabel={(name) => t('apiTokens.unfold', { name })}
          onChange={setSelected}
        />
      </fieldset>
    </ConfirmByPassword>
  );
}
