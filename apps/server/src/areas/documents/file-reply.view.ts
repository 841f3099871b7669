import { documentIdHeader, reportIdHeader } from '@depotwerk/api/reports/reports';
import { Reply } from '../../platform/http/route.ts';
import type { StoredFile } from './document.view.ts';

/** The file with the ids of report and document beside it. */
export const fileReply = (file: StoredFile): Reply<never> =>
  Reply.file(
    { fileName: file.fileName, contentType: file.mediaType, body: file.content },
    {
      [documentIdHeader]: file.documentId,
      ...(file.reportId !== null && { [reportIdHeader]: file.reportId }),
    },
  );
