import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { showApiError } from '../../platform/error-texts.ts';
import { type SearchChange, toChangedSearch, viewParams } from '../../platform/search-params.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { toWithoutFilters } from '../../ui/kept-looks.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { ResetFilters } from '../../ui/reset-filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import { documentCard, documentColumns, documentRowLabel } from './document-columns.tsx';
import { documentMenu, ReleaseDialog } from './document-list.tsx';
import type { DocumentsSearch } from './documents-search.ts';
import { documentStates, documentsFilterOf, documentTypes } from './documents-search.ts';
import { loadDocumentPage } from './public/document-queries.ts';
import { documentTypeText } from './public/document-texts.ts';
import { openDocument } from './public/report-actions.ts';
import './documents.css';

/** `/documents`: the archive of everything the user may see, newest first. */
export function DocumentsPage() {
  // The address may also name a dialog over the page, which is no filter.
  const raw = useSearch({ from: '/shell/documents' });
  const { search, documentType, state } = raw;
  const { columns: names, viewId } = viewParams({ ...raw });
  const filter = useMemo(
    () => documentsFilterOf({ search, documentType, state }),
    [search, documentType, state],
  );
  const navigate = useNavigate({ from: '/documents' });
  const user = useSession((state) => state.user);
  const mayOpen = mayChange(user, null);
  const all = useMemo(() => documentColumns(), []);
  const [releasing, setReleasing] = useState<ArchivedDocument | null>(null);
  const rows = usePagedRows<ArchivedDocument>(['documents', 'list', filter], (page, pageSize, signal) =>
    loadDocumentPage(filter, page, pageSize, signal),
  );
  const setFilter = (change: SearchChange<DocumentsSearch>) =>
    void navigate(toChangedSearch<DocumentsSearch>(change));
  const { columns, onResize } = useChosenColumns(names, all, (chosen) => setFilter({ columns: chosen }));
  const reset = () => void navigate(toWithoutFilters({ columns: names, viewId }));
  const viewed = { ...filter, columns: names, viewId };
  const isFiltered = Object.keys(filter).length > 0;
  const open = (row: ArchivedDocument) => {
    if (mayOpen) void openDocument(row).catch(showApiError);
    else if (row.customerId !== null)
      void navigate({
        to: '/customers/$customerId',
        params: { customerId: row.customerId },
        search: { tab: 'documents' },
      });
  };
  return (
    <ListPage<ArchivedDocument, never>
      title={t('documents.title')}
      countText={(count, number) => t('documents.count', { count, number })}
      tools={
        <section className="documents__filter" aria-label={t('contracts.filter')} data-no-print>
          <div className="documents__search">
            <SearchBox
              label={t('documents.searchLabel')}
              placeholder={t('documents.search')}
              value={filter.search}
              onSearch={(search) => setFilter({ search })}
            />
          </div>
          <SelectField
            label={t('documents.columns.type')}
            value={filter.documentType ?? ''}
            emptyLabel={t('common.all')}
            options={documentTypes.map((type) => ({ value: type, label: documentTypeText(type) }))}
            onChange={(documentType) => setFilter({ documentType: documentType || undefined })}
          />
          <SelectField
            label={t('documents.columns.state')}
            value={filter.state ?? ''}
            emptyLabel={t('common.all')}
            options={documentStates.map((state) => ({
              value: state,
              label: t(`documents.state.${state}`),
            }))}
            onChange={(state) => setFilter({ state: state || undefined })}
          />
          <SavedViewsButton screenKey="documents" address={viewed} columns={all} />
          {isFiltered ? <ResetFilters onReset={reset} /> : null}
        </section>
      }
      searchText={filter.search}
      isFiltered={isFiltered}
      onReset={reset}
      emptyAction={<FirstDocument />}
      loadFailed={t('documents.loadFailed')}
      label={t('documents.title')}
      columns={columns}
      onResize={onResize}
      rows={rows}
      onOpen={open}
      renderCard={documentCard}
      rowLabel={documentRowLabel}
      menuOf={(row) => [
        ...(mayOpen ? [{ key: 'open', label: t('documents.open'), onSelect: () => open(row) }] : []),
        ...documentMenu(row, user, () => setReleasing(row)),
      ]}
    >
      {releasing ? <ReleaseDialog document={releasing} onClose={() => setReleasing(null)} /> : null}
    </ListPage>
  );
}

/** In a house without documents: where they come from. */
function FirstDocument() {
  return (
    <div className="stack">
      <p className="hint">{t('documents.firstHint')}</p>
      <Link to="/customers">{t('contracts.toCustomers')}</Link>
    </div>
  );
}
