import type { elementValidation, FormElement } from '@depotwerk/api/contracts/elements';
import {
  getElementDescription,
  listElementLookups,
  putElementCommand,
  putElementFormData,
} from '@depotwerk/api/contracts/elements';
import type { ElementData } from '@depotwerk/domain/element-condition';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi, callWithHeaders } from '../../../platform/api-client.ts';
import { saidForm } from './said-form.ts';

export interface FormPlace {
  readonly contractId: string;
  readonly elementKey: string;
}

/** A form as the server last answered it. */
export interface FormState {
  request: ElementData;
  element: FormElement;
  validation: z.infer<typeof elementValidation>[];
  revision: number;
  submission: { id: string; submissionNumber: string } | null;
}

const ifMatch = (revision: number) => ({ ifMatch: `"${revision}"` });

export function sendFormData(
  place: FormPlace,
  command: 'change' | 'save' | 'submit',
  request: ElementData | null,
  revision: number,
): Promise<FormState> {
  return callApi(
    putElementFormData,
    { params: { ...place }, body: { command, request } },
    ifMatch(revision),
  ).then(saidForm);
}

export function sendCommand(
  place: FormPlace,
  command: string,
  request: ElementData,
  revision: number,
): Promise<FormState> {
  return callApi(
    putElementCommand,
    { params: { ...place }, body: { command, request } },
    ifMatch(revision),
  ).then(saidForm);
}

/** The form with the caller's draft, or untouched. Never from the cache: a draft may have been saved elsewhere. */
export const formQuery = (place: FormPlace) =>
  queryOptions({
    queryKey: ['contract', place.contractId, 'element', place.elementKey, 'form'],
    queryFn: async ({ signal }) => {
      const { etag } = await callWithHeaders(getElementDescription, { params: { ...place } }, { signal });
      return sendFormData(place, 'change', null, Number((etag ?? '"0"').replaceAll('"', '')));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Choices of an element; a search text narrows them. */
export const lookupQuery = (place: FormPlace, lookupKey: string, search: string) =>
  queryOptions({
    queryKey: ['contract', place.contractId, 'element', place.elementKey, 'lookup', lookupKey, search],
    queryFn: ({ signal }) =>
      callApi(
        listElementLookups,
        { params: { ...place, lookupKey }, query: search === '' ? {} : { search } },
        { signal },
      ),
    staleTime: 60_000,
  });

/** A plain value in words; anything else as JSON, so that nothing hides. */
export function displayText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
