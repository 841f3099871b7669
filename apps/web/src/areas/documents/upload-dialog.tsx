import { uploadDocument, uploadedDocumentTypes } from '@depotwerk/api/documents/documents';
import { replaceControlCharacters } from '@depotwerk/domain/control-characters';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { base64Of, uploadFault } from '../../platform/upload-check.ts';
import { t } from '../../texts/texts.ts';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { Owner } from './public/document-queries.ts';
import { reloadDocuments } from './public/document-queries.ts';

interface Chosen {
  name: string;
  bytes: Uint8Array;
}

/** The name of a file without its ending, and without characters that no title may have. */
const titleOf = (fileName: string) =>
  replaceControlCharacters(fileName.replace(/\.[^.]+$/, ''), '').slice(0, 200);

/** Files a PDF or picture with a contract or customer. */
export function UploadDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [title, setTitle] = useState('');
  const [type, setType] = useState<(typeof uploadedDocumentTypes)[number]>('correspondence');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();

  const choose = async (file: File) => {
    setChosen({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    // Another file brings its own name, unless the title is already the person's own.
    const isOwn = title !== '' && title !== titleOf(chosen?.name ?? '');
    if (!isOwn) setTitle(titleOf(file.name));
  };
  const fault = chosen === null ? null : uploadFault(chosen.bytes);
  const fileError =
    fault !== null ? t(`documents.${fault}`) : isTouched && chosen === null ? t('imports.fileMissing') : null;
  const titleError = isTouched && title.trim() === '' ? t('documents.titleMissing') : null;

  const submit = async () => {
    setTouched(true);
    if (chosen === null || fault !== null || title.trim() === '') return;
    await act(async () => {
      const body = {
        documentType: type,
        title: title.trim(),
        fileName: chosen.name.slice(0, 255),
        contentBase64: base64Of(chosen.bytes),
      };
      await callApi(uploadDocument, { query: owner, body });
      showToast(t('documents.uploaded', { title: title.trim() }));
      void reloadDocuments();
      onClose();
    });
  };

  return (
    <AskDialog
      size="small"
      title={t('documents.uploadTitle')}
      onClose={onClose}
      submit={t('documents.upload')}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => void submit()}
    >
      <Field label={t('documents.file')} hint={t('documents.uploadHint')} error={fileError} isRequired>
        {(attributes) => (
          <FileInput
            attributes={attributes}
            accept="application/pdf,image/png,image/jpeg"
            onChoose={(file) => void choose(file)}
          />
        )}
      </Field>
      <SelectField
        label={t('documents.documentType')}
        value={type}
        options={uploadedDocumentTypes.map((value) => ({ value, label: t(`documents.type.${value}`) }))}
        onChange={(value) => setType(value || 'other')}
      />
      <TextField
        label={t('documents.documentTitle')}
        value={title}
        maxLength={200}
        isRequired
        error={titleError}
        onChange={setTitle}
      />
    </AskDialog>
  );
}
