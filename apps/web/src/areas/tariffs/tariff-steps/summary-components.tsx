import { chosenComponentKinds, type TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { FactList } from '../../../ui/layout.tsx';
import { componentChoicesQuery, riskTypesQuery } from '../lookup-queries.ts';
import { LeaveLink } from '../wizard/leave-link.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import { componentFields, componentHref } from './component-links.ts';
import { SummaryCard } from './summary-card.tsx';

/** The four components, with risk type and number of classes. */
export function SummaryComponents({ draft }: { draft: TariffDraft }) {
  const { entityId } = useWizard();
  const lists = useQueries({ queries: chosenComponentKinds.map((kind) => componentChoicesQuery(kind)) });
  const riskTypes = useQuery(riskTypesQuery());
  const chosen = chosenComponentKinds.map((kind, index) => {
    const id = draft[componentFields[kind]];
    return { kind, id, component: lists[index]?.data?.find((choice) => choice.id === id) };
  });
  const risk = chosen[0]?.component;
  return (
    <SummaryCard title={t('tariffWizard.steps.components')} step="components">
      <FactList
        facts={[
          ...chosen.map(({ kind, id, component }) => ({
            key: kind,
            label: t(`tariffWizard.fields.${componentFields[kind]}`),
            value:
              id === null ? (
                t('forms.value.none')
              ) : (
                <LeaveLink href={componentHref(kind, id, entityId, 'summary')}>
                  {component?.name ?? id}
                </LeaveLink>
              ),
          })),
          {
            key: 'riskType',
            label: t('tariffWizard.matrix.riskTypeId'),
            value:
              riskTypes.data?.find(({ id }) => id === risk?.riskTypeId)?.riskTypeName ??
              t('forms.value.none'),
          },
          {
            key: 'riskItemsNumber',
            label: t('tariffWizard.matrix.riskItemsNumber'),
            value: risk?.riskItemsNumber ?? t('forms.value.none'),
          },
        ]}
      />
    </SummaryCard>
  );
}
