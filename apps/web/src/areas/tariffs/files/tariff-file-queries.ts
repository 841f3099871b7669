import {
  distrustTariffKey,
  exportTariffFile,
  importTariffFile,
  listTariffKeys,
  previewTariffFile,
  trustTariffKey,
} from '@depotwerk/api/tariffs/tariff-files';
import { queryOptions } from '@tanstack/react-query';
import { callApi, callFile } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { base64Of } from '../../../platform/upload-check.ts';

/** Saves a version as a signed file. */
export async function saveTariffFile(tariffId: string, versionNumber: number): Promise<void> {
  const params = { id: tariffId, versionNumber };
  saveFile(await callFile(exportTariffFile, { params }, `Tarif_v${versionNumber}.json`));
}

/** A file as it is sent. */
export const contentOf = async (file: File): Promise<string> =>
  base64Of(new Uint8Array(await file.arrayBuffer()));

export const previewFile = (contentBase64: string) => callApi(previewTariffFile, { body: { contentBase64 } });

export const importFile = (contentBase64: string, previewMark: string) =>
  callApi(importTariffFile, { body: { contentBase64, previewMark } });

const keysKey = ['tariffKeys'] as const;

/** The own key and the trusted ones. */
export const tariffKeysQuery = () =>
  queryOptions({ queryKey: keysKey, queryFn: ({ signal }) => callApi(listTariffKeys, {}, { signal }) });

const reloadKeys = () => queryClient.invalidateQueries({ queryKey: keysKey });

export async function trustKey(fingerprint: string, keyName: string): Promise<void> {
  await callApi(trustTariffKey, { body: { fingerprint, keyName } });
  await reloadKeys();
}

export async function distrustKey(fingerprint: string): Promise<void> {
  await callApi(distrustTariffKey, { params: { fingerprint } });
  await reloadKeys();
}

/** Groups of four, as people read it to one another: `3F2A 09C1 …`. */
export const fingerprintText = (fingerprint: string): string =>
  fingerprint.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ');

/** What was typed or pasted as a fingerprint; null when it is none. */
export function fingerprintFrom(text: string): string | null {
  const plain = text.replaceAll(/[\s:-]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(plain) ? plain : null;
}
