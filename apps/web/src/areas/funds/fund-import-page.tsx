import type { CallInput } from '@depotwerk/api/call';
import type { FundImportOutcome, importFundFile } from '@depotwerk/api/funds/fund-imports';
import { importFundFile as importCall } from '@depotwerk/api/funds/fund-imports';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { readAnew } from '../../platform/read-anew.ts';
import { mayChange, useMayChange, useSession } from '../../platform/session.ts';
import { base64Of } from '../../platform/upload-check.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Field, PlainForm } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { refusalText } from '../imports/public/refusal-text.ts';
import { TakeButton } from '../imports/public/take-button.tsx';
import { FundImportHistory } from './fund-import-history.tsx';
import { FundImportResult } from './fund-import-result.tsx';
import { FundPapersCard } from './fund-papers-card.tsx';
import '../imports/public/imports.css';

type Body = CallInput<typeof importFundFile>['body'];

/** Name, not type: browsers know no type for some of them. */
const tableEndings = '.csv,.txt,.tsv,.xlsx';

interface Choice {
  readonly importType: Body['importType'];
  readonly file: File | null;
  readonly map: File | null;
  readonly decimal: Body['decimal'];
  readonly acceptsUnitJumps: boolean;
}

/** `/admin/fund-import`: fund data and prices from a file, tried first, then taken. */
export function FundImportPage() {
  const [choice, setChoice] = useState<Choice>({
    importType: 'funds',
    file: null,
    map: null,
    decimal: null,
    acceptsUnitJumps: false,
  });
  const [isTried, setTried] = useState(false);
  const [outcome, setOutcome] = useState<FundImportOutcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const mayAct = useMayChange();
  const mayFile = useSession(({ user }) => mayChange(user, 'funds.edit'));
  const [running, setRunning] = useState<'check' | 'commit' | null>(null);
  // What was checked is what is taken: another choice asks for another check.
  const change = (members: Partial<Choice>) => {
    setChoice((before) => ({ ...before, ...members }));
    setOutcome(null);
    setFailure(null);
  };
  const send = async (isDryRun: boolean) => {
    setTried(true);
    const { file, map } = choice;
    if (file === null || fileFault(file) !== null || mapFault(map) !== null) return;
    if (Math.max(file.size, map?.size ?? 0) > largestFileBytes) {
      setFailure(t('fundDataImport.tooLarge'));
      return;
    }
    setRunning(isDryRun ? 'check' : 'commit');
    setFailure(null);
    try {
      setOutcome(await callApi(importCall, { body: await bodyOf(choice, file, isDryRun) }));
    } catch (error) {
      setOutcome(null);
      setFailure(refusalText(error, t('fundDataImport.tooLarge')));
    } finally {
      setRunning(null);
      // A refused file stands in the history, too.
      if (!isDryRun) await readAnew('fundImports', 'masterData', 'funds', 'fund', 'setup');
    }
  };
  const isPrices = choice.importType === 'prices';
  const isBusy = running !== null;
  const writable = outcome === null ? 0 : outcome.counts.imported + outcome.counts.changed;
  return (
    <div className="stack">
      <PageHeader title={t('admin.fundImport')} subtitle={t('fundDataImport.subtitle')} />
      <Card title={t('fundDataImport.newImport')}>
        <PlainForm className="imports__chooser" onSubmit={() => void send(true)}>
          <SegmentedControl
            label={t('fundDataImport.kind')}
            value={choice.importType}
            isDisabled={isBusy}
            options={(['funds', 'prices'] as const).map((value) => ({
              value,
              label: t(`fundDataImport.kinds.${value}`),
            }))}
            onChange={(importType) => change({ importType })}
          />
          <FileField
            label={t('fundDataImport.file')}
            hint={t(`fundDataImport.hints.${choice.importType}`)}
            error={isTried ? fileFault(choice.file) : null}
            isRequired
            onChange={(file) => change({ file })}
          />
          <div className="imports__rules">
            <SelectField
              label={t('fundDataImport.decimal')}
              hint={t('fundDataImport.decimalHint')}
              value={choice.decimal ?? ''}
              emptyLabel={t('fundDataImport.decimals.find')}
              options={(['comma', 'point'] as const).map((value) => ({
                value,
                label: t(`fundDataImport.decimals.${value}`),
              }))}
              onChange={(decimal) => change({ decimal: decimal || null })}
            />
          </div>
          {isPrices ? (
            <>
              <FileField
                label={t('fundDataImport.map')}
                hint={t('fundDataImport.mapHint')}
                error={isTried ? mapFault(choice.map) : null}
                onChange={(map) => change({ map })}
              />
              <Switch
                label={t('fundDataImport.acceptsUnitJumps')}
                isChecked={choice.acceptsUnitJumps}
                onChange={(acceptsUnitJumps) => change({ acceptsUnitJumps })}
              />
            </>
          ) : null}
          <Button
            kind={outcome === null ? 'primary' : 'secondary'}
            type="submit"
            isBusy={running === 'check'}
            disabled={isBusy || !mayAct}
          >
            {t('fundDataImport.check')}
          </Button>
        </PlainForm>
        {failure === null ? null : (
          <Banner tone="bad" role="alert">
            {failure}
          </Banner>
        )}
      </Card>
      {outcome === null ? null : (
        <FundImportResult
          outcome={outcome}
          action={
            outcome.importId === null ? (
              <TakeButton
                label={t('fundDataImport.commit')}
                count={writable}
                unchangedCount={outcome.counts.unchanged}
                isBusy={running === 'commit'}
                isDisabled={isBusy || !mayAct}
                onTake={() => void send(false)}
              />
            ) : null
          }
        />
      )}
      {mayFile ? <FundPapersCard /> : null}
      <FundImportHistory />
    </div>
  );
}

/** Why there is nothing to be read. */
const fileFault = (file: File | null): string | null =>
  file === null ? t('imports.fileMissing') : file.size === 0 ? t('imports.fileEmpty') : null;

/** A map need not be there; an empty one is a mistake. */
const mapFault = (map: File | null): string | null => (map === null ? null : fileFault(map));

function FileField({
  label,
  hint,
  error,
  isRequired,
  onChange,
}: {
  label: string;
  hint: string;
  error: string | null;
  isRequired?: boolean;
  onChange: (file: File) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      {(attributes) => <FileInput attributes={attributes} accept={tableEndings} onChoose={onChange} />}
    </Field>
  );
}

async function bodyOf(choice: Choice, file: File, isDryRun: boolean): Promise<Body> {
  const isPrices = choice.importType === 'prices';
  return {
    importType: choice.importType,
    ...(await sent(file)),
    isDryRun,
    decimal: choice.decimal,
    symbolMap: isPrices && choice.map !== null ? await sent(choice.map) : null,
    acceptsUnitJumps: isPrices && choice.acceptsUnitJumps,
  };
}

const sent = async (file: File) => ({
  fileName: file.name.slice(-255),
  contentBase64: base64Of(new Uint8Array(await file.arrayBuffer())),
});
