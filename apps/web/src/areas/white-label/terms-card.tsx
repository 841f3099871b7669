import { listTerms, type TermsVersion, withdrawTerms } from '@depotwerk/api/white-label/terms';
import { formatDate } from '@depotwerk/domain/date-text';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TermsLink } from '../../forms/agreed-terms.tsx';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { useMayChange } from '../../platform/session.ts';
import { showSavedWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { PublishTermsDialog } from './publish-terms-dialog.tsx';
import { TermsTextDialog } from './terms-text-dialog.tsx';

/** The house's own terms for an appearance: every version, how many agreed to it, and the next one. */
export function TermsCard({ appearanceId }: { appearanceId: string }) {
  const client = useQueryClient();
  const mayAct = useMayChange('whiteLabel.edit');
  const [isPublishing, setPublishing] = useState(false);
  const [withdrawn, setWithdrawn] = useState<TermsVersion | null>(null);
  const [read, setRead] = useState<TermsVersion | null>(null);
  const { isBusy, failure, act } = useAction();
  const queryKey = ['appearances', 'terms', appearanceId] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listTerms, { params: { id: appearanceId } }, { signal }),
  });
  const reload = () => Promise.all([client.invalidateQueries({ queryKey }), showSavedWhiteLabel()]);
  const { data } = query;
  return (
    <Card
      title={t('appearance.terms.title')}
      actions={
        mayAct && data ? (
          <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => setPublishing(true)}>
            {t('appearance.terms.new')}
          </Button>
        ) : null
      }
    >
      <p className="hint">{t('appearance.terms.intro')}</p>
      {query.isPending ? <Skeleton lines={3} /> : null}
      {query.error ? <QueryError query={query} /> : null}
      {data?.length === 0 ? (
        <p>
          {t('appearance.terms.none')} {t('appearance.terms.linked', { version: prospectTermsVersion })}
        </p>
      ) : null}
      {data && data.length > 0 ? (
        <div className="appearance__terms">
          <table>
            <caption className="visually-hidden">{t('appearance.terms.title')}</caption>
            <TableHead
              columns={[
                t('appearance.terms.version'),
                t('appearance.terms.validFrom'),
                t('masterData.state'),
                t('appearance.terms.agreed'),
              ]}
            >
              <th scope="col">
                <span className="visually-hidden">{t('masterData.termsRead')}</span>
              </th>
            </TableHead>
            <tbody>
              {data.map((terms) => (
                <tr key={terms.id}>
                  <th scope="row">{terms.version}</th>
                  <td>{t('appearance.terms.from', { day: formatDate(terms.validFrom) })}</td>
                  <td>
                    {t(`appearance.terms.state.${terms.state}`)}
                    {terms.asksAgain ? (
                      <div className="hint">{t('appearance.terms.asksAgainShort')}</div>
                    ) : null}
                  </td>
                  <td>{t('appearance.terms.agreedCount', { count: terms.agreementCount })}</td>
                  <td>
                    {terms.state === 'planned' ? (
                      <div className="appearance__terms-actions">
                        <Button
                          aria-label={t('masterData.termsReadOf', { version: terms.version })}
                          onClick={() => setRead(terms)}
                        >
                          {t('masterData.termsRead')}
                        </Button>
                        <Button disabled={!mayAct} onClick={() => setWithdrawn(terms)}>
                          {t('appearance.terms.withdraw')}
                        </Button>
                      </div>
                    ) : (
                      <TermsLink version={terms.version} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {isPublishing && data ? (
        <PublishTermsDialog
          appearanceId={appearanceId}
          before={data.find(({ state }) => state === 'current')?.content ?? ''}
          onClose={() => setPublishing(false)}
          onPublished={async () => {
            await reload();
            setPublishing(false);
            showToast(t('appearance.terms.published'));
          }}
        />
      ) : null}
      {read ? (
        <TermsTextDialog version={read.version} content={read.content ?? ''} onClose={() => setRead(null)} />
      ) : null}
      {withdrawn ? (
        <AskDialog
          size="small"
          kind="danger"
          title={t('appearance.terms.withdraw')}
          submit={t('appearance.terms.withdraw')}
          isBusy={isBusy}
          failure={failure}
          onClose={() => setWithdrawn(null)}
          onSubmit={() =>
            void act(async () => {
              await callApi(withdrawTerms, { params: { id: appearanceId, termsId: withdrawn.id } });
              await reload();
              setWithdrawn(null);
            })
          }
        >
          <p>{t('appearance.terms.withdrawQuestion', { version: withdrawn.version })}</p>
          <p className="appearance__terms-text">{withdrawn.content}</p>
        </AskDialog>
      ) : null}
    </Card>
  );
}
