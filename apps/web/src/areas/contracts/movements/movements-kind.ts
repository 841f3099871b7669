import {
  getFundMovements,
  listFundMovements,
  movementsForm,
  putFundMovements,
} from '@depotwerk/api/contracts/fund-movements';
import {
  checkMovements,
  type MovementsDraft,
  movementKindNames,
} from '@depotwerk/domain/contracts/fund-movements';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { EntityKind } from '../../../forms/entity-kind.ts';
import { textOrNone } from '../../../forms/value-texts.ts';
import { callApi } from '../../../platform/api-client.ts';
import { today } from '../../../platform/today.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { said, t } from '../../../texts/texts.ts';

export type MovementsForm = z.infer<typeof movementsForm>;
export type MovedFund = z.infer<(typeof listFundMovements)['answer']>[number];

/** What is recorded of the purchases and sales of a contract, fund by fund. */
export const movementsQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['contract', contractId, 'movements'],
    queryFn: ({ signal }) => callApi(listFundMovements, { params: { id: contractId } }, { signal }),
  });

/** Purchases and sales of one fund of a contract in the side panel. */
export const movementsKind = (contractId: string): EntityKind<MovementsForm, MovementsDraft> => ({
  key: `movements ${contractId}`,
  editPermission: 'contracts.edit',
  readId: Number,
  load: (fundId, signal) => callApi(getFundMovements, { params: { id: contractId, fundId } }, { signal }),
  create: () => Promise.reject(new Error('Movements belong to a fund that is there.')),
  update: (fundId, { movements }, ifMatch) =>
    callApi(
      putFundMovements,
      { params: { id: contractId, fundId }, body: { movements: [...movements] } },
      { ifMatch },
    ),
  remove: null,
  parse: (value) => parseKnown(movementsForm, value).data,
  idOf: ({ fundId }) => fundId,
  nameOf: ({ name }) => t('movements.ofFund', { name }),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ movements: [] }),
  draftOf: ({ movements }) => ({ movements: movements.map(({ source: _source, ...movement }) => movement) }),
  check: (draft) => checkMovements(draft, today()),
  fields: () => [
    {
      path: 'movements',
      label: t('movements.recorded'),
      text: ({ movements }) =>
        textOrNone(
          movements
            .map(
              ({ kind, day, quantity, factor }) =>
                `${said(movementKindNames[kind])} ${day === null ? '' : formatDate(day)} ${formatNumber(quantity ?? factor ?? 0, 0, 6)}`,
            )
            .join(' · ') || null,
        ),
    },
  ],
  words: {
    create: t('movements.recorded'),
    loadFailed: t('contracts.detail.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['contract', contractId], ['contracts']],
});
