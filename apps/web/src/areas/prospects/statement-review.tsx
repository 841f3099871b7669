import type { AnalysisHolding, AskedHolding } from '@depotwerk/api/prospects/depot-analysis';
import { formatDate } from '@depotwerk/domain/date-text';
import { joinHoldings } from '@depotwerk/domain/depot-analysis/join-holdings';
import { isStatementSum } from '@depotwerk/domain/depot-analysis/statement-sum';
import { isIsin, normalizeIsin } from '@depotwerk/domain/isin';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { type ReactNode, useState } from 'react';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type HoldingFile, isComplete } from './analysis-queries.ts';
import { FundSearch } from './fund-search.tsx';
import { HoldingAmounts } from './holding-amounts.tsx';
import { StepHeading } from './step-heading.tsx';

type Decision = 'open' | 'taken' | 'left';
interface Row extends Omit<AskedHolding, 'isin'> {
  readonly isin: string;
  readonly decision: Decision;
}

const holdingOf = ({ isin, name, quantity, value }: Row): AnalysisHolding => ({
  isin,
  name,
  quantity,
  value,
});

/**
 * What a statement does not prove by its arithmetic: each line is confirmed, corrected or left out beside what the document
 * says, and where the sum is not that of the document, the whole is confirmed too. Nothing is taken before.
 */
export function StatementReview({
  guid,
  file: { holdings, asked, statement },
  isOfBank = false,
  onTake,
}: {
  guid: string;
  file: HoldingFile;
  /** A bank said it and not a document, which names a sum to be met. */
  isOfBank?: boolean;
  onTake: (holdings: readonly AnalysisHolding[]) => void;
}) {
  const [rows, setRows] = useState((): readonly Row[] =>
    asked.map((row) => ({ ...row, isin: row.isin ?? '', decision: 'open' })),
  );
  const [isWhole, setWhole] = useState(false);
  const [isTried, setTried] = useState(false);
  const change = (index: number, next: Partial<Row>) =>
    setRows((known) => known.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const taken = [...holdings, ...rows.filter(({ decision }) => decision === 'taken').map(holdingOf)];
  const sum = taken.reduce((all, { value }) => all + (value ?? 0), 0);
  const total = statement?.total ?? null;
  const isSum = total !== null && taken.every(({ value }) => value !== null) && isStatementSum(total, sum);
  const { holdings: joined, unclear } = joinHoldings(taken);
  // A table and a bank name no sum to be met, and their lines are not proved but plain.
  const isDocument = statement !== null;
  const source = isOfBank ? 'bank' : isDocument ? 'statement' : 'table';
  const isWholly = !isDocument || isSum || isWhole;
  const isOpen = rows.some(({ decision }) => decision === 'open');
  return (
    <ReviewFrame source={source}>
      <p>
        {t(isDocument ? 'analysis.review.proved' : 'analysis.bank.reviewProved', { count: holdings.length })}{' '}
        {statement?.priceDate ? t('analysis.file.priceDate', { day: formatDate(statement.priceDate) }) : null}
      </p>
      {isDocument ? <ProvedRows holdings={holdings} /> : null}
      {rows.length === 0 ? null : <p>{t(asks[source])}</p>}
      <ul className="analysis__holdings">
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document keep their places and have no key
          <li key={index} className="analysis__asked">
            <AskedRow guid={guid} row={row} onChange={(next) => change(index, next)} />
          </li>
        ))}
      </ul>
      {!isDocument ? null : (
        <p>
          {total === null
            ? t('analysis.review.noTotal', { sum: formatMoney(sum) })
            : t('analysis.review.total', { total: formatMoney(total), sum: formatMoney(sum) })}
        </p>
      )}
      {isOpen || !isDocument || isSum ? null : (
        <Checkbox label={t('analysis.review.complete')} isChecked={isWhole} onChange={setWhole} />
      )}
      {isTried && (isOpen || !isWholly) ? (
        <Banner tone="bad" role="alert">
          {t(isOpen ? 'analysis.review.open' : 'analysis.review.incomplete')}
        </Banner>
      ) : isTried && unclear.length > 0 ? (
        <Banner tone="bad" role="alert">
          {t('analysis.review.unclear', { isins: unclear.join(', ') })}
        </Banner>
      ) : null}
      <div className="row">
        <Button
          kind="primary"
          onClick={() => {
            setTried(true);
            if (!isOpen && isWholly && unclear.length === 0) onTake(joined);
          }}
        >
          {t('analysis.review.take')}
        </Button>
      </div>
    </ReviewFrame>
  );
}

/** What is proved: who confirms the whole, or misses a line, has to see it. */
function ProvedRows({ holdings }: { holdings: readonly AnalysisHolding[] }) {
  return (
    <ul className="analysis__holdings">
      {holdings.map(({ isin, name, quantity, value }) => (
        <li key={isin} className="analysis__decided">
          <span className="analysis__holding-name">
            {name === '' ? isin : name}
            <span className="hint">
              {[
                name === '' ? null : isin,
                quantity === null
                  ? null
                  : t('analysis.holdings.units', { quantity: formatNumber(quantity, 0, 6) }),
                value === null ? null : formatMoney(value),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const asks = {
  statement: 'analysis.review.ask',
  table: 'analysis.review.askTable',
  bank: 'analysis.bank.reviewAsk',
} as const;

/** A file has a card of its own, what a bank says is a step within that of the bank. */
function ReviewFrame({ source, children }: { source: keyof typeof asks; children: ReactNode }) {
  if (source !== 'bank')
    return (
      <Card title={t(source === 'table' ? 'analysis.review.titleTable' : 'analysis.review.title')}>
        {children}
      </Card>
    );
  return (
    <section className="stack">
      <StepHeading>{t('analysis.bank.reviewTitle')}</StepHeading>
      {children}
    </section>
  );
}

function AskedRow({
  guid,
  row,
  onChange,
}: {
  guid: string;
  row: Row;
  onChange: (next: Partial<Row>) => void;
}) {
  const [isTried, setTried] = useState(false);
  const [hadIsin] = useState(row.isin !== '');
  const title = row.name === '' ? row.isin : row.name;
  const isRight = isIsin(row.isin) && isComplete(row);
  if (row.decision !== 'open')
    return (
      <div className="analysis__decided">
        <span className="analysis__holding-name">
          {title}
          <span className="hint">
            {row.decision === 'left'
              ? t('analysis.review.left')
              : [row.isin, row.value === null ? null : formatMoney(row.value)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Button size="small" onClick={() => onChange({ decision: 'open' })}>
          {t('analysis.review.change')}
        </Button>
      </div>
    );
  return (
    <>
      <p className="analysis__source">
        {row.page === null ? row.source : t('analysis.review.source', { page: row.page, source: row.source })}
      </p>
      <p>{said(row.reason)}</p>
      {hadIsin ? null : (
        <FundSearch
          guid={guid}
          initial={row.name.length < 2 ? undefined : row.name.slice(0, 100)}
          isKnown={() => false}
          onPick={({ isin, name }) => onChange({ isin, name })}
        />
      )}
      <div className="analysis__asked-fields">
        <TextField
          label="ISIN"
          value={row.isin}
          maxLength={12}
          autoComplete="off"
          spellCheck={false}
          error={isTried && !isIsin(row.isin) ? t('analysis.review.isinWrong') : null}
          onChange={(isin) => onChange({ isin: normalizeIsin(isin) })}
        />
        <HoldingAmounts quantity={row.quantity} value={row.value} isTried={isTried} onChange={onChange} />
      </div>
      <div className="row">
        <Button
          size="small"
          aria-label={`${t('analysis.review.confirm')}: ${title}`}
          onClick={() => {
            setTried(true);
            if (isRight) onChange({ decision: 'taken' });
          }}
        >
          {t('analysis.review.confirm')}
        </Button>
        <Button
          size="small"
          aria-label={`${t('analysis.review.leave')}: ${title}`}
          onClick={() => onChange({ decision: 'left' })}
        >
          {t('analysis.review.leave')}
        </Button>
      </div>
    </>
  );
}
