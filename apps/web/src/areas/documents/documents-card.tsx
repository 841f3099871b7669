import { IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { DocumentList } from './document-list.tsx';
import type { Owner } from './document-queries.ts';
import { documentsQuery } from './document-queries.ts';
import { UploadDialog } from './upload-dialog.tsx';
import './documents.css';

/** The archive of a contract or customer. */
export function DocumentsCard({ owner }: { owner: Owner }) {
  const user = useSession((state) => state.user);
  const isAllowed = hasPermission(user, 'documents.view');
  const documents = useQuery({ ...documentsQuery(owner), enabled: isAllowed });
  const [isUploading, setUploading] = useState(false);
  return (
    <Card
      isFlush
      title={t('documents.archive')}
      actions={
        hasPermission(user, 'documents.upload') ? (
          <Button
            size="small"
            icon={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => setUploading(true)}
          >
            {t('documents.upload')}
          </Button>
        ) : undefined
      }
    >
      {!isAllowed ? (
        <EmptyState title={t('documents.forbidden')} />
      ) : documents.isError ? (
        <div className="documents__pad">
          <LoadError
            title={t('documents.loadFailed')}
            error={documents.error}
            isRetrying={documents.isFetching}
            onRetry={() => void documents.refetch()}
          />
        </div>
      ) : !documents.data ? (
        <div className="documents__pad">
          <Skeleton lines={5} />
        </div>
      ) : documents.data.length === 0 ? (
        <EmptyState icon={<IconFolderOpen size={32} aria-hidden="true" />} title={t('documents.empty')}>
          {t('documents.emptyHint')}
        </EmptyState>
      ) : (
        <DocumentList documents={documents.data} />
      )}
      {isUploading ? <UploadDialog owner={owner} onClose={() => setUploading(false)} /> : null}
    </Card>
  );
}
