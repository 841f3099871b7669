import { sign, verify } from 'node:crypto';
import {
  largestTariffFileBytes,
  type TariffFilePayload,
  tariffFile,
  tariffFilePayload,
} from '@depotwerk/api/tariffs/tariff-files';
import { idsIn } from '@depotwerk/domain/tariff/tariff-references';
import type * as z from 'zod/mini';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { fingerprintOf, type HouseKey, publicKeyOf } from './house-key.ts';

/** A tariff file whose signature holds. */
export interface OpenedFile {
  readonly payload: TariffFilePayload;
  readonly fingerprint: string;
}

/** Format of files this release writes and reads. */
const newestFormat = tariffFilePayload.shape.formatVersion.def.values[0] ?? 1;
/** Levels of objects and lists a tariff file has at most: 7; a file with more is none. */
const deepest = 12;
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const refuse = (reason: string) => new AppError('tariffFiles.refused', { reason });

/** The bytes that are signed: one text for one content, whatever the file looks like. */
const signedBytes = (payload: unknown): Buffer =>
  Buffer.from(`depotwerk tariff file\n${canonicalJson(payload)}`);

/** The text of a signed file. */
export function writeTariffFile(payload: TariffFilePayload, key: HouseKey): string {
  const file = {
    payload,
    signature: {
      algorithm: 'Ed25519',
      publicKey: key.publicKey.toString('base64'),
      value: sign(null, signedBytes(payload), key.privateKey).toString('base64'),
    },
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** @throws tariffFiles.refused for names that reach into the language, and for more levels than a tariff has */
function refuseHostile(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest)
    throw refuse('Die Datei ist tiefer verschachtelt als jede Tarifdatei und wird nicht gelesen.');
  for (const [name, part] of Object.entries(value)) {
    if (forbiddenNames.has(name))
      throw refuse(`Die Datei enthält den unzulässigen Namen „${name}“ und wird nicht gelesen.`);
    refuseHostile(part, depth + 1);
  }
}

function parsed(bytes: Buffer): unknown {
  if (bytes.byteLength > largestTariffFileBytes) throw new AppError('common.payloadTooLarge');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('tariffFiles.refused', {
      reason:
        'Die Datei ist kein lesbares JSON. Bitte wählen Sie eine Datei, die als Tarifdatei gespeichert wurde.',
      cause,
    });
  }
}

/** An id that stands twice would mean two things. @throws tariffFiles.refused */
function refuseUnclear({ content, references }: TariffFilePayload): void {
  const named = idsIn(content);
  const lists = [
    ['Fonds', references.funds, named.funds],
    ['Peergroups', references.peergroups, named.peergroups],
    ['Emittenten', references.issuers, named.issuers],
    ['Versicherer', references.insurers, named.insurers],
  ] as const;
  for (const [word, known, ids] of lists) {
    const listed = new Set<number>(known.map(({ id }) => id));
    if (listed.size !== known.length) throw refuse(`Die Datei nennt unter „${word}“ eine Kennung doppelt.`);
    const unknown = ids.find((id) => !listed.has(id));
    if (unknown !== undefined)
      throw refuse(`Die Datei verwendet unter „${word}“ die Kennung ${unknown}, nennt sie aber nicht.`);
  }
  for (const [word, marks] of [
    ['Fonds', references.funds.map(({ isin }) => isin)],
    ['Peergroups', references.peergroups.map(({ key }) => key)],
  ] as const)
    if (new Set(marks).size !== marks.length)
      throw refuse(`Die Datei nennt unter „${word}“ ein Kennzeichen doppelt.`);
  const { components, tariff } = content;
  const own = components && [
    components.risk.id,
    components.selection.id,
    components.allocation.id,
    components.universe.id,
  ];
  const isWhole =
    own === null ||
    (new Set(own).size === 4 &&
      named.components.length === 4 &&
      tariff.componentRiskId === components?.risk.id &&
      tariff.componentSelectionId === components?.selection.id &&
      tariff.componentAllocationId === components?.allocation.id &&
      tariff.componentUniverseId === components?.universe.id);
  if (!isWhole) throw refuse('Die Bausteine der Datei passen nicht zum Tarif der Datei.');
}

/** Files of a later release may hold anything; who gets one has to know why it is not read. @throws tariffFiles.refused */
function refuseNewer(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null || !('formatVersion' in payload)) return;
  const { formatVersion } = payload;
  if (Number.isInteger(formatVersion) && Number(formatVersion) > newestFormat)
    throw refuse(
      'Die Datei stammt aus einer neueren Fassung der Anwendung. Bitte lassen Sie Ihre Installation aktualisieren oder die Datei in der älteren Fassung speichern.',
    );
}

/** What the file says has to be of the shape of its part. @throws tariffFiles.refused with the place of what is not */
function shaped<T extends z.ZodMiniType>(shape: T, value: unknown, part?: string): z.output<T> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = [
    ...(part === undefined ? [] : [part]),
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? issue.keys : []),
  ]
    .map(String)
    .join('.');
  throw refuse(
    `Die Datei enthält an der Stelle „${path.slice(0, 120)}“ eine Angabe, die es in Tarifdateien dieser Fassung nicht gibt oder die dort nicht erlaubt ist.`,
  );
}

/**
 * Reads a tariff file: signature, then shape, since who changed a name in it has to hear of the signature. Who signed it is said; whether that is enough the caller decides.
 * @throws tariffFiles.refused with the reason in German, 413
 */
export function openTariffFile(bytes: Buffer): OpenedFile {
  const value = parsed(bytes);
  refuseHostile(value);
  if (typeof value !== 'object' || value === null || !('payload' in value))
    throw refuse(
      'Die Datei ist keine Tarifdatei. Bitte wählen Sie eine Datei, die als Tarifdatei gespeichert wurde.',
    );
  if (!('signature' in value))
    throw refuse('Die Datei ist nicht unterschrieben und wird deshalb nicht übernommen.');
  refuseNewer(value.payload);
  const signature = shaped(tariffFile.shape.signature, value.signature, 'signature');
  const publicKey = Buffer.from(signature.publicKey, 'base64');
  // What was signed is what stands in the file, not what the reader made of it.
  const isSigned = verify(
    null,
    signedBytes(value.payload),
    publicKeyOf(publicKey),
    Buffer.from(signature.value, 'base64'),
  );
  if (!isSigned)
    throw refuse(
      'Die Unterschrift passt nicht zum Inhalt: Die Datei wurde nach dem Unterschreiben geändert. Bitte lassen Sie sie neu speichern.',
    );
  const { payload } = shaped(tariffFile, value);
  refuseUnclear(payload);
  return { payload, fingerprint: fingerprintOf(publicKey) };
}
