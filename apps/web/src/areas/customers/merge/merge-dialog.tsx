import { markDistinct, mergeCustomers } from '@depotwerk/api/customers/customer-merges';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import type { CustomerDraft } from '@depotwerk/domain/customers/customer-fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { customerQuery } from '../../../queries/customer-queries.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { catchFocus } from '../../../ui/catch-focus.ts';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { customerKind } from '../customer-kind.ts';
import { ActionDialog } from '../privacy/action-dialog.tsx';

interface MergeDialogProps {
  customer: CustomerDetail;
  otherId: string;
  onClose: () => void;
}

type Side = 'this' | 'other';

/** What people tell two customers of one name apart by. */
const telling = ['externalKey', 'dateOfBirth', 'email', 'street', 'city', 'groupId'];

/** Two customers side by side: who of them stays, and which value, field by field; or that they are two people. */
export function MergeDialog({ customer, otherId, onClose }: MergeDialogProps) {
  const client = useQueryClient();
  const loaded = useQuery(customerQuery(otherId));
  const [sides, setSides] = useState<Partial<Record<string, Side>>>({});
  const [stays, setStays] = useState<Side>('this');
  const goes = stays === 'this' ? 'other' : 'this';
  const other = loaded.data;
  const nameOfGroup = (id: string | null) =>
    [customer, ...(other ? [other] : [])].find(({ group }) => group.id === id)?.group.groupName ??
    t('customers.withoutGroup');
  const kind = customerKind(nameOfGroup, false, null, true);
  const fields = kind.fields();
  const drafts = other ? { this: kind.draftOf(customer), other: kind.draftOf(other) } : null;
  const differing = drafts ? fields.filter(({ text }) => text(drafts.this) !== text(drafts.other)) : [];
  // Two of one name are told apart by what else is known of them, what people go by first.
  const mark = telling.flatMap((path) => differing.filter((field) => field.path === path))[0] ?? differing[0];
  const isOneName = other !== undefined && kind.nameOf(other) === kind.nameOf(customer);
  const namedApart = (name: string, draft: CustomerDraft) =>
    isOneName && mark ? `${name}; ${mark.label}: ${mark.text(draft)}` : name;
  const named =
    drafts && other
      ? {
          this: namedApart(kind.nameOf(customer), drafts.this),
          other: namedApart(kind.nameOf(other), drafts.other),
        }
      : null;
  const sideOf = (path: string): Side =>
    sides[path] ??
    (drafts && isMissing(drafts[stays], path) && !isMissing(drafts[goes], path) ? goes : stays);
  const tellApart = async () => {
    try {
      await callApi(markDistinct, { params: { id: customer.id }, body: { otherId } });
      showToast(t('customers.merge.distinctDone'));
      onClose();
      await client.invalidateQueries({ queryKey: ['customer'] });
      await client.invalidateQueries({ queryKey: ['customers', 'duplicates'] });
      catchFocus();
    } catch (error) {
      showApiError(error);
    }
  };
  return (
    <ActionDialog
      title={t('customers.merge.title')}
      submit={t('customers.merge.submit')}
      done={t('customers.merge.done')}
      isDisabled={!other}
      run={() => {
        if (!other || !drafts) return Promise.resolve();
        const draft = {
          ...drafts[stays],
          ...Object.fromEntries(
            differing.map(({ path }) => [path, valueOf(drafts[sideOf(path)], path)] as const),
          ),
        };
        const both = { this: customer, other };
        const body = {
          mergedId: both[goes].id,
          rowVersion: both[stays].rowVersion,
          mergedRowVersion: both[goes].rowVersion,
          draft,
        };
        return callApi(mergeCustomers, { params: { id: both[stays].id }, body });
      }}
      onClose={onClose}
    >
      {loaded.isError ? (
        <QueryError query={loaded} />
      ) : !named || !drafts ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <fieldset className="customers__choice">
            <legend>{t('customers.merge.this')}</legend>
            {(['this', 'other'] as const).map((side) => (
              <label key={side}>
                <input type="radio" name="stays" checked={stays === side} onChange={() => setStays(side)} />
                <span>{named[side]}</span>
              </label>
            ))}
          </fieldset>
          {differing.length === 0 ? <p>{t('customers.merge.same')}</p> : null}
          {differing.map(({ path, label, text }) => (
            <fieldset key={path} className="customers__choice">
              <legend>{label}</legend>
              {(['this', 'other'] as const).map((side) => (
                <label key={side}>
                  <input
                    type="radio"
                    name={path}
                    checked={sideOf(path) === side}
                    onChange={() => setSides({ ...sides, [path]: side })}
                  />
                  <span>
                    {text(drafts[side])}{' '}
                    <span className="hint">{t(`customers.merge.${side === stays ? 'this' : 'other'}`)}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
          <p>
            {t('customers.merge.consequence', {
              merged: named[goes],
              survivor: named[stays],
            })}
          </p>
          <Button kind="quiet" size="small" onClick={() => void tellApart()}>
            {t('customers.merge.distinct')}
          </Button>
        </>
      )}
    </ActionDialog>
  );
}

const valueOf = (draft: CustomerDraft, path: string): unknown =>
  Object.entries(draft).find(([name]) => name === path)?.[1];
const isMissing = (draft: CustomerDraft, path: string) =>
  [null, ''].some((none) => valueOf(draft, path) === none);
