import type { FundImport } from '@depotwerk/api/components/tariff-components';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconArrowBackUp, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf, showApiError } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { Banner, LoadError } from '../../../ui/feedback.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { clearToasts, showToast } from '../../../ui/toast.tsx';
import type { FundListKind } from './fund-files.ts';
import { exportFunds, fileFault, importFunds } from './fund-files.ts';
import { FundList } from './fund-list.tsx';
import type { ImportMode } from './fund-order.ts';
import { withFund, withFundAt, withImport, withoutFund } from './fund-order.ts';
import type { FundSearchScope } from './fund-search.tsx';
import { FundSearch } from './fund-search.tsx';
import { ImportResultDialog } from './import-result-dialog.tsx';
import { useFundHistory } from './use-fund-history.ts';
import { useListedFunds } from './use-listed-funds.ts';
import './fund-list.css';

export interface FundListEditorProps {
  kind: FundListKind;
  title: string;
  hint?: ReactNode;
  /** Key of the component; names exported files. */
  componentKey: string;
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
  error: string | undefined;
  /** Nothing can be changed: read only, or the list is made automatically. */
  isDisabled: boolean;
  scope?: FundSearchScope | undefined;
  rankingTypeId?: number | undefined;
  warningOf?: ((id: number) => string | null) | undefined;
}

/** From so many funds on, a filter helps to find one in the list. */
const filterFrom = 12;

/** A list of funds with search, order, import, export and the way back. */
export function FundListEditor(props: FundListEditorProps) {
  const { kind, title, ids, isDisabled, componentKey } = props;
  // A message offers to undo the newest change and nothing else: it goes with the next one.
  const history = useFundHistory(ids, (next) => {
    clearToasts();
    props.onChange(next);
  });
  const funds = useListedFunds(ids, props.rankingTypeId);
  const [filter, setFilter] = useState<string | undefined>(undefined);
  const [imported, setImported] = useState<{ fileName: string; result: FundImport } | null>(null);
  const [importError, setImportError] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const headingId = useId();
  const places = useMemo(() => new Map(ids.map((id, place) => [id, place])), [ids]);
  const nameOf = (id: number) => funds.fundOf(id)?.name ?? t('fundList.unknown', { id });
  const shown = useMemo(() => {
    const words = filter?.toLocaleLowerCase('de').split(/\s+/).filter(Boolean) ?? [];
    if (words.length === 0) return ids;
    return ids.filter((id) => {
      const fund = funds.fundOf(id);
      const text = [fund?.name, fund?.isin, fund?.peergroupName].join(' ').toLocaleLowerCase('de');
      return words.every((word) => text.includes(word));
    });
  }, [filter, ids, funds]);

  const remove = (id: number) => {
    const text = t('fundList.removed', { name: nameOf(id) });
    history.change(withoutFund(ids, id), text);
    showToast(text, { action: { label: t('fundList.undo'), onSelect: history.undo } });
  };
  const clear = () => {
    const text = t('fundList.cleared', { count: ids.length, number: formatNumber(ids.length) });
    history.change([], text);
    showToast(text, { action: { label: t('fundList.undo'), onSelect: history.undo } });
  };
  const take = (mode: ImportMode) => {
    if (imported === null) return;
    const { tariffSelectedFunds, unknownIsins } = imported.result;
    funds.remember(tariffSelectedFunds);
    const text = t('fundImport.taken', {
      count: tariffSelectedFunds.length,
      number: formatNumber(tariffSelectedFunds.length),
    });
    history.change(
      withImport(
        ids,
        tariffSelectedFunds.map(({ id }) => id),
        mode,
      ),
      text,
    );
    setImported(null);
    setFilter(undefined);
    showToast(
      unknownIsins.length === 0
        ? text
        : `${text} ${t('fundImport.notTaken', { count: unknownIsins.length, number: formatNumber(unknownIsins.length) })}`,
      { action: { label: t('fundList.undo'), onSelect: history.undo } },
    );
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const fault = fileFault(chosen.size);
    if (fault !== null) {
      setImportError(
        fault === 'empty'
          ? errorMessageOf(new ApiError({ kind: 'http', status: 400, code: 'import.wrongFormat' }))
          : t('fundImport.tooLarge'),
      );
      return;
    }
    setReading(true);
    setImportError(null);
    try {
      const result = await importFunds(kind, chosen);
      // On the phone, messages would lie over the buttons of the dialog.
      clearToasts();
      setImported({ fileName: chosen.name, result });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) setImportError(errorMessageOf(error));
      else showApiError(error);
    } finally {
      setReading(false);
    }
  };

  return (
    <section className="fund-editor" aria-labelledby={headingId}>
      <div className="fund-editor__head">
        <h2 id={headingId} className="fund-editor__title">
          {title}{' '}
          <span className="hint" role="status">
            {t('fundList.count', { count: ids.length, number: formatNumber(ids.length) })}
          </span>
        </h2>
        <div className="fund-editor__tools">
          {isDisabled ? null : (
            <>
              <Button
                icon={<IconArrowBackUp size={18} aria-hidden="true" />}
                disabled={history.undoable === null}
                title={history.undoable ?? undefined}
                onClick={history.undo}
              >
                {t('fundList.undo')}
              </Button>
              <Button
                icon={<IconUpload size={18} aria-hidden="true" />}
                isBusy={isReading}
                onClick={() => file.current?.click()}
              >
                {t('common.import')}
              </Button>
              <input
                ref={file}
                type="file"
                hidden
                aria-label={t('fundImport.file')}
                accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                onChange={(event) => {
                  void read(event.target.files?.[0]);
                  // The same file chosen again is read again.
                  event.target.value = '';
                }}
              />
            </>
          )}
          <ExportMenu
            isDisabled={ids.length === 0}
            load={(format) => exportFunds(kind, componentKey, { ids }, format)}
          />
        </div>
      </div>
      {props.hint ? <p className="hint">{props.hint}</p> : null}
      {importError === null ? null : (
        <Banner tone="bad" role="alert" title={t('fundImport.failed')}>
          {importError}
        </Banner>
      )}
      {isDisabled ? null : (
        <FundSearch
          label={t('fundList.search')}
          scope={props.scope}
          isListed={(id) => places.has(id)}
          onPick={(fund) => history.change(withFund(ids, fund.id), t('fundList.added', { name: fund.name }))}
        />
      )}
      {props.error === undefined ? null : (
        <p className="fund-editor__error" role="alert">
          {props.error}
        </p>
      )}
      {funds.error ? <LoadError error={funds.error} onRetry={funds.retry} /> : null}
      {ids.length === 0 ? (
        <div className="fund-editor__empty">{t(isDisabled ? 'fundList.empty' : 'fundList.emptyHint')}</div>
      ) : (
        <>
          {ids.length >= filterFrom ? (
            <div className="fund-editor__head">
              <div className="fund-editor__filter">
                <SearchBox
                  label={t('fundList.filter')}
                  value={filter}
                  minimumLength={1}
                  onSearch={setFilter}
                />
              </div>
              {filter === undefined ? null : (
                <span className="hint" role="status">
                  {t('fundList.filtered', {
                    shown: formatNumber(shown.length),
                    count: ids.length,
                    number: formatNumber(ids.length),
                  })}
                </span>
              )}
              {isDisabled ? null : (
                <Button kind="quiet" size="small" onClick={clear}>
                  {t('fundList.clear')}
                </Button>
              )}
            </div>
          ) : null}
          {shown.length === 0 ? (
            <div className="fund-editor__empty">{t('common.noResults', { searchText: filter ?? '' })}</div>
          ) : (
            <FundList
              label={title}
              ids={shown}
              fundOf={funds.fundOf}
              placeOf={(id) => places.get(id) ?? 0}
              actions={
                isDisabled
                  ? null
                  : {
                      move: (id, place) =>
                        history.change(withFundAt(ids, id, place), t('fundList.moved', { name: nameOf(id) })),
                      remove,
                    }
              }
              canMove={shown.length === ids.length}
              showsRank={props.rankingTypeId !== undefined}
              warningOf={props.warningOf}
            />
          )}
          {isDisabled ? null : <p className="hint fund-editor__keys">{t('fundList.keys')}</p>}
        </>
      )}
      {imported === null ? null : (
        <ImportResultDialog
          fileName={imported.fileName}
          result={imported.result}
          ids={ids}
          onTake={take}
          onClose={() => setImported(null)}
        />
      )}
    </section>
  );
}
