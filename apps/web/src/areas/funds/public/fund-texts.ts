import { t } from '../../../texts/texts.ts';

/** Who rated a fund. */
export function ratingSource(ratingType: number | null): string | undefined {
  switch (ratingType) {
    case 1:
      return 'Morningstar';
    case 2:
      return 'Scope';
    case 3:
      return 'FWW';
    case 4:
      return t('funds.ratingInternal');
    default:
      return undefined;
  }
}

/** Address of a document when it may be followed: https only, whatever a data supplier wrote. */
export function safeDocumentAddress(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}
