import { createApiToken, listOwnApiTokens, revokeOwnApiToken } from '@depotwerk/api/auth/api-tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { ApiTokenForm } from './api-token-form.tsx';
import { ApiTokenLine, useRevoking } from './api-token-line.tsx';
import { ApiTokenSecret } from './api-token-secret.tsx';

const queryKey = ['settings', 'apiTokens'] as const;

/** Own tokens for other systems: made, shown once, revoked. */
export function ApiTokensSection() {
  const client = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const list = useQuery({ queryKey, queryFn: ({ signal }) => callApi(listOwnApiTokens, {}, { signal }) });
  const reload = () => client.invalidateQueries({ queryKey });
  const revoking = useRevoking((id) => callApi(revokeOwnApiToken, { params: { id } }), reload);
  const make = useMutation({
    mutationFn: (body: Parameters<typeof callApi<typeof createApiToken>>[1]['body']) =>
      callApi(createApiToken, { body }),
    onSuccess: () => {
      setMaking(false);
      void reload();
    },
  });
  const { data } = list;
  if (make.data !== undefined) return <ApiTokenSecret secret={make.data.secret} onDone={make.reset} />;
  return (
    <Card title={t('settings.section.api-tokens')}>
      <p>{t('apiTokens.intro')}</p>
      {list.isPending ? <Skeleton lines={4} /> : null}
      {list.error ? <QueryError query={list} /> : null}
      {data?.tokens.map((token) => (
        <ApiTokenLine key={token.id} token={token} onRevoke={() => revoking.ask(token)} />
      ))}
      {data && data.tokens.length === 0 ? <p className="hint">{t('apiTokens.none')}</p> : null}
      {data && isMaking ? (
        <ApiTokenForm
          categories={data.categories}
          isBusy={make.isPending}
          error={make.error}
          onSubmit={(body) => make.mutate(body)}
          onCancel={() => setMaking(false)}
        />
      ) : null}
      {data && !isMaking ? (
        <div className="row">
          <Button kind="primary" onClick={() => setMaking(true)}>
            {t('apiTokens.create')}
          </Button>
        </div>
      ) : null}
      {revoking.dialog}
    </Card>
  );
}
