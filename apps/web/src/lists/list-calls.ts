import type { Call } from '@depotwerk/api/call';
import { callFile, callWithHeaders } from '../platform/api-client.ts';
import type { CallArguments, CallResult } from '../platform/api-request.ts';
import { t } from '../texts/texts.ts';
import type { ListFilter } from '../ui/list-frame.tsx';
import type { RowPage } from '../ui/paged-rows.ts';

/** A row as tables want it: its id as text. */
export type Listed<Item extends { id: number }> = Omit<Item, 'id'> & { id: string };

/** One page of a list call, as tables want it. */
export async function loadListPage<C extends Call>(
  call: C,
  input: CallArguments<C>,
  signal: AbortSignal,
): Promise<{ rows: CallResult<C>['answer']; total: number; isTotalExact: boolean }> {
  const { answer, totalCount, isTotalExact } = await callWithHeaders(call, input, { signal });
  // A list that does not say how many there are is whole.
  return { rows: answer, total: totalCount ?? (Array.isArray(answer) ? answer.length : 0), isTotalExact };
}

/** Tables know rows by a text. */
export const withTextIds = <Item extends { id: number }>(page: RowPage<Item>): RowPage<Listed<Item>> => ({
  ...page,
  rows: page.rows.map((row) => ({ ...row, id: String(row.id) })),
});

/** The list as a file under its German name. */
export const exportList = <C extends Call>(
  call: C,
  input: CallArguments<C>,
  name: string,
  format: 'csv' | 'xlsx',
) => callFile(call, input, `${name}.${format}`);

/** Choices of a yes-or-no filter. */
export const yesOrNo = () => [
  { value: 'true', label: t('common.yes') },
  { value: 'false', label: t('common.no') },
];
/** Choices of the filter by state. */
export const activeOrNot = () => [
  { value: 'false', label: t('common.active') },
  { value: 'true', label: t('common.inactive') },
];
/** The filter by state, which every list of master data has. */
export const stateFilter = (value: string | undefined): ListFilter<'isInactive'> => ({
  name: 'isInactive',
  label: t('masterData.state'),
  options: activeOrNot(),
  value,
});
/** The value of a yes-or-no filter as calls take it; left out when it is not set. */
export const flagOf = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';
