import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { t } from '../../../texts/texts.ts';

/** "Risikobausteine", … */
export function componentKindPlural(kind: ComponentKind): string {
  return t(`tariffComponents.kinds.${kind}`);
}

/** "Risikobaustein", … */
export function componentKindName(kind: ComponentKind): string {
  return t(`tariffComponents.kind.${kind}`);
}
