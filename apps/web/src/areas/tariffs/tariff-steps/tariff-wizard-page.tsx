import { useParams } from '@tanstack/react-router';
import { useKeepOpened } from '../../search/public/shortcuts.ts';
import { Wizard } from '../wizard/wizard.tsx';
import { tariffDefinition } from './tariff-definition.ts';

/** `/admin/tariffs/new/{step}` and `/admin/tariffs/{id}/{step}`. */
export function TariffWizardPage() {
  const params = useParams({ strict: false });
  useKeepOpened('tariff', params.tariffId);
  return (
    <Wizard
      definition={tariffDefinition}
      entityId={params.tariffId ?? null}
      step={params.step ?? 'product-type'}
    />
  );
}
