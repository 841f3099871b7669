-- PRIIPs scenarios of a fund as its manufacturer states them (EPT 02030, 02060, 02090, 02120): the average return a year over the
-- recommended holding period, as a fraction; null = not stated.
alter table funds
  add column return_stress numeric(8,6) check (return_stress between -1 and 10),
  add column return_unfavourable numeric(8,6) check (return_unfavourable between -1 and 10),
  add column return_moderate numeric(8,6) check (return_moderate between -1 and 10),
  add column return_favourable numeric(8,6) check (return_favourable between -1 and 10);
