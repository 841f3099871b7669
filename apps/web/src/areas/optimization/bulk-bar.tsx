import { checkContracts } from '@depotwerk/api/optimization';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { dialogLink } from '../../shell/dialog-link.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { ContractChoice } from '../contracts/contract-selection.ts';
import { nothingChosen } from '../contracts/contract-selection.ts';
import type { ContractFilter } from '../contracts/contracts-search.ts';
import './bulk.css';

/** Most single contracts one call takes (G-70). */
const maximumIds = 5000;

export interface BulkBarProps {
  choice: ContractChoice;
  filter: ContractFilter;
  /** Hits of the filter; undefined while they are counted. */
  total: number | undefined;
  onChoose: (choice: ContractChoice) => void;
  onEnd: () => void;
}

/** Bar under a list in which contracts are being chosen: how many, all of them, and what to do with them. */
export function BulkBar({ choice, filter, total, onChoose, onEnd }: BulkBarProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const count = choice.kind === 'whole' ? (total ?? 0) : choice.ids.size;
  const isTooMany = choice.kind === 'ids' && count > maximumIds;
  const check = async () => {
    setBusy(true);
    try {
      const job = await callApi(
        checkContracts,
        choice.kind === 'whole'
          ? { body: { filter: queryTexts(filter) } }
          : { body: { contractIds: [...choice.ids] } },
      );
      onEnd();
      await navigate({ to: '.', ...dialogLink('bulkAction', { jobId: job.id }) });
    } catch (error) {
      showApiError(error);
      setBusy(false);
    }
  };
  const number = formatNumberDe(count);
  return (
    <div className="opt-bulk" role="region" aria-label={t('common.selection')} data-no-print>
      <span className="opt-bulk__text" role="status">
        {isTooMany
          ? t('optimization.bulk.tooMany')
          : count === 0
            ? t('optimization.bulk.none')
            : choice.kind === 'whole'
              ? t('optimization.bulk.whole', { number })
              : t('optimization.bulk.count', { count, number })}
      </span>
      {count > 0 ? (
        <Button kind="quiet" size="small" onClick={() => onChoose(nothingChosen)}>
          {t('optimization.bulk.clear')}
        </Button>
      ) : null}
      {choice.kind === 'ids' && total !== undefined && total > 0 ? (
        <Button kind="quiet" size="small" onClick={() => onChoose({ kind: 'whole' })}>
          {t('optimization.bulk.selectAll', { number: formatNumberDe(total) })}
        </Button>
      ) : null}
      <Button onClick={onEnd}>{t('optimization.bulk.endSelect')}</Button>
      <Button
        kind="primary"
        isBusy={isBusy}
        disabled={count === 0 || isTooMany}
        icon={<IconShieldCheck size={18} aria-hidden="true" />}
        onClick={() => void check()}
      >
        {t('optimization.bulk.check')}
      </Button>
    </div>
  );
}

/** The filter as the list's query string carries it: every member a text. */
export function queryTexts(filter: ContractFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  );
}
