import { copyComponent } from '@depotwerk/api/components/tariff-components';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { CopyNames } from '../copy-dialog.tsx';
import { CopyDialog } from '../copy-dialog.tsx';
import { reloadComponents } from './component-queries.ts';
import { componentOfParams, useDialogComponent } from './use-dialog-component.ts';

/** `?dialog=copyComponent&componentKind=…&componentId=…`: a new component with the same content. */
export function CopyComponentDialog({ params, onClose }: RoutedDialogProps) {
  const place = componentOfParams(params);
  const source = useDialogComponent(place);
  const navigate = useNavigate();
  const copy = async (body: CopyNames) => {
    const made = await callApi(copyComponent, { params: place, body });
    showToast(t('tariffComponents.copied', { name: made.name }));
    void reloadComponents();
    await navigate({
      to: '/admin/tariff-components/$componentKind/$componentId/$step',
      params: { componentKind: made.kind, componentId: made.id, step: 'component-info' },
      search: {},
    });
  };
  return (
    <CopyDialog
      texts="tariffComponents"
      source={source}
      original={source.data}
      nameLabel={t('tariffComponents.columns.name')}
      keyLabel={t('tariffComponents.columns.key')}
      isAboutKey={({ code }) => code === 'tariffComponents.keyExists'}
      copy={copy}
      onClose={onClose}
    />
  );
}
