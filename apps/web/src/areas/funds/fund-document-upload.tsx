import type { FundDocumentType } from '@depotwerk/api/documents/fund-documents';
import { fundDocumentTypes } from '@depotwerk/api/documents/fund-documents';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { isPdf, uploadFault } from '../../platform/upload-check.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';
import { Field, PlainForm } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { fileFundDocument } from './file-fund-document.ts';
import type { Fund } from './public/fund-queries.ts';

interface Chosen {
  name: string;
  bytes: Uint8Array;
}

/** Files a PDF of the fund's company; closed until somebody wants to. */
export function FundDocumentUpload({ fund }: { fund: Fund }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <UploadForm fund={fund} onDone={() => setOpen(false)} />;
  return (
    <div className="row">
      <Button size="small" icon={<IconUpload size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('reports.fund.upload')}
      </Button>
    </div>
  );
}

function UploadForm({ fund, onDone }: { fund: Fund; onDone: () => void }) {
  const [type, setType] = useState<FundDocumentType>('kiid');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const error = faultOf(chosen, isTouched);
  const choose = async (file: File) => {
    setChosen({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  };
  const submit = async () => {
    setTouched(true);
    if (chosen === null || faultOf(chosen, true) !== null) return;
    await act(async () => {
      const { title } = await fileFundDocument(fund, type, chosen);
      showToast(t('reports.fund.uploaded', { title }));
      onDone();
    });
  };
  return (
    <PlainForm className="stack" onSubmit={() => void submit()}>
      <SelectField
        label={t('documents.documentType')}
        value={type}
        options={fundDocumentTypes.map((value) => ({ value, label: t(`documents.type.${value}`) }))}
        onChange={(value) => setType(value || 'kiid')}
      />
      <Field label={t('documents.file')} hint={t('reports.fund.uploadHint')} error={error} isRequired>
        {(attributes) => (
          <FileInput
            attributes={attributes}
            accept="application/pdf"
            onChoose={(file) => void choose(file)}
          />
        )}
      </Field>
      <ErrorBanner error={failure} />
      <div className="row">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('reports.fund.upload')}
        </Button>
      </div>
    </PlainForm>
  );
}

/** Why the chosen file cannot be filed, in words; null when it can. */
function faultOf(chosen: Chosen | null, isTouched: boolean): string | null {
  if (chosen === null) return isTouched ? t('imports.fileMissing') : null;
  const fault = uploadFault(chosen.bytes);
  if (fault === 'fileEmpty' || fault === 'fileTooLarge') return t(`documents.${fault}`);
  return isPdf(chosen.bytes) ? null : t('reports.fund.notPdf');
}
