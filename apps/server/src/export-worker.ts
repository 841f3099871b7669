import { tablePartWriter } from './platform/export/table-part.ts';
import { serveFiles } from './platform/file-threads/serve-files.ts';

// The thread that writes the files of lists; reading what others bring has its own.

serveFiles([tablePartWriter]);
