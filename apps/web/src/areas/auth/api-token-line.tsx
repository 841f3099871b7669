import type { ApiToken } from '@depotwerk/api/auth/api-tokens';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { showApiError } from '../../platform/error-texts.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { showToast } from '../../ui/toast.tsx';

/** A token with what it may do and when it was used last. */
export function ApiTokenLine({
  token,
  label,
  children,
  onRevoke,
}: {
  token: ApiToken;
  /** Beside the name: whose it is, or that it opens nothing. */
  label?: ReactNode;
  children?: ReactNode;
  onRevoke: () => void;
}) {
  const [openedAt] = useState(() => Date.now());
  const isOver = Date.parse(token.expiresAt) <= openedAt;
  return (
    <div className="settings__line">
      <div>
        <div className="row">
          <strong>{token.name}</strong>
          {isOver ? <ColourLabel tone="warn">{t('apiTokens.expired')}</ColourLabel> : null}
          {label}
        </div>
        {children}
        <div className="hint">
          {token.lastUsedAt
            ? t('settings.sessions.lastUsed', { date: formatDateTime(token.lastUsedAt) })
            : t('auth.passkey.neverUsed')}
          {' · '}
          {t('auth.passkey.created', { date: formatDateTime(token.createdAt) })}
          {' · '}
          {t('apiTokens.validUntil', { date: formatDateTime(token.expiresAt) })}
        </div>
        <details>
          <summary className="hint">{t('apiTokens.scopeCount', { count: token.scopes.length })}</summary>
          <p className="hint settings__scopes">{(token.scopeNames ?? token.scopes).map(said).join(', ')}</p>
        </details>
      </div>
      <Button size="small" kind="danger" onClick={onRevoke}>
        {t('apiTokens.revoke')}
      </Button>
    </div>
  );
}

/** Revoking a token, asked before: what uses it stops working. */
export function useRevoking(revoke: (id: string) => Promise<unknown>, reload: () => Promise<unknown>) {
  const [token, setToken] = useState<ApiToken | null>(null);
  const run = useMutation({
    mutationFn: revoke,
    onSuccess: () => showToast(t('apiTokens.revoked')),
    onError: showApiError,
    onSettled: () => {
      setToken(null);
      return reload();
    },
  });
  const close = () => setToken(null);
  const dialog =
    token === null ? null : (
      <AskDialog
        size="small"
        title={t('apiTokens.revokeTitle')}
        onClose={close}
        submit={t('apiTokens.revoke')}
        kind="danger"
        isBusy={run.isPending}
        onSubmit={() => run.mutate(token.id)}
      >
        <p>{t('apiTokens.revokeQuestion', { name: token.name })}</p>
      </AskDialog>
    );
  return { ask: setToken, dialog };
}
