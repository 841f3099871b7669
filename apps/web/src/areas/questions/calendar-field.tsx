import { addDays } from '@depotwerk/domain/add-days';
import { addMonths } from '@depotwerk/domain/add-months';
import { earliestDay, formatDate, latestDay } from '@depotwerk/domain/date-text';
import { locale } from '@depotwerk/domain/locale';
import { isWeekend, weekdayOf } from '@depotwerk/domain/weekdays';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { today } from '../../platform/today.ts';
import { t, textsInUse } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { DateField, type DateFieldProps } from '../../ui/number-fields.tsx';
import { monthOf, weekdaysIn, weeksOf } from './calendar-month.ts';

/** A day typed as a German types it, or picked from a month. */
export function CalendarField({ min = earliestDay, max = latestDay, ...field }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="calendar">
      <DateField
        {...field}
        min={min}
        max={max}
        trailing={
          <IconButton
            ref={button}
            label={t('questions.calendar.open')}
            aria-expanded={isOpen}
            icon={<IconCalendar size={20} />}
            onClick={() => setOpen(!isOpen)}
          />
        }
      />
      {isOpen ? (
        <Month
          label={field.label}
          value={field.value}
          min={min}
          max={max}
          onPick={(day) => {
            field.onFault?.(null);
            field.onChange(day);
            close();
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

interface MonthProps {
  label: string;
  value: string | null;
  min: string;
  max: string;
  onPick: (day: string) => void;
  onClose: () => void;
}

/** Keys of a calendar, after the date grid pattern of WAI-ARIA; unknown keys are somebody else's. */
function movedBy(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
}

/** The day the keyboard moved to takes the focus. */
const focusOn = (day: HTMLElement | null): void => day?.focus();

function Month({ label, value, min, max, onPick, onClose }: MonthProps) {
  const within = (day: string) => (day < min ? min : day > max ? max : day);
  const [day, setDay] = useState(() => within(value ?? today()));
  const [isFocused, setFocused] = useState(true);
  const press = (event: KeyboardEvent<HTMLButtonElement>, isDay: boolean) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const next = isDay ? movedBy(event.key, day) : null;
    if (next === null) return;
    event.preventDefault();
    setFocused(true);
    setDay(within(next));
  };
  const turn = (months: number) => {
    setFocused(false);
    setDay(within(addMonths(day, months)));
  };
  const tag = textsInUse()[0]?.tag ?? locale.language;
  const month = monthOf(day, tag);
  const weekdays = weekdaysIn(tag);
  return (
    <div className="calendar__month" role="group" aria-label={t('questions.calendar.of', { label })}>
      <div className="calendar__head">
        <IconButton
          label={t('questions.calendar.previous')}
          icon={<IconChevronLeft size={20} />}
          onClick={() => turn(-1)}
          onKeyDown={(event) => press(event, false)}
        />
        <strong aria-live="polite">{month}</strong>
        <IconButton
          label={t('questions.calendar.next')}
          icon={<IconChevronRight size={20} />}
          onClick={() => turn(1)}
          onKeyDown={(event) => press(event, false)}
        />
      </div>
      <table aria-label={month} className="calendar__grid">
        <thead>
          <tr>
            {weekdays.map(([short, long]) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week, index) => (
            <tr key={index}>
              {week.map((one, place) => (
                <td key={place}>
                  {one === null ? null : (
                    <button
                      ref={one === day && isFocused ? focusOn : undefined}
                      type="button"
                      className={isWeekend(one) ? 'calendar__day calendar__day--weekend' : 'calendar__day'}
                      tabIndex={one === day ? 0 : -1}
                      aria-label={`${weekdays[place]?.[1] ?? ''}, ${formatDate(one)}`}
                      aria-pressed={one === value}
                      aria-current={one === today() ? 'date' : undefined}
                      disabled={one < min || one > max}
                      onClick={() => onPick(one)}
                      onKeyDown={(event) => press(event, true)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
