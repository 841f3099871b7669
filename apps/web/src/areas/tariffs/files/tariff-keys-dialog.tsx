import { formatDateTime } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission, mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorBanner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { PlainForm } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import './tariff-files.css';
import {
  distrustKey,
  fingerprintFrom,
  fingerprintText,
  tariffKeysQuery,
  trustKey,
} from './tariff-file-queries.ts';

/** With which key the house signs, and whose files it takes. */
export function TariffKeysDialog({ onClose }: { onClose: () => void }) {
  const keys = useQuery(tariffKeysQuery());
  const mayTrust = useSession(
    ({ user }) => mayChange(user, 'userManagement.editRoles') && hasPermission(user, 'admin.access'),
  );
  const { failure, act } = useAction();
  const remove = (fingerprint: string, name: string) =>
    act(async () => {
      await distrustKey(fingerprint);
      showToast(t('tariffFiles.keys.removed', { name }));
    });
  return (
    <Dialog
      title={t('tariffFiles.keys.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {keys.isError ? (
        <QueryError query={keys} />
      ) : keys.data === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <div className="stack">
          <p>
            {t('tariffFiles.keys.own')}
            <br />
            <code>{fingerprintText(keys.data.own)}</code>
          </p>
          <p className="hint">{t('tariffFiles.keys.how')}</p>
          <h3>{t('tariffFiles.keys.trusted')}</h3>
          {keys.data.trusted.length === 0 ? (
            <EmptyState title={t('tariffFiles.keys.none')} />
          ) : (
            <ul className="tariff-files__keys">
              {keys.data.trusted.map(({ fingerprint, keyName, addedBy, createdAt }) => (
                <li key={fingerprint}>
                  <span>
                    <strong>{keyName}</strong>
                    <br />
                    <code>{fingerprintText(fingerprint)}</code>
                    <br />
                    <span className="hint">
                      {addedBy}, {formatDateTime(createdAt)}
                    </span>
                  </span>
                  {mayTrust ? (
                    <Button
                      size="small"
                      aria-label={`${t('common.remove')}: ${keyName}`}
                      onClick={() => void remove(fingerprint, keyName)}
                    >
                      {t('common.remove')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
          <ErrorBanner error={failure} />
          {mayTrust ? <TrustForm /> : <p className="hint">{t('tariffFiles.keys.who')}</p>}
        </div>
      )}
    </Dialog>
  );
}

/** A key the house trusts from now on: its fingerprint as somebody read it out, and a name for it. */
function TrustForm() {
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, act } = useAction();
  const fingerprint = fingerprintFrom(typed);
  const trust = async () => {
    setTried(true);
    if (fingerprint === null || name.trim() === '') return;
    await act(async () => {
      await trustKey(fingerprint, name.trim());
      showToast(t('tariffFiles.keys.added', { name: name.trim() }));
      setName('');
      setTyped('');
      setTried(false);
    });
  };
  return (
    <PlainForm className="stack" onSubmit={() => void trust()}>
      <TextField
        label={t('tariffFiles.keys.name')}
        value={name}
        isRequired
        error={isTried && name.trim() === '' ? t('tariffFiles.keys.nameMissing') : null}
        onChange={setName}
      />
      <TextField
        label={t('tariffFiles.keys.fingerprint')}
        hint={t('tariffFiles.keys.fingerprintHint')}
        value={typed}
        isRequired
        error={isTried && fingerprint === null ? t('tariffFiles.keys.fingerprintWrong') : null}
        onChange={setTyped}
      />
      <ErrorBanner error={failure} />
      <div className="row">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('tariffFiles.keys.add')}
        </Button>
      </div>
    </PlainForm>
  );
}
