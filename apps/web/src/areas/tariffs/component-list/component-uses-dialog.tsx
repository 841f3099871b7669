import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ComponentUsesList } from './component-uses-list.tsx';
import { componentOfParams, useDialogComponent } from './use-dialog-component.ts';

/** `?dialog=componentUses&componentKind=…&componentId=…`: tariffs and components that use a component. */
export function ComponentUsesDialog({ params, onClose }: RoutedDialogProps) {
  const place = componentOfParams(params);
  const component = useDialogComponent(place);
  return (
    <Dialog
      title={t('tariffComponents.usesTitle', { name: component.data?.name ?? '' })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ComponentUsesList kind={place.kind} id={place.id} />
      <p className="hint">{t('tariffComponents.usesHint')}</p>
    </Dialog>
  );
}
