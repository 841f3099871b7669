/** What stands in a timeline: an event, or values behind one line. */
export type TimelineItem<Event> = { readonly event: Event } | { readonly values: readonly Event[] };

/** Values in a row that still stand one by one. */
const shownInRow = 3;

/**
 * A timeline, newest first, in which values in a row stand behind one line but for the newest of them: a contract valued every
 * month has sixty in five years, and between them nobody finds what happened.
 */
export function foldedValues<Event extends { readonly kind: string }>(
  events: readonly Event[],
): TimelineItem<Event>[] {
  const items: TimelineItem<Event>[] = [];
  for (let index = 0; index < events.length; ) {
    const end = events.findIndex(({ kind }, k) => k >= index && kind !== 'valuation');
    const run = events.slice(index, end < 0 ? undefined : end);
    const [newest, ...older] = run;
    if (newest && run.length > shownInRow) items.push({ event: newest }, { values: older });
    else items.push(...run.map((event) => ({ event })));
    const other = end < 0 ? undefined : events[end];
    if (other) items.push({ event: other });
    index = end < 0 ? events.length : end + 1;
  }
  return items;
}
