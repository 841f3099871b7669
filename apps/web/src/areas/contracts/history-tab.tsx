import type { CallAnswer } from '@depotwerk/api/call';
import type { listContractHistory } from '@depotwerk/api/contracts/contract-detail';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import {
  IconArrowsExchange,
  IconCheck,
  IconCoinEuro,
  IconEdit,
  IconFilePlus,
  IconFileText,
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
import { foldedValues } from './folded-values.ts';

const icons = {
  created: IconFilePlus,
  check: IconCheck,
  valuation: IconCoinEuro,
  riskAssessment: IconScale,
  savingsPlan: IconPigMoney,
  consultation: IconMessages,
  change: IconEdit,
} as const;

/** Of events whose kind says only that something changed: their ids begin with what it was. */
const iconsById: Readonly<Record<string, typeof IconCheck>> = {
  order: IconArrowsExchange,
  document: IconFileText,
};

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

type HistoryEvent = CallAnswer<typeof listContractHistory>[number];

function EventEntry({ event }: { event: HistoryEvent }) {
  const Icon = iconsById[event.id.slice(0, event.id.indexOf('-'))] ?? icons[event.kind];
  return (
    <>
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
    </>
  );
}

/** Values in a row, to be opened. */
function FoldedValues({ values }: { values: readonly HistoryEvent[] }) {
  const [newest, oldest] = [values[0], values.at(-1)];
  if (!newest || !oldest) return null;
  return (
    <>
      <span className="contract__timeline-icon">
        <IconCoinEuro size={16} aria-hidden="true" />
      </span>
      <details className="contract__timeline-values">
        <summary>
          {t('contracts.olderValues', {
            count: values.length,
            from: formatDate(oldest.occurredAt),
            to: formatDate(newest.occurredAt),
          })}
        </summary>
        <ul>
          {values.map(({ id, occurredAt, text }) => (
            <li key={id}>
              <time dateTime={occurredAt}>{momentText(occurredAt)}</time>{' '}
              <span>{text === null ? null : saidValue(text)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
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
          {foldedValues(history.data).map((item) =>
            'event' in item ? (
              <li key={item.event.id}>
                <EventEntry event={item.event} />
              </li>
            ) : (
              <li key={item.values[0]?.id}>
                <FoldedValues values={item.values} />
              </li>
            ),
          )}
        </ol>
      )}
    </Card>
  );
}
