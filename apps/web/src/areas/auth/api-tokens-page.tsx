import { listApiTokens, revokeApiToken } from '@depotwerk/api/auth/api-tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ApiTokenLine, useRevoking } from './api-token-line.tsx';
import './settings-page.css';

const queryKey = ['admin', 'apiTokens'] as const;

/** `/admin/api-tokens`: every token of the house, by owner; made they are in the settings of whoever answers for them. */
export function ApiTokensPage() {
  const client = useQueryClient();
  const list = useQuery({ queryKey, queryFn: ({ signal }) => callApi(listApiTokens, {}, { signal }) });
  const reload = () => client.invalidateQueries({ queryKey });
  const revoking = useRevoking((id) => callApi(revokeApiToken, { params: { id } }), reload);
  return (
    <>
      <PageHeader
        title={t('admin.apiTokens')}
        actions={
          <Link
            to="/settings/$section"
            params={{ section: 'api-tokens' }}
            className="ui-button ui-button--secondary ui-button--medium"
          >
            {t('apiTokens.own')}
          </Link>
        }
      />
      <Card>
        <p>{t('apiTokens.allIntro')}</p>
        {list.isPending ? <Skeleton lines={6} /> : null}
        {list.error ? <QueryError query={list} /> : null}
        {list.data?.map((token) => (
          <ApiTokenLine
            key={token.id}
            token={token}
            label={
              token.isOwnerInactive ? (
                <ColourLabel tone="warn">{t('apiTokens.ownerInactive')}</ColourLabel>
              ) : null
            }
            onRevoke={() => revoking.ask(token)}
          >
            <div>
              {token.fullName} ({token.userName})
            </div>
          </ApiTokenLine>
        ))}
        {list.data?.length === 0 ? <EmptyState title={t('apiTokens.noneAtAll')} /> : null}
      </Card>
      {revoking.dialog}
    </>
  );
}
