import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { depotTariffsQuery } from './depot-queries.ts';

interface DepotTariffFieldProps {
  /** null until an institution is chosen. */
  issuerId: number | null;
  value: string;
  onChange: (tariffId: string) => void;
}

/** The tariff of a depot, of those its institution offers. */
export function DepotTariffField({ issuerId, value, onChange }: DepotTariffFieldProps) {
  const tariffs = useQuery(depotTariffsQuery(issuerId));
  return (
    <SelectField
      label={t('traders.depots.tariff')}
      isRequired
      value={value}
      emptyLabel={t('traders.depots.choose')}
      lookup={tariffs}
      options={(tariffs.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}
