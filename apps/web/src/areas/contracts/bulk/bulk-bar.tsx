import { planContracts } from '@depotwerk/api/optimization/bulk-plans';
import { checkContracts } from '@depotwerk/api/optimization/optimization';
import {
  IconAdjustments,
  IconChecks,
  IconColumns2,
  IconFileCheck,
  IconMail,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { type BulkChangeKind, useBulkChanges } from '../public/bulk-changes.ts';
import { ChoiceBar } from '../public/choice-bar.tsx';
import { type ListChoice, selectionOf } from '../public/contract-selection.ts';
import type { ContractFilter } from '../public/contracts-search.ts';

const BulkChangeDialog = lazy(async () => ({
  default: (await import('../public/bulk-change-dialog.tsx')).BulkChangeDialog,
}));

const HandOverManyDialog = lazy(async () => ({
  default: (await import('../../optimization/public/hand-over-many-dialog.tsx')).HandOverManyDialog,
}));

const ReleaseManyDialog = lazy(async () => ({
  default: (await import('../../optimization/public/release-many-dialog.tsx')).ReleaseManyDialog,
}));

const YearEndStartDialog = lazy(async () => ({
  default: (await import('../../documents/public/year-end-start-dialog.tsx')).YearEndStartDialog,
}));

/** Bar under a list in which contracts are being chosen. */
export function BulkBar({ list, filter }: { list: ListChoice; filter: ContractFilter }) {
  const { choice, onEnd } = list;
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [changing, setChanging] = useState<BulkChangeKind | null>(null);
  const changes = useBulkChanges();
  const [isYearEnd, setYearEnd] = useState(false);
  const [isHandOver, setHandOver] = useState(false);
  const [isRelease, setRelease] = useState(false);
  const mayReport = useSession((state) => mayChange(state.user, 'reports.create'));
  const mayPlan = useSession((state) => mayChange(state.user, 'optimization.plan'));
  const mayRelease = useSession((state) => mayChange(state.user, 'optimization.execute'));
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
  const compare = {
    key: 'compare',
    label: t('contracts.compare.two'),
    icon: <IconColumns2 size={18} aria-hidden="true" />,
    onSelect: () => {
      if (choice.kind !== 'ids') return;
      const [left, right] = [...choice.ids];
      void navigate({ to: '/contracts/compare', search: { left, right } });
    },
  };
  const yearEnd = {
    key: 'yearEnd',
    label: t('reports.yearEnd.title'),
    icon: <IconMail size={18} aria-hidden="true" />,
    onSelect: () => setYearEnd(true),
  };
  const handOver = {
    key: 'handOver',
    label: t('optimization.bulkHandOver.title'),
    icon: <IconFileCheck size={18} aria-hidden="true" />,
    onSelect: () => setHandOver(true),
  };
  const release = {
    key: 'release',
    label: t('optimization.bulkRelease.title'),
    icon: <IconChecks size={18} aria-hidden="true" />,
    onSelect: () => setRelease(true),
  };
  const planning = {
    key: 'plan',
    label: t('optimization.bulk.plan'),
    icon: <IconAdjustments size={18} aria-hidden="true" />,
    isBusy,
    onSelect: () => void run('bulkPlan', plan),
  };
  return (
    <ChoiceBar
      list={list}
      countText={(count, number) => t('optimization.bulk.count', { count, number })}
      tooManyText={t('optimization.bulk.tooMany')}
      changes={changes.map((kind) => ({
        key: kind,
        label: t(`contracts.bulk.${kind}`),
        onSelect: () => setChanging(kind),
      }))}
      actions={[
        ...(choice.kind === 'ids' && choice.ids.size === 2 ? [compare] : []),
        ...(mayReport ? [yearEnd] : []),
        ...(mayPlan ? [planning, handOver] : []),
        ...(mayRelease ? [release] : []),
      ]}
      main={{
        key: 'check',
        label: t('optimization.bulk.check'),
        icon: <IconShieldCheck size={18} aria-hidden="true" />,
        isBusy,
        onSelect: () => void run('bulkAction', check),
      }}
    >
      {isHandOver ? (
        <Suspense fallback={null}>
          <HandOverManyDialog
            selection={selectionOf(choice, filter)}
            onClose={() => setHandOver(false)}
            onDone={onEnd}
          />
        </Suspense>
      ) : null}
      {isRelease ? (
        <Suspense fallback={null}>
          <ReleaseManyDialog
            selection={selectionOf(choice, filter)}
            onClose={() => setRelease(false)}
            onDone={onEnd}
          />
        </Suspense>
      ) : null}
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
    </ChoiceBar>
  );
}
