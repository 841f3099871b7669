/** What the area documents offers the others. */
export { findArchivedReport } from './archived-report.view.ts';
export {
  documentJoins,
  documentSelection,
  documentVisibility,
  type FileRow,
  fileSelection,
  isStored,
  readDocument,
  readOwnFile,
  type StoredFile,
  withContent,
} from './document.view.ts';
export { fileReply } from './file-reply.view.ts';
export { readArchivedFundReport, readFiledDocument } from './fund-documents.view.ts';
export { lockDocument } from './locked-document.view.ts';
