import { type AnalysisHolding, largestHoldingFile } from '@depotwerk/api/prospects/depot-analysis';
import { formatDate } from '@depotwerk/domain/date-text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Card } from '../../ui/layout.tsx';
import { type HoldingFile, readFile } from './analysis-queries.ts';
import { StatementReview } from './statement-review.tsx';
import { useGone } from './use-gone.ts';

/** Files for machines say what they say; a statement for people must be proved, or is confirmed. */
const isProved = ({ asked, statement }: HoldingFile) =>
  asked.length === 0 && (statement === null || statement.isProved);

/** Reads a file of holdings; what it says goes to the list, what cannot be taken is said with its line. */
export function HoldingFileCard({
  guid,
  onTake,
}: {
  guid: string;
  onTake: (holdings: readonly AnalysisHolding[]) => void;
}) {
  const reading = useMutation({
    mutationFn: (file: File) => readFile(guid, file),
    onSuccess: (file) => {
      setTaken(file.holdings.length);
      if (isProved(file)) onTake(file.holdings);
      else setReviewed(file);
    },
  });
  useGone(reading.error);
  /** A statement some of which is to be confirmed before anything is taken. */
  const [reviewed, setReviewed] = useState<HoldingFile | null>(null);
  const [taken, setTaken] = useState(0);
  const [isEmpty, setEmpty] = useState(false);
  const isTooLarge = (reading.variables?.size ?? 0) > largestHoldingFile;
  return (
    <>
      <Card title={t('analysis.file.title')}>
        <Field
          label={t('analysis.file.label')}
          hint={t('analysis.file.hint')}
          error={isEmpty ? t('imports.fileEmpty') : null}
        >
          {(attributes) => (
            <FileInput
              attributes={attributes}
              accept=".pdf,.csv,.txt,.xlsx,.xml,.fin,.sta"
              onChoose={(file) => {
                setReviewed(null);
                setEmpty(file.size === 0);
                if (file.size === 0) reading.reset();
                else reading.mutate(file);
              }}
            />
          )}
        </Field>
        {reading.isPending ? (
          <p className="hint" role="status">
            {t('analysis.file.reading')}
          </p>
        ) : reading.error ? (
          <Banner tone="bad" role="alert">
            {isTooLarge ? t('analysis.file.tooLarge') : errorMessageOf(reading.error)}
          </Banner>
        ) : reading.data && reviewed === null ? (
          <Banner
            tone={reading.data.refused.length > 0 ? 'warn' : 'ok'}
            role="status"
            title={t('analysis.file.taken', { count: taken })}
          >
            {reading.data.statement?.isProved ? <p>{t('analysis.file.proved')}</p> : null}
            {reading.data.statement?.isProved && reading.data.statement.priceDate ? (
              <p>{t('analysis.file.priceDate', { day: formatDate(reading.data.statement.priceDate) })}</p>
            ) : null}
            {reading.data.refused.length === 0 ? null : (
              <ul>
                {reading.data.refused.map(({ line, reason }) => (
                  <li key={`${line} ${reason}`}>
                    {line === null ? said(reason) : t('analysis.file.line', { line, reason: said(reason) })}
                  </li>
                ))}
              </ul>
            )}
          </Banner>
        ) : null}
      </Card>
      {reviewed === null ? null : (
        <StatementReview
          guid={guid}
          file={reviewed}
          onTake={(holdings) => {
            setTaken(holdings.length);
            setReviewed(null);
            onTake(holdings);
          }}
        />
      )}
    </>
  );
}
