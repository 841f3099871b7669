import { planContracts } from '@depotwerk/api/bulk-plans';
import { checkContracts } from '@depotwerk/api/optimization';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconAdjustments, IconColumns2, IconMail, IconPencil, IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { SelectionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { type BulkChangeKind, maximumIds, useBulkChanges } from '../public/bulk-changes.ts';
import { ChoiceButtons } from '../public/choice-buttons.tsx';
import type { RowChoice } from '../public/contract-selection.ts';
import { selectionOf } from '../public/contract-selection.ts';
import type { ContractFilter } from '../public/contracts-search.ts';

const BulkChangeDialog = lazy(async () => ({
  default: (await import('../public/bulk-change-dialog.tsx')).BulkChangeDialog,
}));

const YearEndStartDialog = lazy(async () => ({
  default: (await import('../../documents/public/year-end-start-dialog.tsx')).YearEndStartDialog,
}));

export interface BulkBarProps {
  choice: RowChoice;
  filter: ContractFilter;
  /** Hits of the filter; undefined while they are counted. */
  total: number | undefined;
  onChoose: (choice: RowChoice) => void;
  onEnd: () => void;
  /** The button that saves what is chosen, for those who may. */
  exportMenu: ReactNode;
}

/** Bar under a list in which contracts are being chosen: how many, all of them, and what to do with them. */
export function BulkBar({ choice, filter, total, onChoose, onEnd, exportMenu }: BulkBarProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [changing, setChanging] = useState<BulkChangeKind | null>(null);
  const changes = useBulkChanges();
  const [isYearEnd, setYearEnd] = useState(false);
  const mayReport = useSession((state) => mayChange(state.user, 'reports.create'));
  const mayPlan = useSession((state) => mayChange(state.user, 'optimization.plan'));
  const count = choice.kind === 'whole' ? (total ?? 0) : choice.ids.size;
  const isTooMany = choice.kind === 'ids' && count > maximumIds;
  const run = async (dialog: 'bulkAction' | 'bulkPlan', start: () => Promise<{ id: string }>) => {
    setBusy(true);
    try {
      const job = await start();
      onEnd();
      await navigate({ to: '.', ...dialogLink(dialog, { jobId: job.id }) });
    } catch (error) {
      showApiError(error);
      setBusy(false);
    }
  };
  const check = () => {
    const body = selectionOf(choice, filter);
    // Each shape is an argument of its own to the types.
    return callApi(checkContracts, 'filter' in body ? { body } : { body });
  };
  const plan = () =>
    callApi(planContracts, { body: { selection: selectionOf(choice, filter), replacement: null } });
  const number = formatNumber(count);
  return (
    <SelectionBar
      text={
        isTooMany
          ? t('optimization.bulk.tooMany')
          : count === 0
            ? t('optimization.bulk.none')
            : choice.kind === 'whole'
              ? t('optimization.bulk.whole', { number })
              : t('optimization.bulk.count', { count, number })
      }
    >
      <ChoiceButtons choice={choice} total={total} onChoose={onChoose} onEnd={onEnd} />
      {exportMenu}
      {changes.length > 0 ? (
        <Menu
          trigger={
            <Button disabled={count === 0 || isTooMany} icon={<IconPencil size={18} aria-hidden="true" />}>
              {t('contracts.bulk.menu')}
            </Button>
          }
          entries={changes.map((kind) => ({
            key: kind,
            label: t(`contracts.bulk.${kind}`),
            onSelect: () => setChanging(kind),
          }))}
        />
      ) : null}
      {choice.kind === 'ids' && count === 2 ? (
        <Button
          icon={<IconColumns2 size={18} aria-hidden="true" />}
          onClick={() => {
            const [left, right] = [...choice.ids];
            void navigate({ to: '/contracts/compare', search: { left, right } });
          }}
        >
          {t('contracts.compare.two')}
        </Button>
      ) : null}
      {mayReport ? (
        <Button
          disabled={count === 0 || isTooMany}
          icon={<IconMail size={18} aria-hidden="true" />}
          onClick={() => setYearEnd(true)}
        >
          {t('reports.yearEnd.title')}
        </Button>
      ) : null}
      {mayPlan ? (
        <Button
          isBusy={isBusy}
          disabled={count === 0 || isTooMany}
          icon={<IconAdjustments size={18} aria-hidden="true" />}
          onClick={() => void run('bulkPlan', plan)}
        >
          {t('optimization.bulk.plan')}
        </Button>
      ) : null}
      <Button
        kind="primary"
        isBusy={isBusy}
        disabled={count === 0 || isTooMany}
        icon={<IconShieldCheck size={18} aria-hidden="true" />}
        onClick={() => void run('bulkAction', check)}
      >
        {t('optimization.bulk.check')}
      </Button>
      {isYearEnd ? (
        <Suspense fallback={null}>
          <YearEndStartDialog
            selection={selectionOf(choice, filter)}
            onClose={() => setYearEnd(false)}
            onDone={onEnd}
          />
        </Suspense>
      ) : null}
      {changing === null ? null : (
        <Suspense fallback={null}>
          <BulkChangeDialog
            kind={changing}
            selection={selectionOf(choice, filter)}
            onClose={() => setChanging(null)}
            onDone={onEnd}
          />
        </Suspense>
      )}
    </SelectionBar>
  );
}
