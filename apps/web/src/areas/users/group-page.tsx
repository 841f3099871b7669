import type { Group } from '@depotwerk/api/users/groups';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { InactiveSwitch } from '../../forms/inactive-switch.tsx';
import { StepPage } from '../../forms/step-page.tsx';
import { t } from '../../texts/texts.ts';
import { crumb } from '../../ui/layout.tsx';
import { tabLinkClass } from '../../ui/tabs.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { GroupCustomersStep } from './group-customers-step.tsx';
import { groupKind } from './group-kind.ts';
import { GroupPickField } from './group-pick-field.tsx';
import { GroupUsersStep } from './group-users-step.tsx';
import { groupStepOf, groupSteps } from './user-address.ts';
import { groupNameQuery } from './user-queries.ts';

/** `/user-management/groups/{groupId}/{step}`: one group, its customers, its people. */
export function GroupPage() {
  const { groupId, step } = useParams({ from: '/shell/user-management/groups/$groupId/$step' });
  const id = groupId === 'new' ? null : groupId;
  const client = useQueryClient();
  const kind = useMemo(
    () =>
      groupKind(
        (other) => client.getQueryData(groupNameQuery(other).queryKey) ?? '…',
        (version) => {
          if (version?.parentGroupId && version.parentGroupName)
            client.setQueryData(groupNameQuery(version.parentGroupId).queryKey, version.parentGroupName);
        },
      ),
    [client],
  );
  const shown = groupStepOf(step);
  return (
    <StepPage
      key={groupId}
      kind={kind}
      id={id}
      breadcrumbs={[crumb('/user-management/groups', t('userManagement.groups'))]}
      tabs={groupSteps.map((name) => (
        <Link
          key={name}
          to="/user-management/groups/$groupId/$step"
          params={{ groupId, step: name }}
          className={tabLinkClass}
        >
          {t(`userManagement.group.step.${name}`)}
        </Link>
      ))}
    >
      {(group) =>
        group === null || shown === 'info' ? (
          <GroupInfo kind={kind} group={group} />
        ) : shown === 'customers' ? (
          <GroupCustomersStep group={group} />
        ) : (
          <GroupUsersStep group={group} />
        )
      }
    </StepPage>
  );
}

function GroupInfo({ kind, group }: { kind: ReturnType<typeof groupKind>; group: Group | null }) {
  const navigate = useNavigate();
  return (
    <EntityPage
      kind={kind}
      entity={group}
      title={t('userManagement.group.step.info')}
      onSaved={(saved) => {
        if (group !== null) return;
        void navigate({
          to: '/user-management/groups/$groupId/$step',
          params: { groupId: saved.id, step: 'users' },
          replace: true,
        });
      }}
      onRemoved={() => void navigate({ to: '/user-management/groups' })}
      renderFields={({ draft, change, errorOf }) => (
        <>
          <FormField path="groupName">
            <TextField
              label={t('userManagement.group.name')}
              isRequired
              autoComplete="off"
              value={draft.groupName}
              error={errorOf('groupName')}
              onChange={(groupName) => change((before) => ({ ...before, groupName }))}
            />
          </FormField>
          <FormField path="groupDescription">
            <TextArea
              label={t('userManagement.group.description')}
              isRequired
              rows={4}
              maxLength={2000}
              value={draft.groupDescription}
              error={errorOf('groupDescription')}
              onChange={(groupDescription) => change((before) => ({ ...before, groupDescription }))}
            />
          </FormField>
          <GroupPickField
            path="parentGroupId"
            label={t('userManagement.group.parent')}
            hint={t('userManagement.group.parentHint')}
            searchHint={t('userManagement.group.noParentHint')}
            searchLabel={t('userManagement.group.findParent')}
            emptyLabel={t('userManagement.group.noParent')}
            belowGroupId={group?.id ?? null}
            chosenId={draft.parentGroupId}
            error={errorOf('parentGroupId')}
            onChange={(parentGroupId) => change((before) => ({ ...before, parentGroupId }))}
          />
          <InactiveSwitch
            isInactive={draft.isInactive}
            hint={t('userManagement.group.inactiveHint')}
            onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
          />
        </>
      )}
    />
  );
}
