import { longestInvitationDays } from '@depotwerk/domain/depot-analysis/invitation-end';
import { dayIn, today } from '../platform/today.ts';
import { t } from '../texts/texts.ts';
import { DateField, type DateFieldProps } from '../ui/number-fields.tsx';

interface InvitationEndFieldProps extends Pick<DateFieldProps, 'value' | 'onChange' | 'onFault'> {
  /** What is wrong with what is written. */
  fault: string | null;
  /** Sent once already: what is missing or no such day is said. */
  isTried: boolean;
}

/** The last day on which an invitation can be opened, of one person or of many. */
export const InvitationEndField = ({ fault, isTried, value, ...field }: InvitationEndFieldProps) => (
  <DateField
    {...field}
    label={t('prospects.invite.expiresAt')}
    min={today()}
    max={dayIn(longestInvitationDays)}
    value={value}
    isRequired
    error={isTried ? (fault ?? (value === null ? t('validators.required') : null)) : null}
  />
);
