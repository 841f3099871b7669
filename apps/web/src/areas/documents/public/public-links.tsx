import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { listPublicLinks, type PublicLink, revokePublicLink } from '@depotwerk/api/reports/public-links';
import type { sharePublicReport } from '@depotwerk/api/reports/reports';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { isOutdated } from '../../../platform/outdated.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { LinkToCopy } from '../../../ui/link-to-copy.tsx';
import { NumberField } from '../../../ui/number-fields.tsx';
import './public-links.css';

type Limits = Pick<CallInput<typeof sharePublicReport>['body'], 'validDays' | 'maxUses'>;
type Share = (limits: Limits) => Promise<CallAnswer<typeof sharePublicReport>>;
type Filter = CallInput<typeof listPublicLinks>['query'];

interface PublicLinksProps {
  /** Makes a link; null while something it needs is missing. */
  onShare: Share | null;
  /** Where its links are listed. */
  filter: Filter;
  /** Fields of what the link opens. */
  children?: ReactNode;
}

/** Makes links for people without an access, with an end and a number of uses, and takes them back. */
export function PublicLinks({ onShare, filter, children }: PublicLinksProps) {
  const [validDays, setValidDays] = useState<number | null>(30);
  const [maxUses, setMaxUses] = useState<number | null>(null);
  const [faults, setFaults] = useState<{ days?: string | null; uses?: string | null }>({});
  const queryKey = ['publicLinks', JSON.stringify(filter)] as const;
  const links = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listPublicLinks, { query: filter }, { signal }),
  });
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const share = useMutation({
    mutationFn: ({ make, limits }: { make: Share; limits: Limits }) => make(limits),
    onSuccess: reload,
  });
  const revocation = useMutation({
    mutationFn: (id: string) => callApi(revokePublicLink, { params: { id } }),
    onSuccess: (_answer, id) => {
      // What was just made and opens nothing any more is not offered to be handed on; it is the newest of one's own.
      if (links.data?.find(({ madeByOther }) => madeByOther === null)?.id === id) share.reset();
      return reload();
    },
    onError: (error) => (isOutdated(error) ? reload() : undefined),
  });
  const isReady = onShare !== null && validDays !== null && !faults.days && !faults.uses;
  const error = share.error ?? revocation.error ?? links.error;
  return (
    <>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady)
            share.mutate({ make: onShare, limits: { validDays, ...(maxUses !== null && { maxUses }) } });
        }}
      >
        {children}
        <div className="public-links__fields">
          <NumberField
            label={t('reports.share.validDays')}
            precision={0}
            min={1}
            max={365}
            value={validDays}
            onChange={setValidDays}
            onFault={(fault) => setFaults((before) => ({ ...before, days: fault }))}
          />
          <NumberField
            label={t('reports.share.maxUses')}
            hint={t('reports.share.maxUsesHint')}
            precision={0}
            min={1}
            max={1000}
            value={maxUses}
            onChange={setMaxUses}
            onFault={(fault) => setFaults((before) => ({ ...before, uses: fault }))}
          />
        </div>
        <div>
          <Button type="submit" size="small" isBusy={share.isPending} disabled={!isReady}>
            {t('reports.share.create')}
          </Button>
        </div>
      </form>
      {error ? (
        <Banner tone="warn" role="alert">
          {errorMessageOf(error)}
        </Banner>
      ) : null}
      {share.data ? (
        <LinkToCopy
          link={`${window.location.origin}/reports/public?reportType=${share.data.reportType}&guid=${share.data.guid}`}
          label={t('reports.share.link')}
          hint={t('reports.share.hint', { day: formatDateTime(share.data.expiresAt) })}
        />
      ) : null}
      {links.data && links.data.length > 0 ? (
        <ul className="public-links" aria-label={t('reports.share.list')}>
          {links.data.map((link) => (
            <LinkLine
              key={link.id}
              link={link}
              isBusy={revocation.isPending && revocation.variables === link.id}
              onRevoke={() => revocation.mutate(link.id)}
            />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function stateOf({ revokedAt, expiresAt, maxUses, useCount }: PublicLink) {
  if (revokedAt !== null) return 'revoked';
  if (Date.parse(expiresAt) <= Date.now()) return 'expired';
  return maxUses !== null && useCount >= maxUses ? 'usedUp' : 'open';
}

const tones = { open: 'ok', revoked: 'bad', expired: 'neutral', usedUp: 'neutral' } as const;

function LinkLine({ link, isBusy, onRevoke }: { link: PublicLink; isBusy: boolean; onRevoke: () => void }) {
  const { title, createdAt, expiresAt, useCount, maxUses, madeByOther } = link;
  const state = stateOf(link);
  // Two of one day are told apart.
  const made = formatDateTime(createdAt);
  return (
    <li className="public-links__line">
      <span className="public-links__text">
        <span className="row">
          {title} <ColourLabel tone={tones[state]}>{t(`reports.share.state.${state}`)}</ColourLabel>
        </span>
        <span className="hint">
          {t('reports.share.line', { made, day: formatDateTime(expiresAt) })}
          {' · '}
          {maxUses === null
            ? t('reports.share.uses', { count: useCount })
            : t('reports.share.usesOf', { count: useCount, most: maxUses })}
          {madeByOther ? ` · ${t('reports.share.madeBy', { name: madeByOther })}` : null}
        </span>
      </span>
      {/* Whoever opened a link that is used up still has the way to its paper, until it is taken back. */}
      {state === 'open' || state === 'usedUp' ? (
        <Button
          size="small"
          isBusy={isBusy}
          aria-label={t('reports.share.revokeNamed', { title, day: made })}
          onClick={onRevoke}
        >
          {t('reports.share.revoke')}
        </Button>
      ) : null}
    </li>
  );
}
