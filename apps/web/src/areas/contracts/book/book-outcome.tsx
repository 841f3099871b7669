import type { LineFate } from '@depotwerk/domain/imports/line-fates';
import { formatNumber } from '@depotwerk/domain/number-text';
import { noGroupId } from '@depotwerk/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { FateChoice, LineTable } from '../../imports/public/line-fates.tsx';
import { TakeButton } from '../../imports/public/take-button.tsx';
import { type BookImport, bookRowsQuery } from './book-queries.ts';

/** What becomes of the lines, funds that are missing, and the way on: write it, or take it back. */
export function BookOutcome({
  book,
  isWorking,
  onCommit,
  onUndo,
}: {
  book: BookImport;
  isWorking: boolean;
  onCommit: () => void;
  onUndo: () => void;
}) {
  const counts = {
    new: book.newCount,
    changed: book.changedCount,
    unchanged: book.unchangedCount,
    refused: book.refusedCount,
  };
  const [chosen, setFate] = useState<LineFate | null>(null);
  const writable = book.newCount + book.changedCount;
  // Writing that stopped in its middle may have written customers whose contracts, and so their lines, are refused.
  const isNothingTaken = book.state === 'done' && writable === 0 && book.fault === null;
  // Until somebody chooses: what asks for work, else what becomes of the lines. Writing may refuse what the check took.
  const fate =
    chosen ?? (counts.refused > 0 ? 'refused' : counts.new > 0 || counts.changed === 0 ? 'new' : 'changed');
  return (
    <>
      {book.unknownIsins.length === 0 || book.state !== 'checked' ? null : (
        <Banner tone="warn" title={t('bookImports.unknownFunds', { count: book.unknownIsins.length })}>
          <p>{book.unknownIsins.join(', ')}</p>
          <Link to="/admin/funds" search={{ open: 'new' }}>
            {t('bookImports.createFund')}
          </Link>
        </Banner>
      )}
      <WithoutGroup book={book} />
      {isNothingTaken ? (
        <Banner tone="warn" role="status">
          {t('bookImports.nothingTaken')}
        </Banner>
      ) : null}
      <Card
        title={t('bookImports.outcome')}
        actions={
          book.state === 'checked' ? (
            <TakeButton
              label={t('bookImports.commit', { count: writable, number: formatNumber(writable) })}
              count={writable}
              unchangedCount={book.unchangedCount}
              isBusy={isWorking}
              onTake={onCommit}
            />
          ) : book.state === 'done' ? (
            <Button isBusy={isWorking} disabled={isNothingTaken} onClick={onUndo}>
              {t('bookImports.undo')}
            </Button>
          ) : null
        }
      >
        <FateChoice counts={counts} value={fate} onChange={setFate} />
        <Lines key={fate} book={book} fate={fate} />
      </Card>
    </>
  );
}

/** New customers in no group (0 where a server of the release before does not say), whom the adviser they are meant for cannot see: said before they are written and after. */
function WithoutGroup({ book: { withoutGroupCount: count = 0, state } }: { book: BookImport }) {
  const isWritten = state === 'done';
  if (count === 0 || !(isWritten || state === 'checked')) return null;
  const number = formatNumber(count);
  return (
    <Banner
      tone="warn"
      title={t(isWritten ? 'bookImports.writtenWithoutGroup' : 'bookImports.withoutGroup', { count, number })}
      actions={
        isWritten ? (
          <Link to="/customers" search={{ groupId: noGroupId }}>
            {t('bookImports.toCustomersWithoutGroup')}
          </Link>
        ) : null
      }
    >
      {t(isWritten ? 'bookImports.writtenWithoutGroupText' : 'bookImports.withoutGroupText')}
    </Banner>
  );
}

function Lines({ book, fate }: { book: BookImport; fate: LineFate }) {
  const [page, setPage] = useState(1);
  const lines = useQuery(bookRowsQuery(book, fate, page));
  if (lines.isError) {
    return <QueryError query={lines} />;
  }
  if (!lines.data) return <Skeleton lines={6} />;
  const { rows, pages } = lines.data;
  if (rows.length === 0) return <EmptyState title={t('bookImports.noLines')} />;
  return (
    <>
      <LineTable
        lines={rows.map(({ line, externalKey, customerName, fate: each, reason, changes }) => ({
          line,
          subject: [externalKey, customerName].filter(Boolean).join(' · ') || '–',
          fate: each,
          reason:
            reason ??
            (changes.length > 0 ? t('bookImports.changes', { fields: changes.map(said).join(', ') }) : null),
        }))}
      />
      {pages > 1 ? (
        <div className="row">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('imports.previous')}
          </Button>
          <span>{t('imports.page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('imports.next')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
