import { tableReader } from '../../../platform/table-files/table-reader.ts';
import { isBookHeader } from './book-file.ts';

export const bookTableReader = tableReader('bookTable', isBookHeader);
