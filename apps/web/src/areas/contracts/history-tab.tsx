import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import {
  IconCheck,
  IconCoinEuro,
  IconEdit,
  IconFilePlus,
  IconMessages,
  IconPigMoney,
  IconScale,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { historyQuery } from '../../queries/contract-queries.ts';
import { said, saidValue, t } from '../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

const icons = {
  created: IconFilePlus,
  check: IconCheck,
  valuation: IconCoinEuro,
  riskAssessment: IconScale,
  savingsPlan: IconPigMoney,
  consultation: IconMessages,
  change: IconEdit,
} as const;

/** Events known by their day only stand at midnight UTC; a time of day would be made up. */
function momentText(instant: string): string {
  return /T00:00:00(\.0+)?Z$/.test(instant) ? formatDate(instant) : formatDateTime(instant);
}

/** Title of an event; a consultation leads to its record. */
function EventTitle({ event }: { event: { id: string; kind: string; title: string } }) {
  const record = event.kind === 'consultation' ? /^consultation-(.+)$/.exec(event.id)?.[1] : undefined;
  if (record === undefined) return said(event.title);
  return (
    <Link to="/consultations/$consultationId" params={{ consultationId: record }}>
      {said(event.title)}
    </Link>
  );
}

/** What happened to the contract, newest first. */
export function HistoryTab({ contractId }: { contractId: string }) {
  const history = useQuery(historyQuery(contractId));
  return (
    <Card title={t('contracts.tabs.history')}>
      {history.isError ? (
        <QueryError query={history} />
      ) : !history.data ? (
        <Skeleton lines={8} />
      ) : history.data.length === 0 ? (
        <EmptyState title={t('common.emptyList')} />
      ) : (
        <ol className="contract__timeline">
          {history.data.map((event) => {
            const Icon = icons[event.kind];
            return (
              <li key={event.id}>
                <span className="contract__timeline-icon">
                  <Icon size={16} aria-hidden="true" />
                </span>
                <div>
                  <div className="contract__hint-title">
                    <EventTitle event={event} />
                  </div>
                  {event.text === null ? null : <div>{saidValue(event.text)}</div>}
                  <div className="hint">
                    <time dateTime={event.occurredAt}>{momentText(event.occurredAt)}</time>
                    {event.actorName === null ? '' : ` · ${event.actorName}`}
                  </div>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
