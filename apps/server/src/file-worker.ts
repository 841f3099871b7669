import { fundFileReader } from './areas/components/fund-file.ts';
import { bookTableReader } from './areas/contracts/book/book-table-reader.ts';
import { gdvReader } from './areas/contracts/book/gdv/gdv-table.ts';
import { documentFileReader } from './areas/documents/document-file.ts';
import { fundTableReader, priceTableReader, symbolTableReader } from './areas/funds/import/table-readers.ts';
import { holdingFileReader } from './areas/prospects/holding-file.ts';
import { personFileReader } from './areas/users/import/person-file.ts';
import { serveFiles } from './platform/file-threads/serve-files.ts';
import { positionFileReader } from './platform/position-files/position-file.ts';

// The thread that reads untrusted files: every kind of file the product takes is named here.

serveFiles([
  fundFileReader,
  documentFileReader,
  positionFileReader,
  fundTableReader,
  priceTableReader,
  symbolTableReader,
  personFileReader,
  bookTableReader,
  gdvReader,
  holdingFileReader,
]);
