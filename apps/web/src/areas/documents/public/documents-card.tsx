import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission, mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { DocumentList } from '../document-list.tsx';
import { UploadDialog } from '../upload-dialog.tsx';
import type { Owner } from './document-queries.ts';
import { documentsQuery } from './document-queries.ts';
import { LoadedDocuments } from './loaded-documents.tsx';
import '../documents.css';

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
        mayChange(user, 'documents.upload') ? (
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
      ) : (
        <LoadedDocuments
          query={documents}
          padClass="documents__pad"
          empty={{ title: t('documents.empty'), hint: t('documents.emptyHint') }}
        >
          {(found) => <DocumentList documents={found} />}
        </LoadedDocuments>
      )}
      {isUploading ? <UploadDialog owner={owner} onClose={() => setUploading(false)} /> : null}
    </Card>
  );
}
