import { getEffectiveRights } from '@depotwerk/api/users/effective-rights';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { missingText, pathText, sourceText, useRightNames } from './rights-sentences.ts';
import './rights.css';
import { personName } from '@depotwerk/domain/customers/person-name';

/** What a person may do with a customer, each with its reasons and with what is missing. */
export function RightsCard({ userId, customerId }: { userId: string; customerId: string }) {
  const names = useRightNames();
  const query = useQuery({
    queryKey: ['effective-rights', userId, customerId],
    queryFn: ({ signal }) =>
      callApi(getEffectiveRights, { params: { id: userId }, query: { customerId } }, { signal }),
    // Rights take effect at once, and so must their explanation.
    staleTime: 0,
  });
  const rights = query.data;
  if (!rights) return <Card>{query.isError ? <Failed query={query} /> : <Skeleton lines={8} />}</Card>;
  const { user, customer } = rights;
  return (
    <Card
      title={t('userManagement.rights.resultTitle', {
        name: user.fullName,
        customer: personName(customer),
      })}
    >
      <div className="pending">
        <p>
          {t('userManagement.rights.groupPath', {
            path: rights.groupPath.length === 0 ? t('customers.withoutGroup') : pathText(rights.groupPath),
          })}
        </p>
        {user.canSignIn === false ? <p>{t('userManagement.rights.noSignIn')}</p> : null}
        <ul className="fund-picker__hits">
          {rights.actions.map(({ action, isAllowed, permissionId, sources, missing }) => (
            <li key={action} className="rights__action">
              <div className="rights__head">
                <h3>{t(`userManagement.rights.action.${action}`)}</h3>
                <ColourLabel tone={isAllowed ? 'ok' : 'neutral'}>
                  {t(isAllowed ? 'userManagement.rights.allowed' : 'userManagement.rights.refused')}
                </ColourLabel>
              </div>
              {isAllowed ? null : (
                <Sentences
                  title={t('userManagement.rights.lacking')}
                  sentences={missing.map((one) =>
                    missingText(one, names, { roleName: user.roleName, permissionId }),
                  )}
                />
              )}
              {isAllowed ? (
                <Sentences
                  title={t('userManagement.rights.because')}
                  sentences={sources.map((one) =>
                    sourceText(one, names, { roleName: user.roleName, permissionId }),
                  )}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Failed({ query }: { query: { error: unknown; isFetching: boolean; refetch: () => unknown } }) {
  return query.error instanceof ApiError && query.error.status === 404 ? (
    <EmptyState title={t('userManagement.rights.notFound')} />
  ) : (
    <QueryError title={t('userManagement.rights.failed')} query={query} />
  );
}

/** Sentences below the word that introduces them. */
export function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <div>
      <span className="hint">{title}</span>
      <ul className="rights__sentences">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
