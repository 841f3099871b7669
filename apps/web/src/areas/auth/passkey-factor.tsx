import {
  addPasskey,
  listPasskeys,
  provePasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyProof,
} from '@depotwerk/api/auth/passkeys';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ConfirmByPassword, type PasswordAndCode } from './confirm-by-password.tsx';
import { FactorCard } from './factor-card.tsx';
import { type FactorLoss, LastFactorBanner } from './last-factor-banner.tsx';
import { newPasskeyName } from './passkey-name.ts';
import {
  askPasskey,
  canMakePasskeys,
  canUsePasskeys,
  knowsPasskeys,
  makePasskey,
  passkeyErrorOf,
} from './public/use-passkey.ts';

const queryKey = ['auth', 'passkeys'] as const;

interface PasskeyFactorProps extends FactorLoss {
  /** Any second factor: then changes need it. */
  hasFactor: boolean;
  onRecoveryCodes: (codes: readonly string[]) => void;
  onChange: () => void;
}

type Step = { kind: 'closed' | 'add' } | { kind: 'name' | 'remove'; id: string };

const bodyOf = ({ password, token }: PasswordAndCode) => ({ password, ...(token !== '' && { token }) });

/** Passkeys of the user: for signing in alone or as second factor. */
export function PasskeyFactor({
  hasFactor,
  isLast,
  isMandatory,
  onRecoveryCodes,
  onChange,
}: PasskeyFactorProps) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: 'closed' });
  const list = useQuery({ queryKey, queryFn: ({ signal }) => callApi(listPasskeys, {}, { signal }) });
  const passkeys = list.data?.passkeys ?? [];
  const close = () => setStep({ kind: 'closed' });
  const done = async (message: string) => {
    close();
    showToast(message);
    await queryClient.invalidateQueries({ queryKey });
    onChange();
  };
  const add = useMutation({
    mutationFn: async (values: PasswordAndCode) => {
      const response = await makePasskey(await callApi(startPasskey, { body: bodyOf(values) }));
      return callApi(addPasskey, { body: { name: newPasskeyName(navigator.userAgent, passkeys), response } });
    },
    onSuccess: async ({ recoveryCodes }) => {
      await done(t('auth.passkey.added'));
      if (recoveryCodes.length > 0) onRecoveryCodes(recoveryCodes);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id, ...values }: PasswordAndCode & { id: string }) =>
      callApi(removePasskey, { params: { id }, body: bodyOf(values) }),
    onSuccess: () => done(t('auth.passkey.removed')),
  });
  const prove = useMutation({
    mutationFn: async () => {
      const response = await askPasskey(await callApi(startPasskeyProof, {}));
      await callApi(provePasskey, { body: { response } });
    },
    onSuccess: () => showToast(t('auth.passkey.proved')),
  });
  const isPossible = list.data?.isAvailable === true && knowsPasskeys();
  return (
    <FactorCard title={t('auth.passkey.title')} isActive={passkeys.length > 0}>
      <p>{t('auth.passkey.intro')}</p>
      {list.isPending ? <Skeleton lines={2} /> : null}
      {list.error ? <QueryError query={list} /> : null}
      {list.data && !isPossible ? <p className="hint">{t('auth.passkey.impossible')}</p> : null}
      {isPossible && !canMakePasskeys() ? <p className="hint">{t('auth.passkey.notInFrame')}</p> : null}
      {prove.error ? (
        <Banner tone="bad" role="alert">
          {passkeyErrorOf(prove.error)}
        </Banner>
      ) : null}
      {passkeys.map((passkey) => (
        <div key={passkey.id} className="settings__line">
          <div>
            <div className="row">
              <strong>{passkey.name}</strong>
              {passkey.isSynced ? <ColourLabel>{t('auth.passkey.synced')}</ColourLabel> : null}
            </div>
            <div className="hint">
              {passkey.lastUsedAt
                ? t('settings.sessions.lastUsed', { date: formatDateTime(passkey.lastUsedAt) })
                : t('auth.passkey.neverUsed')}
              {' · '}
              {t('auth.passkey.created', { date: formatDateTime(passkey.createdAt) })}
            </div>
          </div>
          <div className="row">
            <Button size="small" onClick={() => setStep({ kind: 'name', id: passkey.id })}>
              {t('auth.passkey.rename')}
            </Button>
            <Button
              size="small"
              kind="danger"
              onClick={() => {
                remove.reset();
                setStep({ kind: 'remove', id: passkey.id });
              }}
            >
              {t('auth.passkey.remove')}
            </Button>
          </div>
        </div>
      ))}
      {step.kind === 'name' ? (
        <PasskeyName
          id={step.id}
          name={passkeys.find(({ id }) => id === step.id)?.name ?? ''}
          onDone={() => void done(t('auth.passkey.renamed'))}
          onCancel={close}
        />
      ) : null}
      {step.kind === 'remove' ? (
        <ConfirmByPassword
          submitLabel={t('auth.passkey.remove')}
          isTokenShown
          isBusy={remove.isPending}
          error={remove.error}
          onSubmit={(values) => remove.mutate({ ...values, id: step.id })}
          onCancel={close}
        >
          <RemovedPasskey passkey={passkeys.find(({ id }) => id === step.id)} />
          <LastFactorBanner isLast={isLast} isMandatory={isMandatory} />
        </ConfirmByPassword>
      ) : null}
      {step.kind === 'add' ? (
        <ConfirmByPassword
          submitLabel={t('auth.passkey.add')}
          isTokenShown={hasFactor}
          isBusy={add.isPending}
          error={null}
          onSubmit={(values) => add.mutate(values)}
          onCancel={close}
        >
          {add.error ? (
            <Banner tone="bad" role="alert">
              {passkeyErrorOf(add.error)}
            </Banner>
          ) : null}
        </ConfirmByPassword>
      ) : null}
      {step.kind === 'closed' && isPossible ? (
        <div className="row">
          {canMakePasskeys() ? (
            <Button
              onClick={() => {
                add.reset();
                setStep({ kind: 'add' });
              }}
            >
              {t('auth.passkey.add')}
            </Button>
          ) : null}
          {passkeys.length > 0 && canUsePasskeys() ? (
            <Button isBusy={prove.isPending} onClick={() => prove.mutate()}>
              {t('auth.passkey.prove')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </FactorCard>
  );
}

/** Says which of several passkeys of one name goes. */
function RemovedPasskey({ passkey }: { passkey: { name: string; createdAt: string } | undefined }) {
  if (!passkey) return null;
  const { name, createdAt } = passkey;
  return <p>{t('auth.passkey.removeWhich', { name, date: formatDateTime(createdAt) })}</p>;
}

interface PasskeyNameProps {
  id: string;
  name: string;
  onDone: () => void;
  onCancel: () => void;
}

/** The name by which its owner knows a device again. */
function PasskeyName({ id, name: current, onDone, onCancel }: PasskeyNameProps) {
  const [name, setName] = useState(current);
  const rename = useMutation({
    mutationFn: () => callApi(renamePasskey, { params: { id }, body: { name: name.trim() } }),
    onSuccess: onDone,
    onError: showApiError,
  });
  return (
    <PlainForm
      onSubmit={() => {
        if (name.trim() !== '') rename.mutate();
      }}
    >
      <TextField
        label={t('auth.passkey.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        error={name.trim() === '' ? t('validators.required') : null}
      />
      <div className="row">
        <Button type="submit" kind="primary" isBusy={rename.isPending}>
          {t('common.save')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </PlainForm>
  );
}
