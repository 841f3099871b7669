import { listTariffs } from '@depotwerk/api/tariffs/tariffs';
import { foldText } from '@depotwerk/domain/fold-text';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { useWizard } from '../wizard/wizard-context.ts';

/** Quiet after which a typed name is looked up. */
const quietMilliseconds = 500;
/** Names that contain the typed one; the same name stands among the first of them. */
const lookedAt = 100;

const namesakesQuery = (name: string) =>
  queryOptions({
    queryKey: ['tariffs', 'namesakes', name],
    queryFn: ({ signal }) =>
      callApi(listTariffs, { query: { search: name, sort: 'name', pageSize: lookedAt } }, { signal }),
    staleTime: 10_000,
  });

/** Says under the name which other tariff has it too; the specification forbids no second one. */
export function SharedName({ name }: { name: string }) {
  const { entityId } = useWizard();
  const wanted = useSettled(name.trim(), quietMilliseconds);
  const { data = [] } = useQuery({ ...namesakesQuery(wanted), enabled: wanted !== '' });
  const isCurrent = wanted === name.trim();
  const keys = data.flatMap((other) =>
    isCurrent && other.id !== entityId && foldText(other.name.trim()) === foldText(wanted) ? other.key : [],
  );
  return (
    <p className="hint tariff-step__said" role="status">
      {keys.length === 0 ? null : t('tariffWizard.sharedName', { keys: keys.join(', ') })}
    </p>
  );
}
