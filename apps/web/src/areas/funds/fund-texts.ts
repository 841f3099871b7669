import { t } from '../../texts/texts.ts';

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

/** Answer of the EMT to "is this the target market": Y, N, Neutral; anything else as the supplier wrote it. */
export function targetMarketText(code: string | null): string {
  switch (code?.toLowerCase()) {
    case undefined:
    case '':
      return t('common.none');
    case 'y':
      return t('common.yes');
    case 'n':
      return t('common.no');
    case 'neutral':
      return t('funds.neutral');
    default:
      return code ?? t('common.none');
  }
}

/** Address of a document when it may be followed: https only, whatever a data supplier wrote. */
export function safeDocumentAddress(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}
