import { getGotoTarget, gotoTargetTypes } from '@depotwerk/api/search/search';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { t } from '../../texts/texts.ts';
import { EmptyState, QueryError } from '../../ui/feedback.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** `/goto/{type}/{id}`: a stable link leads on to its page, or says neutrally that there is none for this person. */
export function GotoPage() {
  usePageTitle(t('goto.title'));
  const params = useParams({ strict: false });
  const { issuerId, tab } = useSearch({ strict: false });
  const targetType = gotoTargetTypes.find((type) => type === params.targetType);
  const targetId = params.targetId ?? '';
  const target = useQuery({
    queryKey: ['goto', targetType, targetId, issuerId],
    queryFn: ({ signal }) =>
      targetType === undefined
        ? null
        : callApi(getGotoTarget, { params: { targetType, targetId }, query: { issuerId } }, { signal }),
    // Where a link leads may change with the rights.
    staleTime: 0,
    gcTime: 0,
  });
  if (target.data) return <Navigate to={atTab(target.data.path, tab)} replace />;
  const leadsNowhere =
    target.data === null ||
    (target.error instanceof ApiError && !target.error.isServerTrouble && target.error.status < 500);
  if (leadsNowhere) return <NowherePage />;
  return (
    <div className="full-page">
      {target.error ? <QueryError query={target} /> : <Spinner size={28} label={t('goto.leading')} />}
    </div>
  );
}

/** The page at the tab the link names; one the page does not have shows its first. */
export function atTab(path: string, tab: unknown): string {
  if (typeof tab !== 'string') return path;
  if (/^\/customers\/[^/?]+$/.test(path)) return `${path}?tab=${tab}`;
  return path.replace(/^(\/contracts\/[^/?]+\/)overview$/, `$1${tab}`);
}

function NowherePage() {
  usePageTitle(t('goto.nowhereTitle'));
  return (
    <div className="full-page">
      <EmptyState
        icon={<IconMapPinOff size={40} aria-hidden="true" />}
        title={<PageHeading>{t('goto.nowhereTitle')}</PageHeading>}
        action={
          <Link to="/" className="ui-button ui-button--primary ui-button--medium">
            {t('shell.toHome')}
          </Link>
        }
      >
        {t('goto.nowhere')}
      </EmptyState>
    </div>
  );
}
