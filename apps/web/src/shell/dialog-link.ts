/** Search and state for a link that opens a routed dialog over the current page: `<Link to="." {...dialogLink(…)}>`. */
export function dialogLink(dialog: string, params: Readonly<Record<string, string>> = {}) {
  return {
    // The page keeps its own parameters, whatever page it is.
    search: (previous: object) => ({ ...previous, dialog, ...params }) as never,
    // Lets the dialog close by going back.
    state: (previous: object) => ({ ...previous, dialogOpenedHere: true }) as never,
    resetScroll: false,
  } as const;
}
