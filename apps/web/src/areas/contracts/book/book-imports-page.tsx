import { uploadBook } from '@depotwerk/api/contracts/book-imports';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { hasPermission, useSession } from '../../../platform/session.ts';
import { base64Of } from '../../../platform/upload-check.ts';
import { t } from '../../../texts/texts.ts';
import { ColourLabel } from '../../../ui/cells.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { FileChooser } from '../../imports/public/file-chooser.tsx';
import { ImportHistory } from '../../imports/public/import-history.tsx';
import { BookExamples } from './book-examples.tsx';
import { BookImportView } from './book-import-view.tsx';
import type { BookImport } from './book-queries.ts';
import { bookImportsQuery, stateText } from './book-queries.ts';

/** `/admin/book-imports`: a book of business from a file, and what became of earlier ones. */
export function BookImportsPage() {
  const { open } = useSearch({ from: '/shell/admin/book-imports' });
  return open === undefined ? <Overview /> : <BookImportView id={open} />;
}

/** Somebody who may not see every group: what he needs and where he gets it, and no form that could only refuse him. */
function NeedsEveryGroup({ message }: { message: string }) {
  const seesGroups = useSession(({ user }) => hasPermission(user, 'userManagement.view'));
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('errors.bookImports.needsEveryGroup.title')}
      actions={seesGroups ? <Link to="/user-management/groups">{t('userManagement.groups')}</Link> : null}
    >
      {message}
    </Banner>
  );
}

function Overview() {
  const imports = useQuery(bookImportsQuery());
  const navigate = useNavigate({ from: '/admin/book-imports' });
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef({ file: '', key: '' });
  const send = async (file: File) => {
    if (file.size > largestFileBytes) {
      setFailure(t('imports.tooLarge'));
      return;
    }
    // The same file sent again after a lost answer is the same import.
    const name = `${file.name}/${file.size}/${file.lastModified}`;
    if (attempt.current.file !== name) attempt.current = { file: name, key: crypto.randomUUID() };
    setBusy(true);
    setFailure(null);
    try {
      const contentBase64 = base64Of(new Uint8Array(await file.arrayBuffer()));
      const body = { fileName: file.name.slice(0, 255), contentBase64 };
      const { id } = await callApi(uploadBook, { body }, { idempotencyKey: attempt.current.key });
      attempt.current = { file: '', key: '' };
      await client.invalidateQueries({ queryKey: ['bookImports'] });
      void navigate({ search: { open: id } });
    } catch (error) {
      setFailure(errorMessageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const header = <PageHeader title={t('bookImports.title')} subtitle={t('bookImports.subtitle')} />;
  if (imports.error instanceof ApiError && imports.error.code === 'bookImports.needsEveryGroup') {
    return (
      <div className="stack">
        {header}
        <NeedsEveryGroup message={errorMessageOf(imports.error)} />
      </div>
    );
  }
  return (
    <div className="stack">
      {header}
      <Card title={t('bookImports.newImport')}>
        <FileChooser
          label={t('bookImports.file')}
          hint={t('bookImports.fileHint')}
          accept=".csv,.txt,.tsv,.xlsx,.xml,.mt535,.sta,.fin,.gdv,.dat"
          isBusy={isBusy}
          onSend={(file) => void send(file)}
        />
        {failure === null ? null : (
          <Banner tone="bad" role="alert">
            {failure}
          </Banner>
        )}
      </Card>
      <BookExamples />
      <ImportHistory<BookImport>
        title={t('bookImports.earlier')}
        none={t('bookImports.none')}
        query={imports}
        fileOf={fileOf}
        columns={[
          {
            label: t('bookImports.state'),
            cell: stateOf,
          },
          {
            label: t('imports.lines'),
            isNumber: true,
            cell: ({ rowCount }) => formatNumber(rowCount),
          },
        ]}
      />
    </div>
  );
}

const fileOf = ({ id, fileName }: BookImport) => (
  <Link to="/admin/book-imports" search={{ open: id }}>
    {fileName}
  </Link>
);
const stateOf = (book: BookImport) => <ColourLabel>{stateText(book)}</ColourLabel>;
