-- A fourth proposal: the smallest intervention that mends what is wrong.
alter table planned_optimizations drop constraint planned_optimizations_mode_check;
alter table planned_optimizations
  add constraint planned_optimizations_mode_check
  check (mode in ('keepPortfolio', 'savingsPlanOnly', 'necessary', 'full'));
