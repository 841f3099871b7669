import { checkBookImport, commitBookImport, undoBookImport } from '@depotwerk/api/contracts/book-imports';
import { bookFieldNames, bookFields, mappingFault, mappingGaps } from '@depotwerk/domain/book/book-fields';
import { unreadRisk } from '@depotwerk/domain/book/unread-risk';
import { likelyPolicies } from '@depotwerk/domain/imports/line-fates';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { customerChoicesQuery } from '../../../queries/customer-queries.ts';
import { said, saidOrNull, saidValue, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ColumnMapping } from '../../imports/public/column-mapping.tsx';
import { CancelJobById } from '../../jobs/public/cancel-job.tsx';
import { contractChoicesQuery } from '../form/contract-kind.ts';
import { BookOutcome } from './book-outcome.tsx';
import type { BookImport } from './book-queries.ts';
import { bookImportQuery, isUnderWay, stateText } from './book-queries.ts';
import { asksForMark, withReadableSamples } from './readable-samples.ts';

/** One import: columns and rules, what would become of each line, and what is done with it. */
export function BookImportView({ id }: { id: string }) {
  const book = useQuery(bookImportQuery(id));
  if (book.isError && !book.data) {
    return <QueryError query={book} />;
  }
  if (!book.data) return <Skeleton height={400} />;
  return <LoadedImport key={id} book={book.data} />;
}

type Rules = Pick<BookImport, 'mapping' | 'tariffId' | 'groupId' | 'likely' | 'decimal'>;

function LoadedImport({ book }: { book: BookImport }) {
  const client = useQueryClient();
  const [rules, setRules] = useState<Rules>(() => ({
    mapping: book.mapping,
    tariffId: book.tariffId,
    groupId: book.groupId,
    likely: book.likely,
    decimal: book.decimal,
  }));
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { state } = book;
  useEffect(() => {
    // What was written shows in every list at once.
    if (state !== 'done' && state !== 'undone') return;
    void readAnew('contracts', 'customers', 'customer', 'contract');
  }, [state]);
  const run = async (work: () => Promise<BookImport>) => {
    setBusy(true);
    setFailure(null);
    try {
      client.setQueryData(bookImportQuery(book.id).queryKey, await work());
    } catch (error) {
      setFailure(errorMessageOf(error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['bookImports'] });
    }
  };
  const params = { id: book.id };
  const fault = saidOrNull(mappingFault(rules.mapping));
  const isWorking = isBusy || isUnderWay(book);
  const mayMap = state === 'mapping' || state === 'checked' || state === 'failed';
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={[
          <Link key="list" to="/admin/book-imports" search={{}}>
            {t('bookImports.title')}
          </Link>,
          <span key="file">{book.fileName}</span>,
        ]}
        title={book.fileName}
        subtitle={<span role="status">{stateText(book)}</span>}
      />
      {book.writingJobId ? (
        <div className="row">
          <CancelJobById id={book.writingJobId} />
        </div>
      ) : null}
      <Fault book={book} />
      {failure === null ? null : (
        <Banner tone="bad" role="alert">
          {failure}
        </Banner>
      )}
      {mayMap ? (
        <Card title={t('imports.columns')}>
          {book.notes.length === 0 ? null : <p className="hint">{book.notes.map(said).join(' ')}</p>}
          <ColumnMapping
            columns={withReadableSamples(book.fileName, book.columns, rules.mapping)}
            fields={bookFieldNames.map((name) => ({ name, label: said(bookFields[name].label) }))}
            mapping={rules.mapping}
            isDisabled={isWorking}
            onChange={(mapping) => setRules((before) => ({ ...before, mapping }))}
          />
          <RuleFields rules={rules} asksMark={asksForMark(book.columns, rules.mapping)} onChange={setRules} />
          {fault === null ? null : <Banner tone="warn">{fault}</Banner>}
          {mappingGaps(rules.mapping).map((gap) => (
            <Banner key={gap} tone="warn">
              {said(gap)}
            </Banner>
          ))}
          {unreadRisk(
            book.columns.map(({ header }) => header),
            rules.mapping,
          ).map((text) => (
            <Banner key={text} tone="info">
              {said(text)}
            </Banner>
          ))}
          <Button
            kind={state === 'checked' ? 'secondary' : 'primary'}
            isBusy={isWorking}
            disabled={fault !== null}
            onClick={() => void run(() => callApi(checkBookImport, { params, body: rules }))}
          >
            {t(state === 'mapping' ? 'bookImports.check' : 'bookImports.checkAgain')}
          </Button>
        </Card>
      ) : null}
      {state === 'mapping' || state === 'checking' || state === 'failed' ? null : (
        <BookOutcome
          book={book}
          isWorking={isWorking}
          onCommit={() =>
            void run(() => callApi(commitBookImport, { params, body: { rowVersion: book.rowVersion } }))
          }
          onUndo={() => setAsking(true)}
        />
      )}
      {isAsking ? (
        <AskDialog
          title={t('bookImports.undo')}
          submit={t('bookImports.undo')}
          kind="danger"
          isBusy={isBusy}
          onSubmit={() => {
            setAsking(false);
            void run(() => callApi(undoBookImport, { params }));
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {t('bookImports.undoQuestion', {
              file: book.fileName,
              number: formatNumber(book.newCount + book.changedCount),
            })}
          </p>
          <p className="hint">{t('bookImports.undoHint')}</p>
        </AskDialog>
      ) : null}
    </div>
  );
}

/** Why it failed, or what keeps it from being taken back, with the way to each. */
function Fault({ book: { fault, builtOn = [] } }: { book: BookImport }) {
  if (fault === null) return null;
  if (builtOn.length === 0) return <Banner tone="bad">{said(fault)}</Banner>;
  return (
    <Banner tone="bad" title={t('bookImports.builtOn')}>
      <p>{t('bookImports.builtOnHint')}</p>
      <ul>
        {builtOn.map(({ kind, id, label, causes }) => (
          <li key={`${kind} ${id ?? label}`}>
            {id === null ? (
              causes === '' ? (
                saidValue(label)
              ) : (
                label
              )
            ) : kind === 'contract' ? (
              <Link to="/contracts/$contractId/$tab" params={{ contractId: id, tab: 'history' }}>
                {label}
              </Link>
            ) : (
              <Link to="/customers/$customerId" params={{ customerId: id }}>
                {label}
              </Link>
            )}
            {causes === '' ? null : ` (${saidValue(causes)})`}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** What lines that say less are taken for. */
function RuleFields({
  rules,
  asksMark,
  onChange,
}: {
  rules: Rules;
  asksMark: boolean;
  onChange: (change: (before: Rules) => Rules) => void;
}) {
  const tariffs = useQuery(contractChoicesQuery()).data?.tariffs ?? [];
  const groups = useQuery(customerChoicesQuery()).data?.groups ?? [];
  return (
    <div className="imports__rules">
      <SelectField
        label={t('bookImports.tariff')}
        hint={t('bookImports.tariffHint')}
        value={rules.tariffId ?? ''}
        emptyLabel={t('masterData.noChoice')}
        options={tariffs.map(({ id, name, issuerName }) => ({ value: id, label: `${name} (${issuerName})` }))}
        onChange={(tariffId) => onChange((before) => ({ ...before, tariffId: tariffId || null }))}
      />
      <SelectField
        label={t('bookImports.group')}
        hint={t('bookImports.groupHint')}
        value={rules.groupId ?? ''}
        emptyLabel={t('customers.withoutGroup')}
        options={groups.map(({ id, groupName, level }) => ({
          value: id,
          label: '\u2003'.repeat(level) + groupName,
        }))}
        onChange={(groupId) => onChange((before) => ({ ...before, groupId: groupId || null }))}
      />
      <SelectField
        label={t('bookImports.likely')}
        hint={t('bookImports.likelyHint')}
        value={rules.likely}
        options={likelyPolicies.map((value) => ({
          value,
          label: t(`bookImports.likelyChoices.${value}`),
        }))}
        onChange={(likely) => onChange((before) => ({ ...before, likely: likely || 'ask' }))}
      />
      {asksMark ? (
        <SelectField
          label={t('fundDataImport.decimal')}
          hint={t('bookImports.decimalHint')}
          value={rules.decimal ?? ''}
          emptyLabel={t('bookImports.decimalOpen')}
          options={(['comma', 'point'] as const).map((value) => ({
            value,
            label: t(`fundDataImport.decimals.${value}`),
          }))}
          onChange={(decimal) => onChange((before) => ({ ...before, decimal: decimal || null }))}
        />
      ) : null}
    </div>
  );
}
