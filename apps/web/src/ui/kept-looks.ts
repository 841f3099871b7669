/** How a list looks, as its address says it: order, columns with their widths, groups and the view that is shown. No filter. */
export interface ListLooks {
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
  readonly groupBy?: string | undefined;
  readonly viewId?: string | undefined;
}

/** What of an address says how its list looks. */
export const looksOf = ({ sort, columns, groupBy, viewId }: ListLooks) => ({
  ...(sort !== undefined && { sort }),
  ...(columns !== undefined && { columns }),
  ...(groupBy !== undefined && { groupBy }),
  ...(viewId !== undefined && { viewId }),
});

/** Where a reset of the filters leads: to the same list, in place of the address before and without scrolling, looking as it did. */
export const toWithoutFilters = (address: ListLooks) =>
  ({ search: looksOf(address), replace: true, resetScroll: false }) as const;
