import { listManagedFunds, type Peergroup } from '@depotwerk/api/funds/fund-management';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { callWithHeaders } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { FundPicker } from '../funds/public/fund-picker.tsx';
import type { PeergroupForm } from './peergroup-kind.ts';

/** Members listed in the panel; all of them are a filter of the fund list. */
const listed = 25;

/** Funds of a peer group: those it has, those to come, those to go. Nothing happens before saving. */
export function PeergroupMembers({
  form,
  entity,
  mayEdit,
}: {
  form: EntityForm<Peergroup, PeergroupForm>;
  entity: Peergroup | null;
  mayEdit: boolean;
}) {
  const { draft, change } = form;
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const id = entity?.id ?? 0;
  const members = useQuery({
    queryKey: ['masterData', 'peergroups', 'members', id],
    queryFn: ({ signal }) =>
      callWithHeaders(
        listManagedFunds,
        { query: { peergroupId: id, pageSize: listed, sort: 'name' } },
        { signal },
      ),
    enabled: entity !== null,
  });
  const total = members.data?.totalCount ?? 0;
  const toggle = (fundId: number, list: 'addedFundIds' | 'removedFundIds', isOn: boolean) =>
    change((before) => ({
      ...before,
      [list]: isOn ? [...before[list], fundId] : before[list].filter((other) => other !== fundId),
    }));
  return (
    <section className="entity-form__section" data-path="addedFundIds">
      <h3>{t('masterData.peergroups.members')}</h3>
      {mayEdit ? (
        <>
          <FundPicker
            label={t('masterData.peergroups.addMember')}
            pickLabel={t('masterData.peergroups.add')}
            isExcluded={(fundId) => draft.addedFundIds.includes(fundId)}
            detailOf={(fund) =>
              [
                fund.isin,
                ...(fund.peergroupName === null
                  ? []
                  : [t('masterData.peergroups.from', { name: fund.peergroupName })]),
              ].join(' · ')
            }
            onPick={(fund) => {
              setNames(new Map(names).set(fund.id, fund.name));
              if (draft.removedFundIds.includes(fund.id)) toggle(fund.id, 'removedFundIds', false);
              else if (fund.peergroupId !== entity?.id) toggle(fund.id, 'addedFundIds', true);
            }}
          />
          <p className="hint">{t('masterData.peergroups.membersHint')}</p>
        </>
      ) : null}
      {members.isError ? (
        <QueryError title={t('masterData.peergroups.membersFailed')} query={members} />
      ) : entity !== null && !members.data ? (
        <Skeleton lines={4} />
      ) : total + draft.addedFundIds.length === 0 ? (
        <p className="hint">{t('masterData.peergroups.noMembers')}</p>
      ) : (
        <ul className="fund-picker__hits">
          {draft.addedFundIds.map((fundId) => (
            <Member
              key={fundId}
              name={names.get(fundId) ?? String(fundId)}
              mark={t('masterData.peergroups.added')}
              action={t('masterData.peergroups.undo')}
              onAction={() => toggle(fundId, 'addedFundIds', false)}
            />
          ))}
          {members.data?.answer.map((fund) => {
            const isGone = draft.removedFundIds.includes(fund.id);
            return (
              <Member
                key={fund.id}
                name={fund.name}
                detail={fund.isin}
                isGone={isGone}
                mark={isGone ? t('masterData.peergroups.removedMark') : undefined}
                action={
                  mayEdit
                    ? t(isGone ? 'masterData.peergroups.undo' : 'masterData.peergroups.take')
                    : undefined
                }
                onAction={() => toggle(fund.id, 'removedFundIds', !isGone)}
              />
            );
          })}
        </ul>
      )}
      {total > listed ? (
        <Link to="/admin/funds" search={{ peergroupId: String(id) } as never}>
          {t('masterData.peergroups.showAll', { number: formatNumber(total) })}
        </Link>
      ) : null}
    </section>
  );
}

function Member(props: {
  name: string;
  detail?: string | undefined;
  mark?: string | undefined;
  isGone?: boolean | undefined;
  action?: string | undefined;
  onAction: () => void;
}) {
  return (
    <li className={classNames('fund-picker__hit', props.isGone && 'fund-picker__hit--gone')}>
      <span className="fund-picker__name">
        {props.name}
        {props.detail ? <span className="hint">{props.detail}</span> : null}
      </span>
      <span className="row">
        {props.mark ? <ColourLabel tone={props.isGone ? 'warn' : 'ok'}>{props.mark}</ColourLabel> : null}
        {props.action ? (
          <Button
            size="small"
            kind="quiet"
            aria-label={`${props.action}: ${props.name}`}
            onClick={props.onAction}
          >
            {props.action}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
