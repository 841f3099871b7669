import { uploadedDocumentTypes } from '@depotwerk/api/documents/documents';
import { archivedReportTypes } from '@depotwerk/api/reports/reports';
import { describe, expect, it } from 'vitest';
import { documentTypes, validateDocumentsSearch } from './documents-search.ts';

describe('the address of the archive', () => {
  it('knows every kind of document', () => {
    expect([...documentTypes].sort()).toEqual([...archivedReportTypes, ...uploadedDocumentTypes].sort());
  });

  it('keeps what the list takes', () => {
    const search = { search: 'Berger', documentType: 'riskProfile', state: 'released' };
    expect(validateDocumentsSearch(search)).toEqual(search);
  });

  it('leaves out what it does not take', () => {
    expect(validateDocumentsSearch({ search: 'B', documentType: 'drop', state: 'gone', page: '7' })).toEqual(
      {},
    );
  });
});
