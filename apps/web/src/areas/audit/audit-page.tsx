import { listAuditEntries } from '@depotwerk/api/audit/audit';
import { auditAreas } from '@depotwerk/domain/audit-areas';
import { auditResults } from '@depotwerk/domain/audit-results';
import { auditResultTexts } from '@depotwerk/domain/audit-texts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { callFile } from '../../platform/api-client.ts';
import { type SearchChange, toChangedSearch } from '../../platform/search-params.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { toWithoutFilters } from '../../ui/kept-looks.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { ResetFilters } from '../../ui/reset-filters.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import { auditCard, auditColumns, auditRowLabel, pathOfObject } from './audit-columns.tsx';
import { useAuditProof } from './audit-proof.tsx';
import { type AuditRow, loadAuditPage } from './audit-queries.ts';
import { type AuditSearch, auditFilterOf } from './audit-search.ts';
import './audit.css';

/** `/audit`: who did, saw or was refused what; and the proof that nothing of it was altered. */
export function AuditPage() {
  // A dialog over the page stands in the same search; the log takes only its own members.
  const search = useSearch({ from: '/shell/audit' });
  const filter = useMemo(() => auditFilterOf({ ...search }), [search]);
  const { columns: names, viewId } = search;
  const navigate = useNavigate({ from: '/audit' });
  const user = useSession((state) => state.user);
  const all = useMemo(() => auditColumns(), []);
  const proof = useAuditProof();
  const rows = usePagedRows<AuditRow>(['audit', 'list', filter], (page, pageSize, signal) =>
    loadAuditPage(filter, page, pageSize, signal),
  );
  const setFilter = (change: SearchChange<AuditSearch>) =>
    void navigate(toChangedSearch<AuditSearch>(change));
  const { columns, onResize } = useChosenColumns(names, all, (chosen) => setFilter({ columns: chosen }));
  const reset = () => void navigate(toWithoutFilters(search));
  const isFiltered = Object.keys(filter).length > 0;
  const { total } = rows;
  return (
    <ListPage<AuditRow, never>
      title={t('audit.title')}
      countText={(count, number) => t('audit.count', { count, number })}
      actions={
        <>
          <Link to="/audit/statistics" className="ui-button ui-button--secondary">
            {t('statistics.title')}
          </Link>
          {proof.button}
          {mayChange(user, 'audit.export') ? (
            <ExportMenu
              isDisabled={!total}
              load={(format) =>
                callFile(
                  listAuditEntries,
                  { query: { ...filter, format } },
                  `${t('audit.exportName')}.${format}`,
                )
              }
            />
          ) : null}
        </>
      }
      tools={
        <>
          {proof.result}
          <section className="ui-card audit__filter" aria-label={t('contracts.filter')} data-no-print>
            <DateField
              label={t('audit.filters.from')}
              value={filter.from ?? null}
              onChange={(day) => setFilter({ from: day ?? undefined })}
            />
            <DateField
              label={t('audit.filters.to')}
              value={filter.to ?? null}
              onChange={(day) => setFilter({ to: day ?? undefined })}
            />
            <SelectField
              label={t('audit.filters.area')}
              value={auditAreas.find(({ area }) => area === filter.action)?.area ?? ''}
              emptyLabel={t('common.all')}
              options={auditAreas.map(({ area, name }) => ({ value: area, label: said(name) }))}
              onChange={(area) => setFilter({ action: area || undefined })}
            />
            <SelectField
              label={t('audit.columns.result')}
              value={filter.result ?? ''}
              emptyLabel={t('common.all')}
              options={auditResults.map((result) => ({
                value: result,
                label: said(auditResultTexts[result]),
              }))}
              onChange={(result) => setFilter({ result: result || undefined })}
            />
            <SavedViewsButton
              screenKey="audit"
              address={{ ...filter, columns: names, viewId }}
              columns={all}
            />
            {isFiltered ? <ResetFilters onReset={reset} /> : null}
          </section>
        </>
      }
      isFiltered={isFiltered}
      onReset={reset}
      loadFailed={t('audit.loadFailed')}
      label={t('audit.title')}
      columns={columns}
      onResize={onResize}
      rows={rows}
      onOpen={(entry) => {
        const path = pathOfObject(entry);
        if (path !== null) void navigate({ to: path });
      }}
      renderCard={auditCard}
      rowLabel={auditRowLabel}
    />
  );
}
