import type { Group, GroupUser } from '@depotwerk/api/users/groups';
import { listGroupUsers, putGroupUsers } from '@depotwerk/api/users/groups';
import { listUsers } from '@depotwerk/api/users/users';
import { firstGroupRights, type GroupRight } from '@depotwerk/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout.tsx';
import {
  MemberList,
  type MemberQuery,
  membersOf,
  TakeOutButton,
  toggled,
  useGroupMembers,
} from './member-list.tsx';
import { noOwnChanges, ownChangesTo, withOwnChanges } from './own-changes.ts';
import { PendingSave } from './pending-save.tsx';
import type { Candidate } from './pending-search.tsx';
import { PendingSearch } from './pending-search.tsx';
import { PermissionChecks } from './public/permission-checks.tsx';
import { type ChangedRights, isOfOthers, readAllPages, rightsToSave } from './rights-to-save.ts';
import { groupPermissionsQuery } from './user-queries.ts';

const suggestions = 8;
/** Members the server answers at once, at most. */
const largestPage = 250;
const callMembers = async (groupId: string, query: MemberQuery, signal: AbortSignal) =>
  membersOf(await callWithHeaders(listGroupUsers, { params: { groupId }, query }, { signal }));

/** Every member as he is stored now: a list in part or searched says nothing of the others. */
const readMembers = (groupId: string) =>
  readAllPages((page) => callMembers(groupId, { page, pageSize: largestPage }, new AbortController().signal));

/** Step "Benutzer": who may do what in a group. Taking somebody out of the pending list takes back his rights too. */
export function GroupUsersStep({ group }: { group: Group }) {
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editGroups'));
  const own = useSession((state) => state.user);
  const [added, setAdded] = useState<readonly Candidate[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [rights, setRights] = useState<ReadonlyMap<string, ChangedRights>>(new Map());
  const [opened, setOpened] = useState<string | null>(null);
  const members = useGroupMembers('users', group, callMembers);
  const categories = useQuery(groupPermissionsQuery).data ?? [];
  const ownRights = own?.groups.find(({ groupId }) => groupId === group.id)?.groupRights ?? [];
  const managesAll = hasPermission(own, 'admin.access');
  const change = (userId: string, next: ChangedRights | null) => {
    const changed = new Map(rights);
    if (next === null) changed.delete(userId);
    else changed.set(userId, next);
    setRights(changed);
  };
  const reset = () => {
    setAdded([]);
    setRemoved([]);
    setRights(new Map());
    setOpened(null);
  };
  const changesOf = (userId: string) => rights.get(userId)?.changes ?? noOwnChanges;
  const row = (
    user: { userId: string; name: string; detail: string; stored: readonly GroupRight[] },
    isNew: boolean,
  ) => {
    const isGone = removed.includes(user.userId);
    const isOpen = opened === user.userId && !isGone;
    const { stored } = user;
    const held = withOwnChanges(stored, changesOf(user.userId));
    return (
      <li key={user.userId}>
        <div className={classNames('fund-picker__hit', isGone && 'fund-picker__hit--gone')}>
          <span className="fund-picker__name">
            {user.name}
            <span className="hint">
              {user.detail} · {t('userManagement.group.rightCount', { count: held.size })}
            </span>
          </span>
          <span className="row">
            <Button
              size="small"
              aria-expanded={isOpen}
              aria-label={`${t('userManagement.group.rights')}: ${user.name}`}
              disabled={isGone}
              onClick={() => setOpened(isOpen ? null : user.userId)}
            >
              {t('userManagement.group.rights')}
            </Button>
            {mayEdit ? (
              <TakeOutButton
                name={user.name}
                isGone={isGone}
                onClick={() => {
                  change(user.userId, null);
                  if (isNew) setAdded(added.filter(({ id }) => id !== user.userId));
                  else setRemoved(toggled(removed, user.userId));
                }}
              />
            ) : null}
          </span>
        </div>
        {isOpen ? (
          <div className="group-rights">
            <PermissionChecks
              categories={categories}
              selected={held}
              isDisabled={!mayEdit}
              mayGive={(right) => managesAll || ownRights.includes(right)}
              onChange={(next) =>
                change(user.userId, { stored, changes: ownChangesTo(next, stored, changesOf(user.userId)) })
              }
            />
          </div>
        ) : null}
      </li>
    );
  };
  const asRow = (user: GroupUser) => ({
    userId: user.userId,
    name: user.fullName,
    // Two people of one name are told apart by what they sign in with, as in the search.
    detail: [user.userName, user.roleName, user.isInactive ? t('common.inactive') : '']
      .filter(Boolean)
      .join(' · '),
    stored: user.groupRights,
  });
  const { rows = [] } = members;
  const isMember = (userId: string) => rows.some((user) => user.userId === userId);
  const known = { rows, isAll: members.search === undefined && rows.length === members.total };
  const picked = { removed, added: added.map(({ id }) => id) };
  const changes = rightsToSave(rights, known, picked);
  // Whoever somebody else took out meanwhile stays out. What changes after this is refused by its version.
  const changesNow = async () =>
    isOfOthers(rights, known, picked.added)
      ? rightsToSave(rights, { rows: await readMembers(group.id), isAll: true }, picked)
      : changes;
  return (
    <Card title={t('userManagement.group.step.users')}>
      <div className="pending">
        {mayEdit ? (
          <PendingSearch
            label={t('userManagement.group.findUser')}
            queryKey={`users ${group.id}`}
            search={async (search, excludedIds, signal) => {
              const found = await callApi(
                listUsers,
                {
                  query: {
                    search,
                    forGroup: group.id,
                    isInactive: false,
                    pageSize: suggestions,
                    ...(excludedIds.length > 0 && { excludedIds: excludedIds.join(',') }),
                  },
                },
                { signal },
              );
              return found.map((user) => ({
                id: user.id,
                name: user.fullName,
                detail: `${user.userName} · ${user.roleName}`,
              }));
            }}
            pending={added}
            onAdd={(user) => {
              setAdded([...added, user]);
              const first = firstGroupRights.filter((right) => managesAll || ownRights.includes(right));
              change(user.id, { stored: [], changes: ownChangesTo(new Set(first), [], noOwnChanges) });
              setOpened(user.id);
            }}
            onRemove={(id) => {
              setAdded(added.filter((user) => user.id !== id));
              change(id, null);
            }}
          />
        ) : null}
        {added.length === 0 ? null : (
          <ul className="fund-picker__hits">
            {added
              .filter(({ id }) => !isMember(id))
              .map(({ id, name, detail }) => row({ userId: id, name, detail, stored: [] }, true))}
          </ul>
        )}
        <MemberList
          members={members}
          emptyText={
            // Who is being added stands above already.
            added.length > 0
              ? null
              : mayEdit && group.parentGroupId === null
                ? t('userManagement.group.noUsersYet')
                : t('userManagement.group.noUsers')
          }
        >
          {(user) => row(asRow(user), false)}
        </MemberList>
        {mayEdit ? (
          <PendingSave
            added={changes.length}
            removed={removed.length}
            group={group}
            version={members.version}
            save={async (ifMatch) =>
              callApi(
                putGroupUsers,
                {
                  params: { groupId: group.id },
                  body: {
                    set: await changesNow(),
                    remove: [...removed],
                  },
                },
                { ifMatch },
              )
            }
            onSaved={reset}
            onDiscard={reset}
            onStale={() => members.reload()}
          />
        ) : null}
      </div>
    </Card>
  );
}
