import { archivePartWriter } from './areas/customers/privacy/archive-part.ts';
import { tablePartWriter } from './platform/export/table-part.ts';
import { wholeFilePacker } from './platform/export/zip.ts';
import { serveFiles } from './platform/file-threads/serve-files.ts';

// The thread that writes files of lists and archives; reading what others bring has its own.

serveFiles([tablePartWriter, archivePartWriter, wholeFilePacker]);
