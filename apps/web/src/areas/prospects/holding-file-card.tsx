import { type AnalysisHolding, largestHoldingFile } from '@depotwerk/api/depot-analysis';
import { useMutation } from '@tanstack/react-query';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Field } from '../../ui/field.tsx';
import { Card } from '../../ui/layout.tsx';
import { readFile } from './analysis-queries.ts';

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
    onSuccess: ({ holdings }) => onTake(holdings),
  });
  const isTooLarge = (reading.variables?.size ?? 0) > largestHoldingFile;
  return (
    <Card title={t('analysis.file.title')}>
      <Field label={t('analysis.file.label')} hint={t('analysis.file.hint')}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            className="ui-input"
            accept=".csv,.txt,.xlsx,.xml,.fin,.sta"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) reading.mutate(file);
              // The same file again is a new choice.
              event.target.value = '';
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
      ) : reading.data ? (
        <Banner
          tone={reading.data.refused.length > 0 ? 'warn' : 'ok'}
          role="status"
          title={t('analysis.file.taken', { count: reading.data.holdings.length })}
        >
          {reading.data.refused.length === 0 ? null : (
            <ul>
              {reading.data.refused.map(({ line, reason }) => (
                <li key={`${line} ${reason}`}>
                  {line === null ? reason : t('analysis.file.line', { line, reason })}
                </li>
              ))}
            </ul>
          )}
        </Banner>
      ) : null}
    </Card>
  );
}
