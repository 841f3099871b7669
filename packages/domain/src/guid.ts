/** An id as it stands in addresses, files and the log, for patterns that contain it; letters may be of either case. */
export const guidText = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A text that is an id and nothing else. */
export const guidPattern = new RegExp(`^${guidText}$`, 'i');
