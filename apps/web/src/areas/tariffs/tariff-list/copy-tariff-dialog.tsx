import { copyTariff } from '@depotwerk/api/tariffs/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { CopyNames } from '../copy-dialog.tsx';
import { CopyDialog } from '../copy-dialog.tsx';
import { reloadTariffs } from '../tariff-steps/tariff-queries.ts';
import { tariffQuery } from './tariff-list-queries.ts';

/** `?dialog=copyTariff&tariffId=…`: a new tariff with the same content, as draft. */
export function CopyTariffDialog({ params, onClose }: RoutedDialogProps) {
  const id = params['tariffId'] ?? '';
  const source = useQuery(tariffQuery(id));
  const navigate = useNavigate();
  const copy = async (body: CopyNames) => {
    const made = await callApi(copyTariff, { params: { id }, body });
    showToast(t('tariffList.copied', { name: made.tariff.name }));
    reloadTariffs();
    await navigate({
      to: '/admin/tariffs/$tariffId/$step',
      params: { tariffId: made.id, step: 'info' },
      search: {},
    });
  };
  return (
    <CopyDialog
      texts="tariffList"
      source={source}
      original={source.data?.tariff}
      nameLabel={t('tariffWizard.fields.name')}
      keyLabel={t('tariffWizard.fields.key')}
      keyHint={t('componentSteps.keyHint')}
      isAboutKey={({ code, validation }) =>
        code === 'tariffs.keyExists' || validation.some(({ path }) => path === 'key')
      }
      copy={copy}
      onClose={onClose}
    />
  );
}
