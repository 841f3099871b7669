import {
  deleteDepot,
  linkDepotToContract,
  listDepotContracts,
  listNewDepots,
} from '@depotwerk/api/traders/trader-depots';
import { useQuery } from '@tanstack/react-query';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { useMayChange } from '../../../platform/session.ts';
import { reloadContract } from '../../../queries/contract-cache.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { offerUndo } from '../../../ui/undo.ts';
import { useAction } from '../../../ui/use-action.ts';
import { reloadDepots } from '../depot-queries.ts';
import type { NewDepot } from '../depot-types.ts';

const choiceSize = 250;

export interface UnlinkDepotDialogProps {
  /** A contract on screen, or a depot of the list that is linked to a contract the user does not see. */
  of:
    | {
        readonly contract: {
          readonly id: string;
          readonly externalKey: string;
          readonly customer: { readonly id: string };
        };
      }
    | { readonly depot: NewDepot };
  onClose: () => void;
}

interface LinkedDepot {
  readonly id: string;
  readonly rowVersion: number;
  readonly issuerName: string;
  /** What links it again; null where the contract is not the user's to see. */
  readonly link: {
    readonly contractId: string;
    readonly externalKey: string;
    readonly issuerId: number;
  } | null;
}

/** The depot behind the link as it is stored now; null when there is none any more. */
async function loadLinked(
  of: UnlinkDepotDialogProps['of'],
  signal: AbortSignal,
): Promise<LinkedDepot | null> {
  if ('depot' in of) {
    const { id, issuerId } = of.depot;
    const depots = await callApi(listNewDepots, { query: { issuerId, pageSize: choiceSize } }, { signal });
    const found = depots.find((depot) => depot.id === id && depot.isLinked);
    return found ? { ...found, link: null } : null;
  }
  const query = { customerId: of.contract.customer.id, isLinked: true, pageSize: choiceSize };
  const contracts = await callApi(listDepotContracts, { query }, { signal });
  const found = contracts.find(({ contractId }) => contractId === of.contract.id);
  if (found?.traderDepotId == null || found.traderDepotVersion === null) return null;
  const { contractId, externalKey, issuerId, issuerName } = found;
  return {
    id: found.traderDepotId,
    rowVersion: found.traderDepotVersion,
    issuerName,
    link: { contractId, externalKey, issuerId },
  };
}

/** Links it again as it was; its holder was accepted when it was linked first, and the bank is read anew. */
async function linkAgain(link: NonNullable<LinkedDepot['link']>, idempotencyKey: string): Promise<void> {
  try {
    await callApi(linkDepotToContract, { body: { ...link, confirmHolderDiffers: true } }, { idempotencyKey });
  } finally {
    reloadContract(link.contractId);
    await reloadDepots();
  }
}

/** Asks once more, then removes the link between a contract and the depot that was shown; both stay. */
export function UnlinkDepotDialog({ of, onClose }: UnlinkDepotDialogProps) {
  const { id, externalKey } = 'contract' in of ? of.contract : of.depot;
  const depot = useQuery({
    queryKey: ['contract' in of ? 'contract' : 'traderDepots', id, 'depot-link'],
    queryFn: ({ signal }) => loadLinked(of, signal),
    // The version that is removed is the one on screen.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { isBusy, failure: error, act, forget } = useAction();
  const mayLink = useMayChange('traderDepots.link');
  const isOutdated = error instanceof ApiError && error.code === 'common.versionConflict';

  const unlink = async () => {
    const { data } = depot;
    if (!data) return;
    await act(async () => {
      await callApi(deleteDepot, { params: { id: data.id } }, { ifMatch: `"${data.rowVersion}"` });
      const text = t('traders.depots.unlinked', { externalKey });
      const { link } = data;
      const again = crypto.randomUUID();
      if (link !== null && mayLink)
        offerUndo(text, () => linkAgain(link, again), t('traders.depots.linkedAgain', { externalKey }));
      else showToast(text);
      onClose();
      if ('contract' in of) reloadContract(id);
      await reloadDepots();
    });
  };
  const reload = async () => {
    forget();
    await depot.refetch();
  };
  return (
    <AskDialog
      title={t('traders.depots.unlinkTitle')}
      size="small"
      onClose={onClose}
      submit={t('traders.depots.unlink')}
      kind="danger"
      isDisabled={!depot.data || isOutdated}
      isBusy={isBusy}
      onSubmit={() => void unlink()}
    >
      {depot.isError ? (
        <QueryError query={depot} />
      ) : depot.data === undefined ? (
        <Skeleton lines={2} />
      ) : depot.data === null ? (
        <Banner>{t('optimization.plan.executeNoDepot')}</Banner>
      ) : (
        <p>
          {t('traders.depots.unlinkHint', {
            externalKey,
            issuer: depot.data.issuerName,
          })}
        </p>
      )}
      {error === null ? null : (
        <Banner
          tone="bad"
          role="alert"
          actions={
            isOutdated ? (
              <Button size="small" onClick={() => void reload()}>
                {t('optimization.plan.reload')}
              </Button>
            ) : undefined
          }
        >
          {errorMessageOf(error)}
        </Banner>
      )}
    </AskDialog>
  );
}
