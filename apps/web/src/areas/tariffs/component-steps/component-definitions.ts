import type { DraftType } from '@depotwerk/api/drafts/drafts';
import { checkComponent } from '@depotwerk/domain/tariff/check-component';
import { applicableUniverse } from '@depotwerk/domain/tariff/check-universe-component';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import type {
  AllocationComponentDraft,
  AllocationItemDraft,
  ComponentDrafts,
  ComponentKind,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { stepsOfComponent } from '@depotwerk/domain/tariff/tariff-steps';
import { queryClient } from '../../../platform/query-client.ts';
import { t } from '../../../texts/texts.ts';
import { peergroupsQuery } from '../allocation/allocation-queries.ts';
import { versionsByClass } from '../allocation/versions-by-class.ts';
import { reloadComponents } from '../component-list/component-queries.ts';
import { componentKindName } from '../component-list/component-texts.ts';
import { componentChoicesQuery, loadFundNames } from '../lookup-queries.ts';
import type { WizardDefinition, WizardObject } from '../wizard/wizard-definition.ts';
import type { StoredAnswer } from './component-calls.ts';
import { componentCalls } from './component-calls.ts';
import { componentFieldLabel, componentFieldValue, stepOfComponentPath } from './component-fields.ts';
import { componentUsageNotice } from './component-usage-notice.tsx';
import { componentSteps } from './component-wizard-steps.ts';

type Definitions = { readonly [Kind in ComponentKind]: WizardDefinition<ComponentDrafts[Kind]> };

const draftTypes = {
  risk: 'riskComponent',
  selection: 'selectionComponent',
  allocation: 'allocationComponent',
  universe: 'universeComponent',
} as const satisfies Readonly<Record<ComponentKind, DraftType>>;

function definition<Kind extends ComponentKind>(
  kind: Kind,
  check: WizardDefinition<ComponentDrafts[Kind]>['check'],
  applicable: (draft: ComponentDrafts[Kind]) => ComponentDrafts[Kind],
): WizardDefinition<ComponentDrafts[Kind]> {
  type Draft = ComponentDrafts[Kind];
  const calls = componentCalls[kind];
  const objectOf = ({ answer, etag }: StoredAnswer<Draft>): WizardObject<Draft> => ({
    id: answer.id,
    draft: answer.component,
    etag,
    rowVersion: answer.rowVersion,
    readOnlyReason: null,
    subtitle: t('componentWizard.subtitle', {
      kind: componentKindName(kind),
      version: answer.versionNumber,
    }),
  });
  const pages = componentSteps[kind];
  const steps = stepsOfComponent(kind).flatMap((step) => pages[step] ?? []);
  return {
    draftType: draftTypes[kind],
    body: calls.body,
    steps: () => steps,
    check,
    empty: () => emptyComponent(kind),
    load: async (id, signal) => objectOf(await calls.load(id, signal)),
    create: async (draft, idempotencyKey) => objectOf(await calls.create(applicable(draft), idempotencyKey)),
    put: async (id, draft, etag) => objectOf(await calls.put(id, applicable(draft), etag)),
    afterSave: () => void reloadComponents(),
    stepHref: (id, step) => `/admin/tariff-components/${kind}/${id ?? 'new'}/${step}`,
    listHref: `/admin/tariff-components${kind === 'risk' ? '' : `?kind=${kind}`}`,
    editPermission: 'tariffComponents.edit',
    nameOf: (draft) => draft.name,
    texts: {
      list: `tariffComponents.kinds.${kind}`,
      newTitle: `componentWizard.new.${kind}`,
      othersEditing: 'componentWizard.othersEditing',
    },
    errorPaths: { 'tariffComponents.keyExists': 'key' },
    stepOfPath: (path) => stepOfComponentPath(kind, path),
    fieldLabel: componentFieldLabel,
    fieldValue: componentFieldValue,
    notice: (object) => componentUsageNotice(kind, object?.id ?? null),
  };
}

const asIs = <Draft>(draft: Draft): Draft => draft;

/** Classes of the risk component an allocation builds on; null while it is not chosen or not loaded yet. */
function riskClassCountOf(riskComponent: string | null): number | null {
  const choices = queryClient.getQueryData(componentChoicesQuery('risk').queryKey);
  return choices?.find(({ id }) => id === riskComponent)?.riskItemsNumber ?? null;
}

/** The four wizards of components. */
export const componentDefinitions: Definitions = {
  risk: definition('risk', (draft) => checkComponent({ kind: 'risk', draft }), asIs),
  selection: {
    ...definition('selection', (draft) => checkComponent({ kind: 'selection', draft }), asIs),
    loadNames: (mine, theirs) =>
      loadFundNames([mine, theirs].flatMap(({ tariffSelectedFunds }) => tariffSelectedFunds)),
  },
  allocation: {
    ...definition(
      'allocation',
      (draft) => checkComponent({ kind: 'allocation', draft }, riskClassCountOf(draft.riskComponent)),
      asIs,
    ),
    loadNames: () => queryClient.fetchQuery(peergroupsQuery()),
    versions: versionsByClass<AllocationComponentDraft, AllocationItemDraft>({
      path: 'allocationItems',
      rowOf: ({ peergroupId }) => peergroupId,
      matrixOf: ({ peergroupIds, riskComponent, allocationItems }) => ({
        rows: peergroupIds,
        classCount: riskClassCountOf(riskComponent),
        cells: allocationItems,
      }),
      withCells: (draft, allocationItems) => ({ ...draft, allocationItems }),
    }),
  },
  universe: {
    ...definition('universe', (draft) => checkComponent({ kind: 'universe', draft }), applicableUniverse),
    loadNames: (mine, theirs) =>
      loadFundNames([mine, theirs].flatMap(({ tariffUniverseItems }) => tariffUniverseItems)),
  },
};
