import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t, textOfFirst } from '../../../texts/texts.ts';
import type { LabelTone } from '../../../ui/cells.tsx';

/** German name of a kind of document; a kind without a text of its own shows its key. */
export function documentTypeText(type: string): string {
  return textOfFirst([`reports.type.${type}`, `documents.type.${type}`]) ?? type;
}

export const stateTones: Record<ArchivedDocument['state'], LabelTone> = {
  draft: 'neutral',
  released: 'ok',
  signed: 'ok',
  archived: 'info',
};

/** The first characters of a hash, enough to compare at a glance. */
export const shortHash = (hash: string): string => hash.slice(0, 12);

/** "103 KB", "1,4 MB". */
export function byteSizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1000)))}\u00a0KB`
    : `${formatNumber(bytes / 1_000_000, 1, 1)}\u00a0MB`;
}

/** "21.11.2026 · Jürgen Weiß". */
export function documentMeta({ createdAt, createdByName }: ArchivedDocument): string {
  return t('documents.meta', { date: formatInstantDay(createdAt), name: createdByName });
}
