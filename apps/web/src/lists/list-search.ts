import type { RawSearch } from '../platform/search-params.ts';
import type { ListAddress } from './list-address.ts';

/**
 * Search parameters of a list's route: as they stand in the address. What the list takes of them its page decides
 * (`useListAddress`); that knowledge comes with the page's code, not with the first load of everybody. Filters stay out of
 * the type: the members of all routes form one union, and a filter named like that of another list would spoil it.
 */
export const listSearch = (raw: RawSearch): ListAddress<never> => raw;
