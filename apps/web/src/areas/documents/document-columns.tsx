import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { documentTypeText, shortHash, stateTones } from './public/document-texts.ts';

function StateLabel({ state }: Pick<ArchivedDocument, 'state'>) {
  return <ColourLabel tone={stateTones[state]}>{t(`documents.state.${state}`)}</ColourLabel>;
}

export const documentColumns = (): ListColumn<ArchivedDocument, never>[] => [
  {
    key: 'title',
    header: t('documents.columns.title'),
    minWidth: 230,
    grow: 1.6,
    priority: 0,
    render: ({ title }) => <b title={title}>{title}</b>,
  },
  {
    key: 'type',
    header: t('documents.columns.type'),
    minWidth: 160,
    grow: 0.8,
    priority: 4,
    render: ({ documentType }) => documentTypeText(documentType),
  },
  {
    key: 'customer',
    header: t('documents.columns.customer'),
    minWidth: 150,
    grow: 0.8,
    priority: 1,
    render: ({ customerId, customerName }) =>
      customerId === null ? (
        <span className="hint">–</span>
      ) : (
        <Link to="/customers/$customerId" params={{ customerId }} search={{ tab: 'documents' }} tabIndex={-1}>
          {customerName}
        </Link>
      ),
  },
  {
    key: 'contract',
    header: t('documents.columns.contract'),
    minWidth: 130,
    grow: 0.5,
    priority: 2,
    render: ({ contractId, contractKey }) =>
      contractId === null ? (
        <span className="hint">–</span>
      ) : (
        <Link to="/contracts/$contractId/$tab" params={{ contractId, tab: 'documents' }} tabIndex={-1}>
          {contractKey}
        </Link>
      ),
  },
  {
    key: 'createdAt',
    header: t('documents.columns.createdAt'),
    minWidth: 140,
    grow: 0.4,
    priority: 0,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'createdBy',
    header: t('documents.columns.createdBy'),
    minWidth: 130,
    grow: 0.6,
    priority: 5,
    render: ({ createdByName }) => createdByName,
  },
  {
    key: 'state',
    header: t('documents.columns.state'),
    minWidth: 115,
    grow: 0.3,
    priority: 3,
    render: StateLabel,
  },
  {
    key: 'hash',
    header: t('documents.columns.hash'),
    minWidth: 125,
    grow: 0.3,
    priority: 6,
    render: ({ contentHash }) => <span title={contentHash}>{shortHash(contentHash)}</span>,
  },
];

/** A document on a narrow screen. */
export function documentCard(row: ArchivedDocument) {
  return (
    <>
      <b>{row.title}</b>
      <span className="hint">{formatInstantDay(row.createdAt)}</span>
      <span className="hint">{[row.customerName, row.createdByName].filter(Boolean).join(' · ')}</span>
      <StateLabel state={row.state} />
    </>
  );
}

/** Tells the rows apart for screen readers. */
export const documentRowLabel = ({ title, createdAt }: ArchivedDocument) =>
  `${title}, ${formatInstantDay(createdAt)}`;
