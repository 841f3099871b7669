-- German texts write a no-break space before the percent sign.
update risk_types set risk_type_name = replace(risk_type_name, ' %', U&'\00A0%');
update optimization_hints
   set optimization_hint_name = replace(optimization_hint_name, ' %', U&'\00A0%'),
       optimization_hint_description = replace(optimization_hint_description, ' %', U&'\00A0%');
